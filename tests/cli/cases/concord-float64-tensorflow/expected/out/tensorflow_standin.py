#!/usr/bin/env python3
"""A stand-in for the few operations of TensorFlow that software of a firmware uses, on NumPy: this is not TensorFlow.

    python3 tensorflow_standin.py program_tensorflow.py [--values]

It takes what TensorFlow takes and nothing else: no types that differ, no methods of arrays. Where TensorFlow promises little it does
something else than NumPy would: sums go backwards, powers and tangents are off by two units of the last bit, a NaN is lost in
them, and where it must not be there is an error."""
import os
import runpy
import sys
import types

import numpy as np

float64, int64 = np.dtype(np.float64), np.dtype(np.int64)
TYPES = (float64, int64, np.dtype(np.bool_))


class Tensor:
    __array_ufunc__ = None  # arrays of NumPy leave their operators to it
    __hash__ = None

    def __init__(self, array):
        self.array = np.asarray(array)
        if self.array.dtype not in TYPES:
            raise TypeError(f"{self.array.dtype} is no type that software uses")

    shape = property(lambda self: self.array.shape)
    dtype = property(lambda self: self.array.dtype)

    def numpy(self):
        return self.array

    def __len__(self):
        return len(self.array)

    def __iter__(self):
        return (Tensor(row) for row in self.array)

    def __float__(self):
        return float(self.array)

    def __getitem__(self, places):
        for place in places if isinstance(places, tuple) else (places,):
            if not (place is None or place is Ellipsis or isinstance(place, (int, slice))):
                raise TypeError(f"a tensor has no [{place}]")
        return Tensor(self.array[places])

    def __abs__(self):
        return Tensor(np.abs(self.array))

    def __neg__(self):
        return Tensor(-self.array)


def convert_to_tensor(value, dtype=None):
    if isinstance(value, (bool, int, float)):
        out = Tensor(np.array(value, dtype or (float64 if isinstance(value, float) else int64)))
        if out.array != value and value == value:
            raise TypeError(f"{value} is no {out.dtype}")
        return out
    out = value if isinstance(value, Tensor) else Tensor(value)
    if dtype not in (None, out.dtype):
        raise TypeError(f"{out.dtype} where {dtype} stands")
    return out


def operator(function, types_of_both=(float64, int64)):
    def both(x, y):
        y = convert_to_tensor(y, x.dtype)
        if x.dtype not in types_of_both:
            raise TypeError(f"an operator of {x.dtype}")
        with np.errstate(all="ignore"):
            return Tensor(function(x.array, y.array))

    def turned(x, y):
        return both(convert_to_tensor(y, x.dtype), x)

    return both, turned


for name, function in {"add": np.add, "sub": np.subtract, "mul": np.multiply}.items():
    for prefix, method in zip(("__", "__r"), operator(function)):
        setattr(Tensor, prefix + name + "__", method)
for name, function, kinds in (("truediv", np.divide, (float64,)), ("floordiv", np.floor_divide, (int64,)), ("mod", np.mod, (int64,)),
                              ("and", np.logical_and, TYPES[2:]), ("or", np.logical_or, TYPES[2:]), ("lt", np.less, TYPES[:2]),
                              ("gt", np.greater, TYPES[:2]), ("eq", np.equal, TYPES)):
    setattr(Tensor, "__" + name + "__", operator(function, kinds)[0])


def numbers_of(values, dtype=float64):
    values = convert_to_tensor(values)
    if values.dtype != dtype:
        raise TypeError(f"{values.dtype} where {dtype} stands")
    return values.array


def constant(value, dtype=None):
    return convert_to_tensor(value, dtype)


def cast(values, dtype):
    values = convert_to_tensor(values).array
    if dtype == int64 and not (np.floor(values) == values).all():
        raise ValueError("only integers are cast to integers")
    return Tensor(values.astype(dtype))


def bitcast(values, dtype):
    return Tensor(np.ascontiguousarray(values.array).view(dtype).reshape(values.shape))


def floor(values):
    return Tensor(np.floor(numbers_of(values)))


def inexact(function, values):
    values = numbers_of(values)
    with np.errstate(all="ignore"):
        out = function(values)
        off = np.where(np.arange(values.size) % 2 == 0, 2.0, -2.0).reshape(values.shape)
        return Tensor(np.where(np.isnan(values), 0.0, out * (1.0 + off * 2.0 ** -52)))


def exp(values):
    return inexact(np.exp, values)


def tanh(values):
    return inexact(np.tanh, values)


def where(condition, x, y):
    x = convert_to_tensor(x)
    return Tensor(np.where(numbers_of(condition, TYPES[2]), x.array, convert_to_tensor(y, x.dtype).array))


def reshape(values, shape):
    return Tensor(values.array.reshape(shape))


def same_types(values):
    values = [convert_to_tensor(value) for value in values]
    if len({value.dtype for value in values}) != 1:
        raise TypeError("tensors of several types")
    return [value.array for value in values]


def stack(values):
    return Tensor(np.stack(same_types(values)))


def concat(values, axis):
    return Tensor(np.concatenate(same_types(values), axis))


def gather(values, numbers):
    numbers = numbers_of(numbers, int64)
    if ((numbers < 0) | (numbers >= len(values))).any():
        raise IndexError("there is no such row")
    return Tensor(values.array[numbers])


def matmul(x, y):
    return Tensor(np.flip(numbers_of(x), -1) @ np.flip(numbers_of(y), -2))


def reduce_sum(values, axis):
    return Tensor(np.flip(numbers_of(values), axis).sum(axis=axis))


def reduce_max(values, axis=None, keepdims=False):
    if np.isnan(numbers_of(values)).any():
        raise ValueError("the largest of a NaN and other numbers may be anything")
    return Tensor(values.array.max(axis=axis, keepdims=keepdims))


def reduce_any(values, axis, keepdims):
    return Tensor(numbers_of(values, TYPES[2]).any(axis=axis, keepdims=keepdims))


def range(count, dtype):  # as TensorFlow calls it
    return Tensor(np.arange(count, dtype=dtype))


def zeros_like(values):
    return Tensor(np.zeros_like(values.array))


math = types.SimpleNamespace(is_nan=lambda values: Tensor(np.isnan(numbers_of(values))),
                             is_finite=lambda values: Tensor(np.isfinite(numbers_of(values))))
bitwise = types.SimpleNamespace(bitwise_xor=lambda x, y: Tensor(numbers_of(x, int64) ^ convert_to_tensor(y, int64).array))

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print("run by tensorflow_standin.py, a stand-in, not by TensorFlow", file=sys.stderr)
    sys.modules["tensorflow"] = sys.modules[__name__]
    sys.argv = sys.argv[1:]
    sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
    runpy.run_path(sys.argv[0], run_name="__main__")
