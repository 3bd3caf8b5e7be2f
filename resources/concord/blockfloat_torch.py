"""The arithmetic of a neural network processor, to the last bit, for PyTorch 1.13 or newer.

Vectors are rows of a tensor of float64 whose numbers are FP16; every function of an MFU rounds to FP16 again. Products are made of
blocks: the numbers of a vector, or of a row of a native matrix, share one exponent, and each has a two's complement mantissa.
Gradients pass every rounding as if it were not there, so that a network can be trained that is rounded like this."""
import numpy as np
import torch


class Rounded(torch.autograd.Function):
    """The second, with the gradient of the first."""

    @staticmethod
    def forward(ctx, exact, rounded):
        return rounded.clone()

    @staticmethod
    def backward(ctx, gradient):
        return gradient, None


def power(exponents):
    """2 to the power of integers, exactly."""
    return torch.pow(torch.tensor(2.0, dtype=torch.float64), exponents.double())


class Format:
    """Mantissas of so many bits with the sign, shared exponents of 5 or 8 bits. Sums of products are exact, or meet in a window of
    34 bits before and 40 after the point. FP16 beyond the range becomes infinite, or the largest number if it saturates."""

    def __init__(self, vector, matrix, exponent, exact, saturates):
        self.vector, self.matrix, self.exact, self.saturates = vector, matrix, exact, saturates
        self.lowest, self.highest = 1 - 2 ** (exponent - 1), 2 ** (exponent - 1)

    def half(self, values):
        """Rounded to FP16 once, to nearest even. (A conversion by way of float32 would round twice.)"""
        with torch.no_grad():
            finite = torch.where(torch.isfinite(values), values, torch.zeros_like(values))
            unit = torch.clamp(torch.frexp(finite)[1] - 11, min=-24)
            out = torch.round(finite * power(-unit)) * power(unit)
            out = torch.where(torch.isfinite(values), out, values)
            most = 65504.0 if self.saturates else float("inf")
            out = torch.where(out.abs() > 65504.0, torch.copysign(torch.full_like(out, most), out), out)
        return Rounded.apply(values, out)

    def mantissas(self, values, bits, how=torch.round):
        """Of blocks along the last axis: mantissas, and an exponent for each. Rounding, which is nearest even or `how`, never
        raises the exponent."""
        with torch.no_grad():
            largest = torch.where(torch.isnan(values), torch.zeros_like(values), values.abs()).amax(dim=-1, keepdim=True)
            exponents = torch.frexp(torch.where(torch.isinf(largest), torch.ones_like(largest), largest))[1].long()
            exponents = torch.where(largest == 0, torch.full_like(exponents, self.lowest), exponents)
            exponents = torch.where(torch.isinf(largest), torch.full_like(exponents, self.highest), exponents)
            exponents = exponents.clamp(self.lowest, self.highest)
        scaled = values * power(bits - 1 - exponents)
        with torch.no_grad():
            limit = 2.0 ** (bits - 1)
            kept = how(scaled).clamp(-limit, limit - 1) + 0.0  # no -0
            kept = torch.where(torch.isnan(scaled), torch.zeros_like(kept), kept)
        return Rounded.apply(scaled, kept), exponents[..., 0]

    def block(self, values, bits, how=torch.round):
        """v_wr.q: each vector as a block, and that as FP16 again."""
        mantissas, exponents = self.mantissas(values, bits, how)
        return self.half(mantissas * power(exponents[..., None] - (bits - 1)))

    def matrices(self, values, how=torch.round):
        """m_wr: each row of each native matrix as a block."""
        return self.mantissas(values, self.matrix, how)

    def mv_mul(self, matrices, vectors, rows, columns, turns, how=torch.round):
        """In each turn out[r] = the sum over c of matrix r * columns + c times vector c, rounded to FP16 once."""
        m, m_exponents = matrices
        x, x_exponents = self.mantissas(vectors, self.vector, how)
        n = vectors.shape[-1]
        m = m.reshape(1, rows, columns, n, n)
        x = x.reshape(turns, 1, columns, n, 1)
        dots = torch.matmul(m, x)[..., 0]  # integers that a float64 holds: turns, rows, columns, n
        exponents = m_exponents.reshape(1, rows, columns, n) + x_exponents.reshape(turns, 1, columns, 1)
        exponents = exponents - (self.vector - 1) - (self.matrix - 1)
        return self.summed(dots, exponents).reshape(turns * rows, n)

    def summed(self, dots, exponents):
        """The sum over axis 2 of dots * 2 ** exponents. A float64 holds each term, and their sum where they are small enough."""
        low = int(exponents.min()) if self.exact else -40
        terms = dots * power(exponents - low)
        units = terms if self.exact else Rounded.apply(terms, torch.floor(terms.detach()))  # what is below the window is cut off
        total = units.sum(dim=2)
        if float(units.detach().abs().sum(dim=2).max()) >= 2.0 ** 53:
            total = Rounded.apply(total, self.whole(units.detach()))
        return self.half(total * 2.0 ** low)

    def whole(self, units):
        """Sums of integers of any length, as float64 that round to FP16 as they do."""
        out = torch.empty_like(units[:, :, 0])
        for turn, row, line in np.ndindex(*out.shape):
            sums = np.array([int(unit) for unit in units[turn, row, :, line]], dtype=object).cumsum()
            if not self.exact and any(not -(2 ** 73) <= one < 2 ** 73 for one in sums):
                raise OverflowError("a sum leaves the accumulator, which has 34 bits before the point")
            out[turn, row, line] = odd(sums[-1])
        return out

    def relu(self, x):
        return self.maximum(x, torch.zeros_like(x))

    def sigmoid(self, x):
        small = torch.exp(-x.abs())
        return self.half(torch.where(torch.signbit(x), small, torch.ones_like(x)) / (1.0 + small))

    def tanh(self, x):
        return self.half(torch.tanh(x))

    def softmax(self, x, turns, length):
        """Of each turn the first `length` elements as one vector: difference to the largest and power are rounded each, their sum
        is float32 in ascending order. The other elements become 0."""
        vectors = x.reshape(turns, -1)
        part = vectors[:, :length]
        powers = self.half(torch.exp(self.half(part - part.amax(dim=1, keepdim=True))))
        sums = torch.zeros_like(powers[:, 0], dtype=torch.float32)
        for i in range(length):  # torch.cumsum has other sums on its way
            sums = sums + powers[:, i].float()
        quotient = self.half(powers / sums.double()[:, None])
        return torch.cat([quotient, torch.zeros_like(vectors[:, length:])], dim=1).reshape(x.shape)

    def maximum(self, x, y):
        """-0 is below +0, a NaN gives a NaN."""
        return torch.where(x == y, torch.where(torch.signbit(x), y, x), torch.maximum(x, y))


