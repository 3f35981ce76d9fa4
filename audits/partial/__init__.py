"""Partial-reading heuristics, one module a family: rules that read part of a case, each with its floor by arithmetic."""
