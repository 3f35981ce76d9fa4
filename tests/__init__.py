"""Tests, each file a script of its own; run_all.py runs them all."""
