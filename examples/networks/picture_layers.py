# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers of networks for pictures, forwards and backwards, by numpy alone: what train_pictures.py trains."""
import numpy as np


# The kinds of layers. Each gives its value, and from the gradient of that those of what it reads and of its weights.
# A value is [pictures, rows, columns, channels].
def taps(layer, rows, columns):
    """For each tap of a window where it reads, as slices of the padded image, for so many windows."""
    s = layer.get("stride", [1, 1])[0]
    for a in range(layer["kernel"][0]):
        for b in range(layer["kernel"][1]):
            yield slice(a, a + s * rows, s), slice(b, b + s * columns, s)


def gathered(x, layer):
    """All taps of each window side by side."""
    (top, bottom, left, right), k, s = layer["pad"], layer["kernel"][0], layer.get("stride", [1, 1])[0]
    padded = np.pad(x, ((0, 0), (top, bottom), (left, right), (0, 0)))
    rows, columns = ((n - k) // s + 1 for n in padded.shape[1:3])
    return np.concatenate([padded[:, r, c] for r, c in taps(layer, rows, columns)], axis=3)


def scattered(windows, layer, shape):
    """The transpose of that: every tap is added where it was read, in an image of this shape."""
    top, bottom, left, right = layer["pad"]
    n, rows, columns, channels = shape
    out = np.zeros((n, rows + top + bottom, columns + left + right, channels), windows.dtype)
    for tap, (r, c) in enumerate(taps(layer, *windows.shape[1:3])):
        place = out[:, r, c]  # where the stride leaves a rest, the last windows end before the image does
        place += windows[..., tap * channels:(tap + 1) * channels]
    return out[:, top:top + rows, left:left + columns]


def as_matrix(layer, w):
    """[taps and channels read][channels made], of a transposed convolution [channels read][taps and channels made]."""
    return w.reshape(-1, w.shape[3]) if layer["kind"] == "conv" else w.transpose(2, 0, 1, 3).reshape(w.shape[2], -1)


def from_matrix(layer, matrix, shape):
    a, b, read, made = shape
    return matrix.reshape(shape) if layer["kind"] == "conv" else matrix.reshape(read, a, b, made).transpose(1, 2, 0, 3)


def flat(x):
    return x.reshape(-1, x.shape[-1])


class Conv:
    def __init__(self, layer, reads):
        self.windows = gathered(reads[0], layer)
        self.value = self.windows @ as_matrix(layer, layer["w"]) + layer["b"]

    def back(self, layer, reads, gradient):
        layer["dw"] = from_matrix(layer, flat(self.windows).T @ flat(gradient), layer["w"].shape)
        return [scattered(gradient @ as_matrix(layer, layer["w"]).T, layer, reads[0].shape)]


class ConvTranspose:
    def __init__(self, layer, reads):
        n, rows, columns, _ = reads[0].shape
        size = [(m - 1) * layer["stride"][0] + layer["kernel"][0] - layer["pad"][0] - layer["pad"][1] for m in (rows, columns)]
        self.value = scattered(reads[0] @ as_matrix(layer, layer["w"]), layer, (n, *size, layer["w"].shape[3])) + layer["b"]

    def back(self, layer, reads, gradient):
        windows = gathered(gradient, layer)
        layer["dw"] = from_matrix(layer, flat(reads[0]).T @ flat(windows), layer["w"].shape)
        return [windows @ as_matrix(layer, layer["w"]).T]


class Concat:
    def __init__(self, layer, reads):
        self.value = np.concatenate(reads, axis=3)

    def back(self, layer, reads, gradient):
        return np.split(gradient, np.cumsum([x.shape[3] for x in reads])[:-1], axis=3)


class MaxPool:  # windows of 2 x 2
    def __init__(self, layer, reads):
        n, rows, columns, channels = reads[0].shape
        parts = reads[0].reshape(n, rows // 2, 2, columns // 2, 2, channels)
        self.value = parts.max(axis=(2, 4))
        self.wins = parts == self.value[:, :, None, :, None]

    def back(self, layer, reads, gradient):
        return [(self.wins * gradient[:, :, None, :, None]).reshape(reads[0].shape)]


class DepthToSpace:  # four channels become 2 x 2 pixels
    def __init__(self, layer, reads):
        n, rows, columns, channels = reads[0].shape
        parts = reads[0].reshape(n, rows, columns, 2, 2, channels // 4).transpose(0, 1, 3, 2, 4, 5)
        self.value = parts.reshape(n, 2 * rows, 2 * columns, channels // 4)

    def back(self, layer, reads, gradient):
        n, rows, columns, channels = reads[0].shape
        parts = gradient.reshape(n, rows, 2, columns, 2, channels // 4).transpose(0, 1, 3, 2, 4, 5)
        return [parts.reshape(reads[0].shape)]


class UpsampleBilinear:  # by 2, half_pixel: the image's edge counts once more beyond it
    def __init__(self, layer, reads):
        self.value = doubled(doubled(reads[0], 1), 2)

    def back(self, layer, reads, gradient):
        return [halved(halved(gradient, 2), 1)]


def neighbours(x, axis):
    """Of each element the one before and the one after, at the ends itself."""
    first, last = np.take(x, [0], axis), np.take(x, [-1], axis)
    return (np.concatenate([first, np.delete(x, -1, axis)], axis), np.concatenate([np.delete(x, 0, axis), last], axis))


def doubled(x, axis):
    before, after = neighbours(x, axis)
    out = np.stack([0.25 * before + 0.75 * x, 0.75 * x + 0.25 * after], axis + 1)
    return out.reshape(*x.shape[:axis], 2 * x.shape[axis], *x.shape[axis + 1:])


def halved(gradient, axis):
    """The transpose of that."""
    n = gradient.shape[axis] // 2
    even, odd = (np.take(gradient, range(i, 2 * n, 2), axis) for i in range(2))
    out = 0.75 * (even + odd)
    at = lambda places: (slice(None),) * axis + (places,)
    for part, shift in (even, -1), (odd, 1):  # an even one took a quarter from the element before, an odd one after
        np.add.at(out, at(np.clip(np.arange(n) + shift, 0, n - 1)), 0.25 * part)
    return out


KINDS = {"conv": Conv, "conv_transpose": ConvTranspose, "concat": Concat, "max_pool": MaxPool,
         "depth_to_space": DepthToSpace, "upsample_bilinear": UpsampleBilinear}


def evaluated(layers, x):
    """The values of all layers by name, and what each keeps for its gradient."""
    values, kept = {"x": x}, []
    for layer in layers:
        kept.append(KINDS[layer["kind"]](layer, [values[name] for name in layer["inputs"]]))
        value = kept[-1].value
        values[layer["name"]] = np.maximum(value, 0) if layer.get("activation") == "relu" else value
    return values, kept


def gradients(layers, x, target):
    """Of the mean squared error, as `dw` and `db` of each layer; the error itself."""
    values, kept = evaluated(layers, x)
    difference = values[layers[-1]["name"]] - target
    flowing = {layers[-1]["name"]: 2 * difference / difference.size}
    for layer, one in zip(reversed(layers), reversed(kept)):
        gradient = flowing.pop(layer["name"])
        if layer.get("activation") == "relu": gradient = gradient * (values[layer["name"]] > 0)
        if "w" in layer: layer["db"] = flat(gradient).sum(axis=0)
        for name, back in zip(layer["inputs"], one.back(layer, [values[name] for name in layer["inputs"]], gradient)):
            flowing[name] = flowing[name] + back if name in flowing else back
    return np.square(difference).mean()
