"""保管: an archive kept in order: ingests listed and undone, a person taken out for good, backups."""
