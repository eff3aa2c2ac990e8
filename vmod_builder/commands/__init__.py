"""The commands of ``vmod-builder``, one file each."""
