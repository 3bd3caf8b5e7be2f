"""The arithmetic of a neural network processor, to the last bit.

Vectors are rows of an array of float64 whose numbers are FP16; every function of an MFU rounds to FP16 again. Products are made of
blocks: the numbers of a vector, or of a row of a native matrix, share one exponent, and each has a two's complement mantissa."""
import numpy as np

HALF_NAN = 0x7e00


class Format:
    """Mantissas of so many bits with the sign, shared exponents of 5 or 8 bits. Sums of products are exact, or meet in a window of
    34 bits before and 40 after the point. FP16 beyond the range becomes infinite, or the largest number if it saturates."""

    def __init__(self, vector, matrix, exponent, exact, saturates):
        self.vector, self.matrix, self.exact, self.saturates = vector, matrix, exact, saturates
        self.lowest, self.highest = 1 - 2 ** (exponent - 1), 2 ** (exponent - 1)

    def half(self, values):
        """Rounded to FP16 once, to nearest even."""
        out = np.asarray(values, np.float64).astype(np.float16).astype(np.float64)
        return np.clip(out, -65504.0, 65504.0) if self.saturates else out

    def mantissas(self, values, bits, how=np.rint):
        """Of blocks along the last axis: mantissas, and an exponent for each. Rounding, which is nearest even or `how`, never
        raises the exponent."""
        largest = np.where(np.isnan(values), 0.0, np.abs(values)).max(axis=-1, keepdims=True)
        exponents = np.where(largest == 0, self.lowest, np.where(np.isinf(largest), self.highest, np.frexp(largest)[1]))
        exponents = np.clip(exponents, self.lowest, self.highest).astype(np.int64)
        scaled = how(np.ldexp(values, bits - 1 - exponents))
        limit = 2.0 ** (bits - 1)
        return np.where(np.isnan(scaled), 0.0, np.clip(scaled, -limit, limit - 1)).astype(np.int64), exponents[..., 0]

    def block(self, values, bits, how=np.rint):
        """v_wr.q: each vector as a block, and that as FP16 again."""
        mantissas, exponents = self.mantissas(values, bits, how)
        return self.half(np.ldexp(mantissas.astype(np.float64), exponents[..., None] - (bits - 1)))

    def matrices(self, values, how=np.rint):
        """m_wr: each row of each native matrix as a block."""
        return self.mantissas(values, self.matrix, how)

    def mv_mul(self, matrices, vectors, rows, columns, turns, how=np.rint):
        """In each turn out[r] = the sum over c of matrix r * columns + c times vector c, rounded to FP16 once."""
        m, m_exponents = matrices
        x, x_exponents = self.mantissas(vectors, self.vector, how)
        n = vectors.shape[-1]
        m = m.reshape(1, rows, columns, n, n)
        x = x.reshape(turns, 1, columns, n, 1)
        dots = (m @ x)[..., 0]  # int64: turns, rows, columns, n
        exponents = m_exponents.reshape(1, rows, columns, n) + x_exponents.reshape(turns, 1, columns, 1)
        exponents = exponents - (self.vector - 1) - (self.matrix - 1)
        return self.summed(dots, exponents).reshape(turns * rows, n)

    def summed(self, dots, exponents):
        """The sum over axis 2 of dots * 2 ** exponents. A float64 holds each term, and their sum where they are small enough."""
        low = int(exponents.min()) if self.exact else -40
        units = np.ldexp(dots.astype(np.float64), exponents - low)
        if not self.exact:
            units = np.floor(units)  # what is below the window is cut off
        if np.abs(units).sum(axis=2).max() < 2.0 ** 53:
            return self.half(np.ldexp(units.sum(axis=2), low))
        whole = np.vectorize(int, otypes=[object])(units).cumsum(axis=2)  # integers of any length
        if not self.exact and any(not -(2 ** 73) <= unit < 2 ** 73 for unit in whole.ravel()):
            raise OverflowError("a sum leaves the accumulator, which has 34 bits before the point")
        return self.half(np.vectorize(lambda unit: once(unit, low), otypes=[np.float64])(whole[:, :, -1]))

    def relu(self, x):
        return self.maximum(x, np.zeros_like(x))

    def sigmoid(self, x):
        power = np.exp(-np.abs(x))
        return self.half(np.where(np.signbit(x), power, 1.0) / (1.0 + power))

    def tanh(self, x):
        return self.half(np.tanh(x))

    def softmax(self, x, turns, length):
        """Of each turn the first `length` elements as one vector: difference to the largest and power are rounded each, their sum
        is float32 in ascending order. The other elements become 0."""
        vectors = x.reshape(turns, -1)
        part = vectors[:, :length]
        powers = self.half(np.exp(self.half(part - part.max(axis=1, keepdims=True))))
        sums = np.add.accumulate(powers.astype(np.float32), axis=1)[:, -1:].astype(np.float64)
        out = np.zeros_like(vectors)
        out[:, :length] = self.half(powers / sums)
        return out.reshape(x.shape)

    def maximum(self, x, y):
        """-0 is below +0, a NaN gives a NaN."""
        return np.where(x == y, np.where(np.signbit(x), y, x), np.maximum(x, y))


