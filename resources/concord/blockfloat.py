

# Vectors are rows of an array of float64 whose numbers are FP16; every function of an MFU rounds to FP16 again. Products are made of
# blocks: the numbers of a vector, or of a row of a native matrix, share one exponent, and each has a two's complement mantissa; or
# they share nothing, and mantissas are integers.


class Format:
    """Mantissas of so many bits with the sign, shared exponents of 5 or 8 bits; of 0 bits mantissas are integers. Sums of products
    are exact, or meet in a window of 34 bits before and 40 after the point. FP16 beyond the range becomes infinite, or the largest
    number if it saturates."""

    def __init__(self, vector, matrix, exponent, exact, saturates):
        self.vector, self.matrix, self.exponent, self.exact = vector, matrix, exponent, exact
        self.beyond = 65504.0 if saturates else math.inf
        self.quantises = True  # without, nothing is rounded to blocks

    def half(self, values):
        """Rounded to FP16 once, to nearest even."""
        out = to_half(held(values))
        return rounded(values, where(abs(out) > 65504.0, where(is_negative(out), -self.beyond, self.beyond), out))

    def single(self, values):
        return to_single(values)

    def exponents(self, values, bits):
        """Of blocks along the last axis. That of integers is fixed, so that mantissas count in ones."""
        if self.exponent == 0:
            lowest = highest = bits - 1.0
        else:
            lowest, highest = 1.0 - 2 ** (self.exponent - 1), 2.0 ** (self.exponent - 1)
        most = largest(where(is_nan(values), 0.0, abs(values)))
        inside = where((most > 0.0) & (most < math.inf), most, 1.0)
        exponents = where(most > 0.0, where(most < math.inf, exponents_of(inside), highest), lowest)
        return clip(exponents, lowest, highest)

    def mantissas(self, values, bits, how=nearest):
        """Of blocks along the last axis: mantissas, and an exponent for each. Rounding, which is nearest even or `how`, never
        raises the exponent."""
        exponents = self.exponents(held(values), bits)
        scaled = values * power(bits - 1 - exponents)
        if not self.quantises:
            return scaled, exponents[..., 0]
        limit = 2.0 ** (bits - 1)
        kept = clip(how(held(scaled)), -limit, limit - 1) + 0.0  # no -0
        return rounded(scaled, where(is_nan(kept), 0.0, kept)), exponents[..., 0]

    def block(self, values, bits, how=nearest):
        """v_wr.q: each vector as a block, and that as FP16 again."""
        mantissas, exponents = self.mantissas(values, bits, how)
        return self.half(mantissas * power(exponents[..., None] - (bits - 1)))

    def matrices(self, values, how=nearest):
        """m_wr: each row of each native matrix as a block."""
        return self.mantissas(values, self.matrix, how)

    def mv_mul(self, matrices, vectors, rows, columns, turns, how=nearest):
        """In each turn out[r] = the sum over c of matrix r * columns + c times vector c, rounded to FP16 once."""
        m, m_exponents = matrices
        x, x_exponents = self.mantissas(vectors, self.vector, how)
        n = vectors.shape[-1]
        m = reshape(m, (1, rows, columns, n, n))
        x = reshape(x, (turns, 1, columns, n, 1))
        dots = matmul(m, x)[..., 0]  # integers that a float64 holds: turns, rows, columns, n
        exponents = reshape(m_exponents, (1, rows, columns, n)) + reshape(x_exponents, (turns, 1, columns, 1))
        exponents = exponents - (self.vector - 1) - (self.matrix - 1)
        return reshape(self.summed(dots, exponents), (turns * rows, n))

    def summed(self, dots, exponents):
        """The sum over axis 2 of dots * 2 ** exponents. A float64 holds each term, and their sum where they are small enough."""
        low = -top(-exponents) if self.exact else -40.0
        units = dots * power(exponents - low)
        if not self.exact:
            units = rounded(units, floor(held(units)))  # what is below the window is cut off
        total = sum_over(units, 2)
        if self.quantises and top(sum_over(abs(held(units)), 2)) >= 2.0 ** 53:
            total = rounded(total, self.whole(held(units)))
        return self.half(total * 2.0 ** low)

    def whole(self, units):
        """Sums over axis 2 as integers of any length, and as float64 that round to FP16 as they do."""
        sums = np.vectorize(int, otypes=[object])(plain(units)).cumsum(axis=2)
        if not self.exact and any(not -(2 ** 73) <= one < 2 ** 73 for one in sums.ravel()):
            raise OverflowError("a sum leaves the accumulator, which has 34 bits before the point")
        return array_of(np.vectorize(odd, otypes=[np.float64])(sums[:, :, -1]))

    def relu(self, x):
        return self.maximum(x, zeros_like(x))

    def sigmoid(self, x):
        small = exp(-abs(x))
        return self.half(where(is_negative(x), small, 1.0) / (1.0 + small))

    def tanh(self, x):
        return self.half(tanh(x))

    def softmax(self, x, turns, length):
        """Of each turn the first `length` elements as one vector: difference to the largest and power are rounded each, their sum
        is float32 in ascending order. The other elements become 0."""
        vectors = reshape(x, (turns, -1))
        part = vectors[:, :length]
        powers = self.half(exp(self.half(part - largest(part))))
        sums = powers[:, :1]
        for i in range(1, length):
            sums = self.single(sums + powers[:, i:i + 1])
        return reshape(joined([self.half(powers / sums), zeros_like(vectors[:, length:])], 1), x.shape)

    def maximum(self, x, y):
        """-0 is below +0, a NaN gives a NaN."""
        return where(x == y, where(is_negative(x), y, x), larger(x, y))


