"""Runners for chat models behind an OpenAI-compatible API."""