def toward_zero(scaled):
    return np.trunc(scaled)


class Draws:
    """Rounding by chance: the larger neighbour as often as a number is close to it. An element of a block is drawn by the seed, by
    the number of instructions executed before, and by its place: the same in any order."""

    def __init__(self, seed, executed):
        self.seed, self.executed = seed, executed

    def __call__(self, scaled):
        kept = np.trunc(scaled)
        blocks, elements = np.indices((scaled.size // scaled.shape[-1], scaled.shape[-1])).reshape(2, *scaled.shape)
        chance = np.floor(np.ldexp(np.abs(scaled - kept), 32))
        return np.where(self.numbers(blocks, elements) < chance, kept + np.copysign(1.0, scaled), kept)

    def numbers(self, blocks, elements):
        """The first word of Philox4x32-10."""
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
    return np.concatenate(values)


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
        return np.stack([self.vectors[first + time * step + i] for time in range(times) for i in range(count)])

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
        number = np.where(inside, (y * width + x) * depth + part, 0).ravel()
        return np.where(inside.reshape(-1, 1), vectors[number], self.padding)


class Matrices:
    """A memory of native matrices, by number: mantissas and exponents."""

    def __init__(self):
        self.matrices, self.stacked = {}, {}

    def read(self, first, count):
        if (first, count) not in self.stacked:
            parts = zip(*(self.matrices[i] for i in range(first, first + count)))
            self.stacked[first, count] = tuple(np.stack(part) for part in parts)
        return self.stacked[first, count]

    def write(self, matrices, first):
        self.stacked.clear()
        self.matrices.update(enumerate(zip(*matrices), first))


def strided(values, first, count, step, times):
    """`times` times `count` vectors, each time `step` further."""
    return values[(first + step * np.arange(times)[:, None] + np.arange(count)).ravel()]


def once(unit, low):
    """unit * 2 ** low as a float64 that rounds to FP16 as the number itself does: what it does not hold sets its last bit."""
    more = max(abs(unit).bit_length() - 53, 0)
    kept = abs(unit) >> more
    if kept << more != abs(unit):
        kept |= 1
    return float(np.ldexp(float(kept if unit >= 0 else -kept), low + more))


def codes(values):
    """The 16 bits of FP16 numbers; every NaN is one NaN."""
    out = np.asarray(values, np.float64).astype(np.float16).view(np.uint16)
    return np.where(np.isnan(values), np.uint16(HALF_NAN), out)


def numbers(array, *shape):
    """An array of FP16 numbers, or of their bits, as float64."""
    array = array.view(np.float16) if array.dtype == np.uint16 else array
    return array.astype(np.float64).reshape(shape)
