"""Run the program as ``python -m vmod_builder``."""

from vmod_builder.cli import run

if __name__ == "__main__":
    run()
