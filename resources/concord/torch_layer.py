"""The arithmetic of a neural network processor, to the last bit, with PyTorch 1.13 or newer. Gradients pass every rounding as if it
were not there, so that a network can be trained that is rounded like this."""
import math

import numpy as np
import torch

floor, trunc, nearest, clip = torch.floor, torch.trunc, torch.round, torch.clamp
is_nan, is_finite, is_negative = torch.isnan, torch.isfinite, torch.signbit
exp, tanh, larger, zeros_like = torch.exp, torch.tanh, torch.maximum, torch.zeros_like
matmul, reshape, stacked, joined, sum_over = torch.matmul, torch.reshape, torch.stack, torch.cat, torch.sum
counted, exclusive_or, real, array_of = torch.arange, torch.bitwise_xor, torch.Tensor.double, torch.as_tensor


class Rounded(torch.autograd.Function):
    @staticmethod
    def forward(ctx, exact, out):
        return out.clone()

    @staticmethod
    def backward(ctx, gradient):
        return gradient, None


def held(values):
    """Without gradients."""
    return values.detach()


def rounded(exact, out):
    """The second, with the gradient of the first."""
    return Rounded.apply(exact, out)


def to_single(values):
    return values.float().double()


def power(exponents):
    """2 to the power of integers."""
    return ((exponents.long() + 1023) * 2 ** 52).view(torch.float64)


def exponents_of(values):
    """Of each number the integer e for which 2 ** (e - 1) <= abs(number) < 2 ** e."""
    return torch.frexp(values)[1].double()


def largest(values):
    """Along the last axis, which stays; a NaN is the largest."""
    return values.amax(dim=-1, keepdim=True)


def top(values):
    """Of all."""
    return float(values.detach().max())


def rows_of(vectors, numbers):
    return vectors[torch.from_numpy(numbers)]


def where(condition, x, y):
    return torch.where(torch.as_tensor(condition), real(torch.as_tensor(x)), real(torch.as_tensor(y)))


def plain(values):
    """As an array of NumPy."""
    return values.detach().numpy()
