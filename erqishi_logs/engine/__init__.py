"""機: the compiled engine: arrays and NamedTuples in, numbers out (DESIGN, principle 5).

The same rules as the plain engine, for complete records in bulk; the only room that knows numba.
"""
