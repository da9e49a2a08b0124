"""`erqishi convert`: between record lines, 譜 and platform forms."""
