"""Independent solvers: one reader of rendered items for each core family."""
