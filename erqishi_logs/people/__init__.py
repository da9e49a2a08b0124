"""人: which names are one person; names in records and in bytes, found and replaced."""
