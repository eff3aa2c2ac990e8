"""The parts of the check of modules; :mod:`vmod_builder.module_check` puts them together."""
