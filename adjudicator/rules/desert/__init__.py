"""The North Africa rules for the squad-level game."""
