"""Arithmetic on whole words that Numba has no name for: each with its plain twin.

Compiled code calls the machine's instruction; plain Python calls the function as it stands.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

LOW_63_BITS = (1 << 63) - 1


def lowest(mask: int) -> int:
    """The lowest set bit's place in a mask that is not empty: its strongest card."""
    return int(mask & -mask).bit_length() - 1


def count(mask: int) -> int:
    """How many bits of a mask are set: how many cards it holds."""
    return int(mask).bit_count()


def multiply_add(a: int, b: int, c: int) -> int:
    """a * b + c modulo 2**63, for a, b and c from 0 to 2**63 - 1.

    Compiled code may not let a signed product overflow and mask it afterwards: the compiler
    takes overflow for impossible and drops the mask.
    """
    return (int(a) * int(b) + int(c)) & LOW_63_BITS


@intrinsic
def _count_trailing_zeros(typing_context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def _count_ones(typing_context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _multiply_add(typing_context: Any, a: Any, b: Any, c: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        total = builder.add(builder.mul(args[0], args[1]), args[2])
        return builder.and_(total, ir.Constant(ir.IntType(64), LOW_63_BITS))

    return types.int64(types.int64, types.int64, types.int64), generate


@overload(lowest, inline="always")
def _lowest_overload(mask: Any) -> Any:
    def compiled_lowest(mask: Any) -> Any:
        return _count_trailing_zeros(mask)  # type: ignore[call-arg]

    return compiled_lowest


@overload(count, inline="always")
def _count_overload(mask: Any) -> Any:
    def compiled_count(mask: Any) -> Any:
        return _count_ones(mask)  # type: ignore[call-arg]

    return compiled_count


@overload(multiply_add, inline="always")
def _multiply_add_overload(a: Any, b: Any, c: Any) -> Any:
    def compiled_multiply_add(a: Any, b: Any, c: Any) -> Any:
        return _multiply_add(a, b, c)  # type: ignore[call-arg]

    return compiled_multiply_add
