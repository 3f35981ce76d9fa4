"""Runners: everything that asks a system for answers."""
