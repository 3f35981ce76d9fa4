"""Audits of item files: each answers one question about a data root."""
