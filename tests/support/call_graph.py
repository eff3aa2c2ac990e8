"""Walks a package from some of its functions to all that they can reach, by the names that its source text refers to.

A function reaches whatever its text names: functions called or handed on, classes, and the tables of its own or another
module (``HANDLERS``), which reach what stands in them. Names are followed through imports to where they are defined;
a parameter or a local variable hides a name of the module. An attribute of a module or a class is looked up there, one
of ``self`` in its class. Of any other value the class is not known: a method counts as reached once its class has been
reached *and* its name is used on such a value in what has been reached; a function of a module never is by this.

So the walk may reach a method too many, but no function that nobody names; what is only found by a text at run time
(``getattr``, ``import_module``) is not reached.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

__all__ = ["CallGraph", "Reached"]

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_SCOPES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_OWN: Final = ("self", "cls")


@dataclass(slots=True)
class _Module:
    """The names that a module gives a meaning to, and its texts by what they define."""

    name: str
    is_package: bool
    imports: dict[str, str] = field(default_factory=dict)
    """What a name stands for elsewhere, by its full name."""
    definitions: dict[str, list[ast.AST]] = field(default_factory=lambda: defaultdict(list))
    """The texts that define a name, a class's methods as ``Class.method``; what only runs stands under ``""``."""


@dataclass(slots=True)
class _Class:
    """A class of the package."""

    bases: tuple[str, ...]
    methods: set[str]


@dataclass(frozen=True, slots=True)
class _References:
    """What a text refers to: full names, and attributes of values whose class is not known."""

    names: set[str]
    attributes: set[str]


@dataclass(slots=True)
class Reached:
    """What a walk has reached, by full names."""

    names: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    """The names that are used on values whose class is not known."""

    def missing(self, functions: Iterable[str]) -> list[str]:
        """Return those of some functions that have not been reached, in their order."""
        return [name for name in functions if name not in self.names]


class CallGraph:
    """The references of all modules of one package under *folder*, which bears the package's name."""

    def __init__(self, folder: Path) -> None:
        self._modules = {module.name: module for module in _modules(folder)}
        self._classes: dict[str, _Class] = {}
        for module in self._modules.values():
            for name, texts in list(module.definitions.items()):
                for text in texts:
                    if isinstance(text, ast.ClassDef):
                        self._classes[f"{module.name}.{name}"] = self._class(module, name, text)

    def reach(self, roots: Iterable[str]) -> Reached:
        """Return all that some functions reach. Raises ``KeyError`` if the package has no such function."""
        reached = Reached()
        pending = [self._known(name) for name in roots]
        while pending:
            while pending:
                name = pending.pop()
                if name not in reached.names:
                    reached.names.add(name)
                    found = self._references(name)
                    pending += found.names - reached.names
                    reached.attributes |= found.attributes
            pending = [name for name in self._methods_in_use(reached) if name not in reached.names]
        return reached

    def _known(self, name: str) -> str:
        found = self._resolved(name)
        if found is None or found in self._modules:
            raise KeyError(name)
        return found

    # names

    def _resolved(self, name: str) -> str | None:
        """Return the full name under which something is defined, through all imports; None if it is not of here."""
        if name in self._modules:
            return name
        owner, _, last = name.rpartition(".")
        if not owner:
            return None
        where = self._resolved(owner)
        if where in self._modules:
            return self._in_module(self._modules[where], last)
        return self._method(where, last) if where in self._classes else None

    def _in_module(self, module: _Module, name: str) -> str | None:
        if name in module.definitions:
            return f"{module.name}.{name}"
        return self._resolved(module.imports[name]) if name in module.imports else None

    def _method(self, owner: str, name: str) -> str | None:
        """Return the method that a class has, its own or the nearest inherited one; the class for what is no method."""
        for each in self._with_bases(owner):
            if name in self._classes[each].methods:
                return f"{each}.{name}"
        return owner

    def _with_bases(self, owner: str) -> Iterator[str]:
        yield owner
        for base in self._classes[owner].bases:
            if (found := self._resolved(base)) in self._classes:
                yield from self._with_bases(found)

    def _class(self, module: _Module, name: str, text: ast.ClassDef) -> _Class:
        bases = tuple(_dotted(base) for base in text.bases)
        methods = {key.partition(".")[2] for key in module.definitions if key.startswith(f"{name}.")}
        return _Class(tuple(f"{module.name}.{base}" for base in bases if base), methods)

    def _methods_in_use(self, reached: Reached) -> Iterator[str]:
        """Yield the methods of reached classes that are used by name, or that Python itself calls."""
        for name in [name for name in reached.names if name in self._classes]:
            for method in self._classes[name].methods:
                if method in reached.attributes or (method.startswith("__") and method.endswith("__")):
                    yield f"{name}.{method}"

    # references

    def _references(self, name: str) -> _References:
        """Return what a definition refers to; of a module, what it refers to outside of all definitions."""
        if name in self._modules:
            return self._in_texts(self._modules[name], "", self._modules[name].definitions.get("", ()))
        owner, _, last = name.rpartition(".")
        if owner in self._modules:
            module, own_class = self._modules[owner], ""
        else:
            where, _, class_name = owner.rpartition(".")
            module, own_class, last = self._modules[where], owner, f"{class_name}.{last}"
        found = self._in_texts(module, own_class, module.definitions[last])
        return _References({module.name, *found.names}, found.attributes)

    def _in_texts(self, module: _Module, own_class: str, texts: Iterable[ast.AST]) -> _References:
        found = _References(set(), set())
        for text in texts:
            nodes = list(_own_nodes(text))
            imports = _imports(module, nodes)
            hidden = _bound(nodes[1:]) if isinstance(text, _Function) else frozenset()
            for node in nodes:
                if isinstance(node, ast.Attribute):
                    target = self._of_attribute(module, own_class, imports, hidden, node)
                    if target is None:
                        found.attributes.add(node.attr)
                elif isinstance(node, ast.Name):
                    target = self._of_name(module, imports, hidden, node.id)
                else:
                    continue
                if target is not None and target not in self._modules:
                    found.names.add(target)
        return found

    def _of_name(self, module: _Module, imports: dict[str, str], hidden: frozenset[str], name: str) -> str | None:
        if name in imports:
            return self._resolved(imports[name])
        return None if name in hidden else self._in_module(module, name)

    def _of_attribute(
        self, module: _Module, own_class: str, imports: dict[str, str], hidden: frozenset[str], node: ast.Attribute
    ) -> str | None:
        """Return what an attribute of a module, of a class or of ``self`` is; None if its owner is not known."""
        dotted = _dotted(node)
        first, _, rest = dotted.partition(".")
        if not dotted:
            return None
        if first in _OWN and own_class:
            found = self._method(own_class, rest)
            return None if found == own_class else found
        owner = self._of_name(module, imports, hidden, first)
        if owner is None or (owner not in self._modules and owner not in self._classes):
            return None
        return self._resolved(f"{owner}.{rest}")


