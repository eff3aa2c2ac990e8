"""Where things lie in a module that vmod-builder makes, by its version."""
