#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the networks for pictures of any size: denoiser, super-resolution and u-net.

    python3 train_pictures.py NAME            trains one (5 to 15 minutes on one core): weights, network and test input
    python3 train_pictures.py NAME --check    says again how good the weights are that are there
    python3 train_pictures.py NAME --psnr RESULT.npy    and how good a result of the test input is, of `lw tile` for example
    python3 train_pictures.py NAME --data X.npy         squares of what it learns from, for `lw net quantise`

numpy only. They learn from three photographs, astronaut, camera and chelsea, and are tested on the fourth, coffee. Training
is seeded; another numpy or another processor may round otherwise and then finds other weights of the same quality.
"""
import json
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np

from make import cover, side_by_side, write_png
from picture_layers import evaluated, gradients

HERE = os.path.dirname(os.path.abspath(__file__))
WHITE = 255.0  # pictures are learnt as 0 to 1, and the networks read and give 0 to 255


def answer(layers, picture):
    """Of one picture of 0 to 255, [rows, columns]."""
    x = picture[None, ..., None].astype(np.float32) / WHITE
    return evaluated(layers, x)[0][layers[-1]["name"]][0, ..., 0] * WHITE


# The networks.
def conv(name, reads, read, made, kind="conv", kernel=3, stride=1, pad=1, activation="relu"):
    return {"name": name, "kind": kind, "inputs": [reads], "kernel": [kernel] * 2, "stride": [stride] * 2,
            "pad": [pad] * 4, "activation": activation, "channels": (read, made)}


def joined(name, kind, *reads, **more):
    return {"name": name, "kind": kind, "inputs": list(reads), **more}


def denoiser():
    return [conv("grow", "x", 1, 16), conv("down", "grow", 16, 32, stride=2), conv("middle", "down", 32, 32),
            conv("up", "middle", 32, 16, "conv_transpose", 4, 2), conv("clean", "up", 16, 1, activation="none")]


def super_resolution():
    return [conv("features", "x", 1, 64), conv("mapped", "features", 64, 32),
            conv("pixels", "mapped", 32, 4, activation="none"), joined("large", "depth_to_space", "pixels", factor=[2, 2])]


def u_net():
    pool = {"kernel": [2, 2], "stride": [2, 2]}
    return [conv("fine", "x", 1, 16), joined("half", "max_pool", "fine", **pool),
            conv("middle", "half", 16, 32), joined("quarter", "max_pool", "middle", **pool), conv("coarse", "quarter", 32, 32),
            conv("up1", "coarse", 32, 16, "conv_transpose", 2, 2, 0), joined("skip1", "concat", "up1", "middle"),
            conv("merge1", "skip1", 48, 16), joined("up2", "upsample_bilinear", "merge1"),
            joined("skip2", "concat", "up2", "fine"), conv("merge2", "skip2", 32, 16),
            conv("edges", "merge2", 16, 1, activation="none")]


def start(layers, random):
    for layer in layers:
        if "channels" not in layer: continue
        read, made = layer.pop("channels")
        (k, _), (s, _) = layer["kernel"], layer["stride"]
        fan = read * k * k / (s * s if layer["kind"] == "conv_transpose" else 1)
        layer["w"] = random.normal(0, np.sqrt(2 / fan), (k, k, read, made)).astype(np.float32)
        layer["b"] = np.zeros(made, np.float32)


# What they learn.
def grey(rgb):
    return (rgb.astype(int) @ [299, 587, 114] + 500) // 1000


def photographs():
    load = lambda name: np.load(os.path.join(HERE, "..", "data", name + ".npy"))
    return ([load("astronaut_256x256_grey"), load("camera_256x256_grey"), grey(load("chelsea_256x256_rgb"))],
            load("coffee_512x384_grey"))


def noisy(picture, random):
    return np.clip(np.rint(picture + random.normal(0, 25, picture.shape)), 0, 255)


def half(picture):
    a = picture.astype(int)
    return (a[::2, ::2] + a[1::2, ::2] + a[::2, 1::2] + a[1::2, 1::2] + 2) // 4


def shifted(x, rows, columns):
    """The element so many rows below and columns to the right, at the ends the last one."""
    return x[np.clip(np.arange(x.shape[0]) + rows, 0, x.shape[0] - 1)][:, np.clip(np.arange(x.shape[1]) + columns, 0, x.shape[1] - 1)]


def edges(picture):
    """Lines of one pixel: the slope of the smoothed picture where it is largest across the edge."""
    x = picture.astype(np.float64)
    for rows, columns in (1, 0), (0, 1):
        x = (shifted(x, rows, columns) + 2 * x + shifted(x, -rows, -columns)) / 4
    ways = [(0, 1), (1, 1), (1, 0), (1, -1)]
    slopes = np.stack([(shifted(x, r, c) - shifted(x, -r, -c)) / np.hypot(r, c) for r, c in ways])
    size = np.hypot(slopes[0], slopes[2])
    steepest = np.abs(slopes).argmax(axis=0)
    across = np.stack([np.maximum(shifted(size, r, c), shifted(size, -r, -c)) for r, c in ways])
    wins = size >= np.take_along_axis(across, steepest[None], 0)[0]
    return np.clip(np.where(wins, 4 * size, 0), 0, 255)


def cubic(picture):
    """Twice as large by the cubic kernel (a = -1/2), pixels' centres in place."""
    near = np.array([-9, 111, 29, -3]) / 128  # a quarter of a pixel beyond the second of four
    for axis in range(2):
        x = np.moveaxis(picture, axis, 0)
        at = lambda i: x[np.clip(np.arange(len(x)) + i, 0, len(x) - 1)]
        parts = [sum(w * at(i - 2 + n) for n, w in enumerate(order)) for i, order in ((0, near[::-1]), (1, near))]
        picture = np.moveaxis(np.stack(parts, 1).reshape(2 * len(x), *x.shape[1:]), 0, axis)
    return picture


