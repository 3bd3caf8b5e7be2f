"""The arithmetic of a neural network processor, to the last bit, with NumPy 1.24 or newer."""
import math

import numpy as np

floor, trunc, nearest, where, clip = np.floor, np.trunc, np.rint, np.where, np.clip
is_nan, is_negative = np.isnan, np.signbit
exp, tanh, larger, zeros_like = np.exp, np.tanh, np.maximum, np.zeros_like
matmul, reshape, stacked, joined, sum_over = np.matmul, np.reshape, np.stack, np.concatenate, np.sum
counted, exclusive_or, real, array_of, plain = np.arange, np.bitwise_xor, np.float64, np.asarray, np.asarray


def held(values):
    return values


def rounded(exact, out):
    return out


def to_half(values):
    return np.asarray(values, np.float64).astype(np.float16).astype(np.float64)


def to_single(values):
    return values.astype(np.float32).astype(np.float64)


def power(exponents):
    """2 to the power of integers."""
    return np.ldexp(1.0, np.asarray(exponents, np.int64))


def exponents_of(values):
    """Of each number the integer e for which 2 ** (e - 1) <= abs(number) < 2 ** e."""
    return np.frexp(values)[1].astype(np.float64)


def largest(values):
    """Along the last axis, which stays; a NaN is the largest."""
    return values.max(axis=-1, keepdims=True)


def top(values):
    """Of all."""
    return float(values.max())


def rows_of(vectors, numbers):
    return vectors[numbers]
