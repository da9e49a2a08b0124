"""頁: one page a file; each has `show()`."""