class Float64(Format):
    """The same operations in float64, which round to no other format. Native matrices are arrays of numbers."""

    def __init__(self):
        pass

    def half(self, values):
        return values

    def single(self, values):
        return values

    def mv_mul(self, matrices, vectors, rows, columns, turns):
        n = vectors.shape[-1]
        m = reshape(matrices, (1, rows, columns, n, n))
        x = reshape(vectors, (turns, 1, columns, n, 1))
        return reshape(sum_over(matmul(m, x)[..., 0], 2), (turns * rows, n))


toward_zero = trunc


class Draws:
    """Rounding by chance: the larger neighbour as often as a number is close to it. An element of a block is drawn by the seed, by
    the number of instructions executed before, and by its place: the same in any order."""

    def __init__(self, seed, executed):
        self.seed, self.executed = seed, executed

    def __call__(self, scaled):
        kept = trunc(scaled)
        blocks, elements = reshape(counted(math.prod(scaled.shape[:-1])), (-1, 1)), counted(scaled.shape[-1])
        drawn = reshape(real(self.numbers(blocks, elements)), scaled.shape)
        chance = floor(abs(scaled - kept) * 2.0 ** 32)
        return where(drawn < chance, kept + where(is_negative(scaled), -1.0, 1.0), kept)

    def numbers(self, blocks, elements):
        """The first word of Philox4x32-10."""
        word = 2 ** 32
        none = 0 * (blocks + elements)
        key = [self.seed % word, self.seed // word]
        a, b, c, d = none + self.executed % word, none + self.executed // word, none + blocks, none + elements
        for _ in range(10):
            (a_high, a_low), (c_high, c_low) = product(a, 0xd2511f53), product(c, 0xcd9e8d57)
            a, b = exclusive_or(exclusive_or(c_high, b), key[0]), c_low
            c, d = exclusive_or(exclusive_or(a_high, d), key[1]), a_low
            key = [(key[0] + 0x9e3779b9) % word, (key[1] + 0xbb67ae85) % word]
        return a


def product(x, y):
    """Of numbers of 32 bits the high and the low 32 bits, in signed integers of 64 bits."""
    low, high = x * (y % 65536), x * (y // 65536)
    middle = low // 65536 + high
    return middle // 65536, middle % 65536 * 65536 + low % 65536


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
    """A memory of vectors, or of native matrices as numbers, by number."""

    def __init__(self, vectors=()):
        self.vectors = dict(enumerate(vectors))

    def read(self, first, count, step=0, times=1):
        return stacked([self.vectors[first + time * step + i] for time in range(times) for i in range(count)])

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
        above, left = np.divmod(first + np.arange(turns)[:, None], self.across)
        y = above * self.stride[0] - self.pad[0] + pixel // self.window[1]
        x = left * self.stride[1] - self.pad[1] + pixel % self.window[1]
        inside = (0 <= y) & (y < height) & (0 <= x) & (x < width)
        number = np.where(inside, (y * width + x) * depth + part, 0).ravel()
        return where(inside.reshape(-1, 1), rows_of(vectors, number), self.padding)


class Matrices:
    """A memory of native matrices, by number: mantissas and exponents."""

    def __init__(self):
        self.matrices, self.stacked = {}, {}

    def read(self, first, count):
        if (first, count) not in self.stacked:
            parts = zip(*(self.matrices[i] for i in range(first, first + count)))
            self.stacked[first, count] = tuple(stacked(list(part)) for part in parts)
        return self.stacked[first, count]

    def write(self, matrices, first):
        self.stacked.clear()
        self.matrices.update(enumerate(zip(*matrices), first))


def shaped(data, shape, keeps_first):
    """Data with axes split or merged, whose last ones agree, and if it has more axes than are wanted the first ones, too: others
    were in another order, and would become other numbers."""
    has, wanted = ([extent for extent in one if extent != 1] for one in (data.shape, shape))
    is_split = len(has) <= 1 or (wanted and has[-1] == wanted[-1])
    is_merged = not keeps_first or len(has) <= len(wanted) or has[0] == wanted[0]
    if data.size != math.prod(shape) or not (is_split and is_merged):
        raise ValueError(f"an array of shape {list(data.shape)} was given, {list(shape)} is wanted: "
                         "inputs or channels are the last axis, which numpy.transpose can make them")
    return np.reshape(data, shape)


def filled(data, rows, columns, n):
    """Rows of numbers as native vectors: each row cut into them, and the last one filled up with zeros."""
    each = -(-columns // n)
    out = np.zeros((rows, each * n), np.float16)
    out[:, :columns] = shaped(np.asarray(data), (rows, columns), False)
    return numbers(out, -1, n)


def array(data, *shape):
    """Numbers of a person as float32 of this shape."""
    return shaped(np.asarray(data, np.float32), shape, True)


def tiled(weights, n):
    """Weights [outputs, inputs], or of windows [outputs, places, inputs], as native matrices, row of tiles after row of tiles. The
    last ones are filled up with zeros, of windows at each place."""
    rows, columns = weights.shape[0], weights.shape[-1]
    down, each = -(-rows // n), -(-columns // n)
    places = weights.reshape(rows, -1, columns)
    out = np.zeros((down * n, places.shape[1], each * n), np.float16)
    out[:rows, :, :columns] = places
    return numbers(out.reshape(down, n, -1, n).swapaxes(1, 2), -1, n, n)


def untiled(matrices, *shape):
    """The weights of this shape that native matrices have, without what fills them up."""
    n, rows, columns = matrices.shape[-1], shape[0], shape[-1]
    down, each = -(-rows // n), -(-columns // n)
    out = plain(matrices).reshape(down, -1, n, n).swapaxes(1, 2).reshape(down * n, -1, each * n)
    return out[:rows, :, :columns].reshape(shape)


def cut(vectors, rows, columns):
    """The rows of numbers that native vectors have, without what fills them up."""
    return reshape(vectors, (rows, -1))[:, :columns]


def matrices_of(vectors):
    """Native matrices, whose rows come as vectors one after the other."""
    n = vectors.shape[-1]
    return reshape(vectors, (-1, n, n))


def strided(values, first, count, step, times):
    """`times` times `count` vectors, each time `step` further."""
    return rows_of(values, (first + step * np.arange(times)[:, None] + np.arange(count)).ravel())


def odd(unit):
    """An integer as a float64 that rounds to FP16 as the integer does: what it does not hold sets its last bit."""
    more = max(abs(unit).bit_length() - 53, 0)
    kept = abs(unit) >> more
    if kept << more != abs(unit):
        kept |= 1
    return math.ldexp(float(kept if unit >= 0 else -kept), more)


def codes(values):
    """The 16 bits of FP16 numbers; every NaN is one NaN."""
    values = plain(values)
    with np.errstate(invalid="ignore"):
        return np.where(np.isnan(values), np.uint16(0x7e00), values.astype(np.float16).view(np.uint16))


def numbers(array, *shape):
    """An array of numbers, rounded to FP16, or of the bits of such, as float64."""
    with np.errstate(over="ignore"):
        array = array.view(np.float16) if array.dtype == np.uint16 else array.astype(np.float16)
    return array_of(array.astype(np.float64).reshape(shape))