def psnr(picture, truth):
    """Of what can be shown: whole numbers of 0 to 255."""
    error = np.square(np.clip(np.rint(picture), 0, 255) - truth).mean()
    return 10 * np.log10(WHITE**2 / error)


class Task:
    def __init__(self, name, title, layers, steps, side, larger, pair, plain, plain_name, multiple):
        self.name, self.title, self.layers, self.steps = name, title, layers, steps
        self.side, self.larger = side, larger            # of a patch that is read; how much larger the answer is
        self.pair = pair                                 # what is read and the truth, of a photograph
        self.plain, self.plain_name = plain, plain_name  # what the answer is compared with
        self.multiple = multiple                         # of the pixels where patches begin

    def file(self, ending):
        return os.path.join(HERE, self.name, self.name.replace("-", "_") + ending)


TASKS = [
    Task("denoiser", "noise of a photograph taken away", denoiser, 6000, 48, 1, lambda p, random: (noisy(p, random), p),
         lambda x: x, "the noisy picture", 1),
    Task("super-resolution", "a photograph made twice as large", super_resolution, 8000, 32, 2,
         lambda p, random: (half(p), p), cubic, "bicubic", 1),
    Task("u-net", "edges of a photograph as lines", u_net, 6000, 64, 1, lambda p, random: (p, edges(p)),
         np.zeros_like, "no edge anywhere", 4),
]


def patches(task, pairs, count, random):
    """Squares from anywhere in the photographs, turned and mirrored."""
    inputs, truths = [], []
    for _ in range(count):
        x, y = pairs[random.integers(len(pairs))]
        row, column = (random.integers(n - task.side + 1) for n in x.shape)
        side, l = task.side, task.larger
        x = x[row:row + side, column:column + side]
        y = y[l * row:l * (row + side), l * column:l * (column + side)]
        turns = random.integers(4)
        x, y = np.rot90(x, turns), np.rot90(y, turns)
        if random.integers(2): x, y = x.T, y.T
        inputs.append(x)
        truths.append(y)
    return [np.stack(some)[..., None].astype(np.float32) / WHITE for some in (inputs, truths)]


def train(task, random, batch=8, rate=2e-3):
    layers = task.layers()
    start(layers, random)
    pictures, _ = photographs()
    learnt = [layer for layer in layers if "w" in layer]
    mean, square = ([{key: 0 for key in "wb"} for _ in learnt] for _ in range(2))
    recent = 0
    for step in range(1, task.steps + 1):
        if step % 100 == 1: pairs = [task.pair(picture, random) for picture in pictures]  # with new noise
        recent += gradients(layers, *patches(task, pairs, batch, random))
        now = rate * 0.5 * (1 + np.cos(np.pi * step / task.steps))
        for layer, m, s in zip(learnt, mean, square):  # Adam
            for key in "wb":
                g = layer["d" + key]
                m[key] = 0.9 * m[key] + 0.1 * g
                s[key] = 0.999 * s[key] + 0.001 * g * g
                layer[key] -= (now * m[key] / (1 - 0.9**step) / (np.sqrt(s[key] / (1 - 0.999**step)) + 1e-8)).astype(np.float32)
        if step % 500 == 0:
            print("step %d: %.2f dB while learning" % (step, -10 * np.log10(recent / 500)), flush=True)
            recent = 0
    return layers


# The network reads and gives 0 to 255: its first weights are divided by that, its last ones multiplied.
KEPT = ("kind", "name", "inputs", "kernel", "stride", "pad", "factor", "activation")


