"""The arithmetic of a neural network processor, to the last bit, with TensorFlow 2.

Tensors are float64 and int64, and every operation used gives the same bits wherever it runs: numbers are rounded by functions of
our own, sums are exact in any order, and what TensorFlow leaves open for NaNs or -0 is said here."""
import math

import numpy as np
import tensorflow as tf

floor, reshape, stacked, matmul, sum_over = tf.floor, tf.reshape, tf.stack, tf.matmul, tf.reduce_sum
is_nan, is_finite = tf.math.is_nan, tf.math.is_finite
zeros_like, exclusive_or, array_of, rows_of = tf.zeros_like, tf.bitwise.bitwise_xor, tf.constant, tf.gather


def held(values):
    return values


def rounded(exact, out):
    return out


def where(condition, x, y):
    return tf.where(condition, tf.convert_to_tensor(x, tf.float64), tf.convert_to_tensor(y, tf.float64))


def exp(values):
    return where(is_nan(values), values, tf.exp(values))


def tanh(values):
    return where(is_nan(values), values, tf.tanh(values))


def joined(values, axis=0):
    return tf.concat(values, axis)


def real(values):
    return tf.cast(values, tf.float64)


def counted(count):
    return tf.range(count, dtype=tf.int64)


def is_negative(values):
    """-0 is."""
    return tf.bitcast(values, tf.int64) < 0


def with_sign(magnitudes, values):
    return where(is_negative(values), -magnitudes, magnitudes)


def trunc(values):
    return with_sign(tf.floor(abs(values)), values)


def nearest(values):
    """Integers; of two that are as near the even one."""
    magnitudes = abs(values)
    whole = tf.floor(magnitudes)
    rest = magnitudes - whole
    is_odd = 2.0 * tf.floor(0.5 * whole) < whole
    return with_sign(where((rest > 0.5) | ((rest == 0.5) & is_odd), whole + 1.0, whole), values)


def to_single(values):
    return to_bits(values, 24, -149)


def power(exponents):
    """2 to the power of integers."""
    return tf.bitcast((tf.cast(exponents, tf.int64) + 1023) * 2 ** 52, tf.float64)


def exponents_of(values):
    """Of each number the integer e for which 2 ** (e - 1) <= abs(number) < 2 ** e."""
    return real(tf.bitcast(abs(values), tf.int64) // 2 ** 52 - 1022)


def clip(values, low, high):
    return where(values < low, low, where(values > high, high, values))


def larger(x, y):
    """A NaN is the larger one."""
    return where(is_nan(x) | (x > y), x, y)


def largest(values):
    """Along the last axis, which stays; a NaN is the largest."""
    lacks = is_nan(values)
    most = tf.reduce_max(where(lacks, -math.inf, values), axis=-1, keepdims=True)
    return where(tf.reduce_any(lacks, axis=-1, keepdims=True), math.nan, most)


def top(values):
    """Of all."""
    return float(tf.reduce_max(values))


def plain(values):
    """As an array of NumPy."""
    return values.numpy()
