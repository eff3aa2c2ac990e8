"""What several tests share: small things that they build, and the files that they read."""