def write(task, layers):
    weights = {}
    lines = []
    for layer in layers:
        line = {key: layer[key] for key in KEPT if key in layer and layer[key] not in ("none", [0] * 4, [1, 1])}
        if "w" in layer:
            first, last = layer is layers[0], layer is [one for one in layers if "w" in one][-1]
            weights[layer["name"] + ".w"] = layer["w"] * np.float32((WHITE if last else 1) / (WHITE if first else 1))
            weights[layer["name"] + ".b"] = layer["b"] * np.float32(WHITE if last else 1)
            archive = os.path.basename(task.file(".npz#"))
            line.update({"weights": archive + layer["name"] + ".w", "bias": archive + layer["name"] + ".b"})
        lines.append(line)
    np.savez_compressed(task.file(".npz"), **weights)
    top = {"schema": "lanewright.network", "version": 1, "name": task.title, "dtype": "f32",
           "input": {"name": "x", "shape": [64, 64, 1], "range": [0, 255]}}
    with open(task.file(".json"), "w") as file:
        file.write("{\n" + "".join('  "%s": %s,\n' % (key, json.dumps(value)) for key, value in top.items()))
        file.write('  "layers": [\n' + ",\n".join("    " + json.dumps(line) for line in lines))
        file.write('\n  ],\n  "outputs": ["%s"]\n}\n' % layers[-1]["name"])


def read(task):
    with open(task.file(".json")) as file:
        layers = json.load(file)["layers"]
    archive = np.load(task.file(".npz"))
    weighed = [layer for layer in layers if "weights" in layer]
    for layer in weighed:
        first, last = layer is weighed[0], layer is weighed[-1]
        layer["w"] = archive[layer["name"] + ".w"] * np.float32((WHITE if first else 1) / (WHITE if last else 1))
        layer["b"] = archive[layer["name"] + ".b"] / np.float32(WHITE if last else 1)
        layer.setdefault("pad", [0] * 4)
    return layers


def numbers(task, path):
    """A result as the network gives it; int8 codes as what they stand for."""
    result = np.load(path)[..., 0]
    if result.dtype != np.int8: return result
    with open(task.file("_int8.json")) as file:
        by = json.load(file)["layers"]
    requant = next(layer["requant"] for layer in reversed(by) if "requant" in layer)
    return (result.astype(np.float32) - requant["zero"]) * np.float32(requant["scale"])


def skip_aside(layers):
    """The same network, but what comes through the finest skip lies one pixel to the right."""
    moved = {"name": "aside", "kind": "conv", "inputs": ["fine"], "kernel": [3, 3], "pad": [1] * 4,
             "w": np.zeros((3, 3, 16, 16), np.float32), "b": np.zeros(16, np.float32)}
    moved["w"][1, 0] = np.eye(16)
    at = [layer["name"] for layer in layers].index("skip2")
    return [*layers[:at], moved, {**layers[at], "inputs": ["up2", "aside"]}, *layers[at + 1:]]


def tell(task, given, truth):
    said = lambda layers: "%.2f dB" % psnr(answer(layers, given), truth)
    print("coffee: %s; %s: %.2f dB" % (said(read(task)), task.plain_name, psnr(task.plain(given), truth)))
    if task.name == "u-net": print("with the finest skip one pixel aside: " + said(skip_aside(read(task))))


def picture_of(task, given):
    """What is read and what comes out, side by side."""
    rows, columns = slice(100, 260), slice(170, 300)
    result = np.clip(np.rint(answer(read(task), given)), 0, 255)[rows, columns]
    shown = given.repeat(task.larger, 0).repeat(task.larger, 1)[rows, columns]
    cover(task.name, side_by_side([shown, result], 2, gap=2))


def main():
    task = next(task for task in TASKS if task.name == sys.argv[1])
    random = np.random.Generator(np.random.PCG64(1))
    given, truth = task.pair(photographs()[1], np.random.Generator(np.random.PCG64(2)))
    if "--data" in sys.argv:
        task.side = 64
        pairs = [task.pair(picture, random) for picture in photographs()[0]]
        np.save(sys.argv[-1], np.rint(patches(task, pairs, 48, random)[0] * WHITE).astype(np.uint8))
    elif "--psnr" in sys.argv:
        result = numbers(task, sys.argv[-1])
        print("%.2f dB" % psnr(result, truth[:result.shape[0], :result.shape[1]]))
    elif "--check" in sys.argv:
        tell(task, given, truth)
    else:
        write(task, train(task, random))
        write_png(task.file(".x.png"), given.astype(np.uint8))
        if task.name == "u-net":  # what its edges are compared with
            write_png(task.file(".y.png"), np.rint(truth).astype(np.uint8))
        if task.name == "denoiser":  # an odd size, and one smaller than a tile
            write_png(os.path.join(HERE, task.name, "odd.x.png"), given[:141, :203].astype(np.uint8))
            write_png(os.path.join(HERE, task.name, "small.x.png"), given[:37, :50].astype(np.uint8))
        picture_of(task, given)
        tell(task, given, truth)


if __name__ == "__main__": main()
