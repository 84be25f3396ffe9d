"""Arithmetic on whole words that Numba has no name for: each with its plain twin.

Compiled code calls the machine's instruction; plain Python calls the function as it stands.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

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


def spread(bits: int, width: int, row: NDArray[np.int8], start: int) -> None:
    """Write bit k of a word into row[start + k], as 0 or 1, for k below `width`.

    `width` is a whole number that the compiler knows; the row is contiguous. Compiled, it is a
    few vector instructions without a branch.
    """
    for place in range(width):
        row[start + place] = int(bits) >> place & 1


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


@intrinsic(prefer_literal=True)
def _spread(typing_context: Any, bits: Any, width: Any, row: Any, start: Any) -> Any:
    if not (isinstance(width, types.IntegerLiteral) and row.layout == "C"):
        return None
    entries = ir.IntType(width.literal_value)
    vector = ir.VectorType(ir.IntType(1), width.literal_value)
    bytes_written = ir.VectorType(ir.IntType(8), width.literal_value)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[2])(context, builder, args[2])
        place = builder.gep(array.data, [args[3]])
        flags = builder.bitcast(builder.trunc(args[0], entries), vector)
        target = builder.bitcast(place, bytes_written.as_pointer())
        builder.store(builder.zext(flags, bytes_written), target, align=1)
        return context.get_dummy_value()

    return types.void(types.int64, width, row, types.int64), generate


@overload(spread, inline="always", prefer_literal=True)
def _spread_overload(bits: Any, width: Any, row: Any, start: Any) -> Any:
    def compiled_spread(bits: Any, width: Any, row: Any, start: Any) -> Any:
        _spread(bits, width, row, start)  # type: ignore[call-arg]

    return compiled_spread