def toward_zero(scaled):
    return torch.trunc(scaled)


class Draws:
    """Rounding by chance: the larger neighbour as often as a number is close to it. An element of a block is drawn by the seed, by
    the number of instructions executed before, and by its place: the same in any order."""

    def __init__(self, seed, executed):
        self.seed, self.executed = seed, executed

    def __call__(self, scaled):
        kept = torch.trunc(scaled)
        blocks, elements = np.indices((scaled.numel() // scaled.shape[-1], scaled.shape[-1])).reshape(2, *scaled.shape)
        drawn = torch.from_numpy(self.numbers(blocks, elements).astype(np.float64))
        chance = torch.floor((scaled - kept).abs() * 2.0 ** 32)
        return torch.where(drawn < chance, kept + torch.copysign(torch.ones_like(kept), scaled), kept)

    def numbers(self, blocks, elements):
        """The first word of Philox4x32-10, in NumPy, as PyTorch has no unsigned numbers of 64 bits."""
        word = np.uint64(0xffffffff)
        key = [self.seed & 0xffffffff, self.seed >> 32]
        a, b, c, d = (np.broadcast_to(np.asarray(one).astype(np.uint64), blocks.shape)
                      for one in (self.executed & 0xffffffff, self.executed >> 32, blocks, elements))
        for _ in range(10):
            low, high = a * np.uint64(0xd2511f53), c * np.uint64(0xcd9e8d57)
            a, b, c, d = (high >> np.uint64(32)) ^ b ^ np.uint64(key[0]), high & word, \
                (low >> np.uint64(32)) ^ d ^ np.uint64(key[1]), low & word
            key = [(key[0] + 0x9e3779b9) & 0xffffffff, (key[1] + 0xbb67ae85) & 0xffffffff]
        return a


def joined(values):
    """Vectors of several values, one behind the other."""
    return torch.cat(values)


class Queue:
    """Vectors from the network, oldest first, and those to it."""

    def __init__(self, vectors):
        self.vectors, self.taken, self.written = vectors, 0, [vectors[:0]]

    def take(self, count):
        self.taken += count
        return self.vectors[self.taken - count:self.taken]

    def give(self, vectors):
        self.written.append(vectors)

    def given(self):
        return joined(self.written)


class File:
    """A memory of vectors, by number."""

    def __init__(self, vectors=()):
        self.vectors = dict(enumerate(vectors))

    def read(self, first, count, step=0, times=1):
        return torch.stack([self.vectors[first + time * step + i] for time in range(times) for i in range(count)])

    def write(self, vectors, first, step=0, times=1):
        count = len(vectors) // times
        for i, vector in enumerate(vectors):
            self.vectors[first + i // count * step + i % count] = vector


class Window:
    """What slides over a picture of rows of pixels of vectors. Windows are numbered row by row; `padding` is the FP16 code that
    stands beyond the picture."""

    def __init__(self, picture, window, stride, pad, across, padding):
        self.picture, self.window, self.stride, self.pad, self.across = picture, window, stride, pad, across
        self.padding = float(np.array(padding, np.uint16).view(np.float16))

    def of(self, vectors, first, turns, skip, count):
        """Of each of `turns` windows `count` vectors behind the first `skip` ones."""
        height, width, depth = self.picture
        pixel, part = np.divmod(skip + np.arange(count), depth)
        top, left = np.divmod(first + np.arange(turns)[:, None], self.across)
        y = top * self.stride[0] - self.pad[0] + pixel // self.window[1]
        x = left * self.stride[1] - self.pad[1] + pixel % self.window[1]
        inside = (0 <= y) & (y < height) & (0 <= x) & (x < width)
        read = vectors[torch.from_numpy(np.where(inside, (y * width + x) * depth + part, 0).ravel())]
        return torch.where(torch.from_numpy(inside.reshape(-1, 1)), read, torch.full_like(read, self.padding))


class Matrices:
    """A memory of native matrices, by number: mantissas and exponents."""

    def __init__(self):
        self.matrices, self.stacked = {}, {}

    def read(self, first, count):
        if (first, count) not in self.stacked:
            parts = zip(*(self.matrices[i] for i in range(first, first + count)))
            self.stacked[first, count] = tuple(torch.stack(part) for part in parts)
        return self.stacked[first, count]

    def write(self, matrices, first):
        self.stacked.clear()
        self.matrices.update(enumerate(zip(*matrices), first))


def strided(values, first, count, step, times):
    """`times` times `count` vectors, each time `step` further."""
    return values[(first + step * torch.arange(times)[:, None] + torch.arange(count)).reshape(-1)]


def odd(unit):
    """An integer as a float64 that rounds to FP16 as the integer does: what it does not hold sets its last bit."""
    more = max(abs(unit).bit_length() - 53, 0)
    kept = abs(unit) >> more
    if kept << more != abs(unit):
        kept |= 1
    return float(kept if unit >= 0 else -kept) * 2.0 ** more


def codes(values):
    """The 16 bits of FP16 numbers; every NaN is one NaN."""
    values = values.detach().numpy()
    with np.errstate(invalid="ignore"):
        return np.where(np.isnan(values), np.uint16(0x7e00), values.astype(np.float16).view(np.uint16))


def numbers(array, *shape):
    """An array of FP16 numbers, or of their bits, as float64."""
    array = array.view(np.float16) if array.dtype == np.uint16 else array
    return torch.from_numpy(array.astype(np.float64).reshape(shape))
