"""Seeded generators of the 13 core families, and the code they share."""
