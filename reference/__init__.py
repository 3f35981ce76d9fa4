"""The reference track: public test sets rebuilt from their sources."""
