"""Tests, one subject a file; each also runs alone."""
