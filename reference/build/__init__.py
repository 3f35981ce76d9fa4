"""One module a reference task: its sources, records, conversion and draw."""