# the source text


def _modules(folder: Path) -> Iterator[_Module]:
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder.parent).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        module = _Module(".".join(parts[:-1] if is_package else parts), is_package)
        _learn(module, ast.parse(path.read_bytes()).body)
        yield module


def _learn(module: _Module, statements: Iterable[ast.stmt]) -> None:
    """Note what the statements of a module define, and what they only run."""
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            module.imports.update(_imports(module, [statement]))
        elif isinstance(statement, _SCOPES):
            module.definitions[statement.name].append(statement)
            if isinstance(statement, ast.ClassDef):
                for part in statement.body:
                    if isinstance(part, _Function):
                        module.definitions[f"{statement.name}.{part.name}"].append(part)
        elif isinstance(statement, ast.If | ast.Try | ast.With):
            parts = [part for part in ast.iter_child_nodes(statement) if isinstance(part, ast.stmt)]
            _learn(module, parts)
        else:
            for name in _assigned(statement) or [""]:
                module.definitions[name].append(statement)


def _assigned(statement: ast.stmt) -> list[str]:
    """Return the names that an assignment gives a value, also those of tables of which it sets a part."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    parts = (part for target in targets for part in ast.walk(target))
    return [part.id for part in parts if isinstance(part, ast.Name)]


def _imports(module: _Module, nodes: Iterable[ast.AST]) -> dict[str, str]:
    """Return what imported names stand for."""
    found: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for each in node.names:
                first = each.name.partition(".")[0]
                found[each.asname or first] = each.name if each.asname else first
        elif isinstance(node, ast.ImportFrom):
            package = _package(module, node)
            found.update({each.asname or each.name: f"{package}.{each.name}" for each in node.names})
    return found


def _package(module: _Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    up = node.level - module.is_package
    package = module.name.split(".")[: len(module.name.split(".")) - up]
    return ".".join([*package, *([node.module] if node.module else [])])


def _own_nodes(text: ast.AST) -> Iterator[ast.AST]:
    """Yield a text and all its parts; of a class all but its methods."""
    if not isinstance(text, ast.ClassDef):
        yield from ast.walk(text)
        return
    yield text
    for part in ast.iter_child_nodes(text):
        if not isinstance(part, _Function):
            yield from ast.walk(part)


def _bound(nodes: Sequence[ast.AST]) -> frozenset[str]:
    """Return the names that are variables of a function with some parts, or of one inside it."""
    bound, shared = set[str](), set[str]()
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, _SCOPES):
            bound.add(node.name)
        elif isinstance(node, ast.Global):
            shared.update(node.names)
    return frozenset(bound - shared)


def _dotted(node: ast.expr) -> str:
    """Return ``a.b.c`` for a name with attributes, an empty text for anything else."""
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return node.id if isinstance(node, ast.Name) else ""
