"""Run the program as ``python -m adjudicator``."""

from adjudicator.cli.main import run

if __name__ == "__main__":
    run()
