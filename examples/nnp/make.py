#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the inputs of max-pool and photograph, and by plain loops of numpy what their programs give; and what software gives
that forgets a rounding of two-portions.

    python3 make.py        writes the files beside the script
"""
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True  # leave nothing beside the examples
sys.path.insert(0, os.path.join(HERE, "..", "networks"))
from make import save_network, side_by_side, write_png  # noqa: E402

SIDE, N = 64, 4  # pixels of the photograph in a row, numbers of a native vector


def save(folder, name, values):
    np.save(os.path.join(HERE, folder, name + ".npy"), values.astype(np.float16))


def load(name):
    return np.load(os.path.join(HERE, "..", "data", name))


def block(vector, bits=5):
    """With one exponent, and a mantissa of so many bits for each number."""
    if not np.any(vector):
        return np.zeros(len(vector))
    exponent = int(np.frexp(np.abs(vector).max())[1])
    step = 2.0 ** (exponent - (bits - 1))
    return np.clip(np.rint(vector / step), -(2 ** (bits - 1)), 2 ** (bits - 1) - 1) * step


def blocks(picture):
    return np.apply_along_axis(block, -1, picture)


def max_pool():
    random = np.random.Generator(np.random.PCG64(4))
    x = np.round(random.normal(0, 0.6, (4, 4, N)), 2).astype(np.float16).astype(np.float64)
    save("max-pool", "x", x)
    save("max-pool", "identity", np.eye(N)[None])
    half = lambda pixels, through: np.maximum(through(pixels[:, ::2]), through(pixels[:, 1::2]))
    down = lambda pixels, through: half(pixels.transpose(1, 0, 2), through).transpose(1, 0, 2)
    for name, through in (("y", blocks), ("y_bypass", lambda pixels: pixels)):
        y = down(half(x, through), through)
        save("max-pool", os.path.join("expected", name), y)
        print(name, y.reshape(4, N).tolist())
    grey = np.clip(128 + 100 * np.concatenate([x[..., 0], np.full((1, 4), np.nan), x[..., 1]]), 0, 255)
    write_png(os.path.join(HERE, "max-pool", "picture.png"),
              np.nan_to_num(grey, nan=255).astype(np.uint8).repeat(8, axis=0).repeat(8, axis=1))


def by_hand():
    """Addresses, a step of an LSTM, a matrix that fills no tiles, and layers of VGG-16 by their sizes."""
    folder = os.path.join(HERE, "by-hand")
    numbers = np.arange(25)
    save("by-hand", "pixels", np.stack([numbers, numbers, numbers, np.ones(25)], axis=1))  # the last tells pixels from padding
    around = np.pad(numbers.reshape(5, 5), 1, constant_values=-1)
    windows = np.stack([around[i:i + 3, j:j + 3].reshape(9) for i in (0, 2, 4) for j in (0, 2, 4)])
    pixel = lambda n: np.stack([n, n, n, np.ones_like(n)], axis=-1) * (n >= 0)[..., None]
    save("by-hand", os.path.join("expected", "windows"), pixel(windows))
    save("by-hand", os.path.join("expected", "stepped"), pixel(np.array([10, 12, 14, 16])))

    def network(stem, name, shape, layers, more=None, **arrays):
        if arrays:
            np.savez_compressed(os.path.join(folder, stem + ".npz"), **{key: np.float32(a) for key, a in arrays.items()})
        save_network(os.path.join(folder, stem), {"schema": "lanewright.network", "version": 1, "name": name, "dtype": "f32",
                     "input": {"name": "x", "shape": shape}, **(more or {}), "layers": layers, "outputs": [layers[-1]["name"]]},
                     between=",\n    ")

    def file(stem, *keys):
        return {key: "%s.npz#%s" % (stem, key) for key in keys}

    # Every gate has the same weights: i, o, f and c side by side.
    lstm = {"name": "h", "kind": "lstm", "inputs": ["x"],
            **file("step", "weights", "recurrence", "bias", "initial_h", "initial_c"), "output": "last"}
    network("step", "E1.3", [1, 1, 2], [lstm], weights=np.tile([[.5, .25], [-.5, .75]], 4), recurrence=np.tile(np.eye(2) / 2, 4),
            bias=np.tile([0, .1], 4), initial_h=[.2, -.1], initial_c=[.3, .4])
    np.save(os.path.join(folder, "step.x.npy"), np.float32([[[1, .5]]]))
    dense = {"name": "y", "kind": "dense", "inputs": ["x"], **file("tiles", "weights")}
    network("tiles", "E1.6", [6], [dense], weights=np.arange(1, 31).reshape(6, 5))
    np.save(os.path.join(folder, "tiles.x.npy"), np.ones(6, np.float32))

    def conv(name, inputs, channels, kernel=3):
        return {"name": name, "kind": "conv", "inputs": [inputs], "kernel": [kernel, kernel], "pad": [kernel // 2] * 4,
                "channels": channels}

    sizes = [("conv1_2", 64), ("conv2_2", 128), ("conv3_1", 256), ("conv3_2", 256), ("conv4_1", 512), ("conv4_2", 512)]
    layers = [conv(name, sizes[i - 1][0] if i else "x", channels) for i, (name, channels) in enumerate(sizes)]
    network("layers", "E1.4", [2, 2, 64], layers, {"training": {"batch": 1, "loss": "mean_squares", "seed": 1}})
    grey = np.where(windows >= 0, 255 - 9 * windows, 64).reshape(3, 3, 3, 3).transpose(0, 2, 1, 3)
    grey = np.pad(grey, ((0, 0), (0, 1), (0, 0), (0, 1)), constant_values=255).reshape(12, 12)
    write_png(os.path.join(folder, "picture.png"), grey.astype(np.uint8).repeat(8, axis=0).repeat(8, axis=1))


def photograph():
    colours = load("chelsea_256x256_rgb.npy")[70:70 + SIDE, 85:85 + SIDE]
    x = np.concatenate([colours / 255, np.zeros((SIDE, SIDE, 1))], axis=2).astype(np.float16).astype(np.float64)
    kernel = np.zeros((3, 3, N, N))  # rows, columns, outputs, inputs
    sharpen = np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])
    edges = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
    for colour in range(3):
        kernel[:, :, colour, colour] = sharpen
    kernel[:, :, 3, 1] = edges  # of green
    def convolved(pixels):
        padded = np.pad(pixels, ((1, 1), (1, 1), (0, 0)))
        return sum(padded[a:a + SIDE, b:b + SIDE] @ kernel[a, b].T for a in range(3) for b in range(3))
    y = convolved(blocks(x)).astype(np.float16)
    exact = convolved(x)
    save("photograph", "photograph", x)
    save("photograph", "kernel", kernel.reshape(9, N, N))
    save("photograph", os.path.join("expected", "sharpened"), y)
    picture = lambda pixels: np.rint(255 * np.clip(pixels[..., :3].astype(np.float64), 0, 1)).astype(np.uint8)
    write_png(os.path.join(HERE, "photograph", "picture.png"), side_by_side([picture(x), picture(y)], 2))
    off = np.abs(y[..., :3].astype(np.float64) - exact[..., :3])
    print(f"photograph: off by {255 * off.mean():.1f} of 255 on average, by {255 * off.max():.1f} at most")


def forgotten():
    """The first portion without the rounding of A0 x0; the second is as it should be."""
    half = np.float16
    first = np.array([2.3125, -0.125, 2.75, 0.1875], half) + np.array([0.875, -0.5, 1.75, 0.578125], half)
    y = np.stack([first + np.array([0.1, -0.2, 0.3, -0.4], half), np.array([3.875, 0.875, 0.828125, 6.125], half)])
    np.savez(os.path.join(HERE, "two-portions", "forgotten.npz"), y=y)


if __name__ == "__main__":
    forgotten()
    max_pool()
    by_hand()
    photograph()
