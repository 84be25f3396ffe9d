"""The rules of Voormsi on fixed-size records: pure functions, compiled with Numba.

Modules, each importing only those before it: `sources`, `jit`, `bits`, `state`, `randomness`,
`beating`, `table`, `scoring`, `rewards`, `stock`, `legal`, `play`, `step`, `view`. With
`NUMBA_DISABLE_JIT=1` the same functions run as plain Python.
"""
