"""The positions of things in a module that vmod-builder makes, by the module's version."""
