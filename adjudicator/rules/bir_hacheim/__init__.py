"""The exclusive rules and scenarios of *No Question of Surrender*."""
