"""The notebook in ``examples/``: runs it with Jupyter's own runner, and keeps of its outputs what a text can show."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import nbformat
from nbclient import NotebookClient

__all__ = ["NOTEBOOK", "executed", "pictures", "printed", "renew_notebook", "stored"]

NOTEBOOK: Final = Path(__file__).parents[2] / "examples" / "game.ipynb"
_SECONDS: Final = 600
_TEXT: Final = "text/plain"


def stored() -> Any:
    """Return the notebook as it is in the repository."""
    return nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]


def executed() -> Any:
    """Run every cell in a process of its own, in the notebook's directory. Raises CellExecutionError."""
    notebook = stored()
    resources = {"metadata": {"path": str(NOTEBOOK.parent)}}
    NotebookClient(notebook, timeout=_SECONDS, kernel_name="python3", resources=resources).execute()
    return notebook


def printed(notebook: Any) -> list[str]:
    """Return what each cell of code prints or shows, as text; a kernel may send one text in several parts."""
    return [
        "".join(str(output.get("text") or output.get("data", {}).get(_TEXT)) for output in cell.outputs)
        for cell in notebook.cells if cell.cell_type == "code"
    ]  # fmt: skip


def pictures(notebook: Any) -> list[str]:
    """Return the pictures that the cells show, as SVG."""
    return [
        output.data["image/svg+xml"]
        for cell in notebook.cells if cell.cell_type == "code"
        for output in cell.outputs if "image/svg+xml" in output.get("data", {})
    ]  # fmt: skip


def renew_notebook() -> None:
    """Run the notebook and store its outputs, without the pictures, which are large."""
    notebook = executed()
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.metadata.clear()
            for output in cell.outputs:
                if "data" in output:
                    output.data = {_TEXT: output.data[_TEXT]}
    text = nbformat.writes(notebook, indent=1)  # type: ignore[no-untyped-call]
    NOTEBOOK.write_text(f"{text}\n", encoding="utf-8", newline="\n")
