"""The tamper-evident file of an audit: its chain of hashes, its versions, and the check that makes it again."""
