"""Scoring: reading answers, measures, intervals, tables."""
