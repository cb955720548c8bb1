"""Rounds dealt by compiled kernels, and what is estimated from them."""
