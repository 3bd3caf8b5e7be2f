#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tiles_for_python.py LW FOLDER: runs the programs that `lw tile --to python` writes, around a network of whole numbers in numpy
and, where it is installed, in PyTorch.

Each result must equal, element by element, what plain numpy gives of the whole picture. Ends with 77 where numpy is missing.
"""
import functools
import importlib.util
import json
import os
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    print("no numpy here")
    sys.exit(77)
try:
    import torch
    from torch.nn import functional
except ImportError:
    torch = None

LW, FOLDER = sys.argv[1:]
RANDOM = np.random.Generator(np.random.PCG64(22))


def layer(name, reads, kind, kernel, stride=1, pad=0, **more):
    return {"name": name, "kind": kind, "inputs": [reads], "kernel": [kernel] * 2, "stride": [stride] * 2, "pad": [pad] * 4, **more}


LAYERS = [layer("c1", "x", "conv", 3, 1, 1), layer("most", "c1", "max_pool", 3, 2, 1), layer("down", "most", "conv", 3, 1, 1),
          layer("mean", "down", "average_pool", 3, 1, 1), layer("up", "mean", "conv_transpose", 4, 2, 1), {"name": "large", "kind": "upsample_bilinear", "inputs": ["up"]},
          layer("last", "large", "conv", 3, 1, 1)]
CHANNELS = {"c1": (2, 3), "down": (3, 2), "up": (2, 1), "last": (1, 1)}
WEIGHTS = {name: RANDOM.integers(-3, 4, (k, k, *CHANNELS[name])) for name, k in (("c1", 3), ("down", 3), ("up", 4), ("last", 3))}


def windows(x, one, outside):
    """Every tap of each window: [taps, rows, columns, channels]."""
    k, s, p = one["kernel"][0], one["stride"][0], one["pad"][0]
    padded = np.pad(x, ((p, p), (p, p), (0, 0)), constant_values=outside)
    rows, columns = ((n - k) // s + 1 for n in padded.shape[:2])
    return np.stack([padded[a:a + s * rows:s, b:b + s * columns:s][:rows, :columns] for a in range(k) for b in range(k)])


def doubled(x):
    """Four times the means of neighbouring rows, 3 to 1, the first and the last one repeated beyond."""
    at = lambda more: x[np.clip(np.arange(len(x)) + more, 0, len(x) - 1)]
    return np.stack([at(-1) + 3 * x, 3 * x + at(1)], axis=1).reshape(-1, *x.shape[1:])


def computed(one, x, divisors):
    if one["kind"] == "conv":
        return np.einsum("tijc,tcd->ijd", windows(x, one, 0), WEIGHTS[one["name"]].reshape(-1, *CHANNELS[one["name"]]))
    if one["kind"] == "max_pool": return windows(x, one, -10**9).max(axis=0)
    if one["kind"] == "average_pool":  # without its padding; sums stay whole, as 36 is a multiple of 1, 2, 3, 4, 6 and 9
        counts = windows(np.ones((*x.shape[:2], 1), int), one, 0).sum(axis=0)
        return 36 * windows(x, one, 0).sum(axis=0) // divisors.get(one["name"], counts)
    if one["kind"] == "upsample_bilinear": return doubled(doubled(x).transpose(1, 0, 2)).transpose(1, 0, 2)
    k, s, p = one["kernel"][0], one["stride"][0], one["pad"][0]
    rows, columns = ((n - 1) * s + k for n in x.shape[:2])
    out = np.zeros((rows, columns, WEIGHTS[one["name"]].shape[3]), int)
    for a in range(k):
        for b in range(k):
            out[a:a + s * x.shape[0]:s, b:b + s * x.shape[1]:s] += x @ WEIGHTS[one["name"]][a, b]
    return out[p:rows - p, p:columns - p]


def computed_by_torch(one, x, divisors):
    """As computed(). Quotients are whole numbers but for the rounding of doubles."""
    name, kind, k, p = one["name"], one["kind"], one.get("kernel", [1])[0], one.get("pad", [0])[0]
    stride = one.get("stride", [1])[0]
    image = torch.from_numpy(np.ascontiguousarray(x.transpose(2, 0, 1))).double()[None]
    weights = torch.from_numpy(WEIGHTS[name]).double() if name in WEIGHTS else None
    if kind == "conv": out = functional.conv2d(image, weights.permute(3, 2, 0, 1), None, stride, p)
    elif kind == "conv_transpose": out = functional.conv_transpose2d(image, weights.permute(2, 3, 0, 1), None, stride, p)
    elif kind == "max_pool": out = functional.max_pool2d(image, k, stride, p)
    elif kind == "upsample_bilinear": out = 16 * functional.interpolate(image, scale_factor=2, mode="bilinear", align_corners=False)
    elif name not in divisors: out = 36 * functional.avg_pool2d(image, k, stride, p, count_include_pad=False)
    else:
        sums = functional.avg_pool2d(image, k, stride, p, divisor_override=1)
        out = 36 * sums / torch.from_numpy(np.asarray(divisors[name])).double().permute(2, 0, 1)
    return out[0].permute(1, 2, 0).round().long().numpy()


OUTPUTS = ["down", "last"]  # half as large as the picture, and twice


def network(x, masks={}, divisors={}, edged=None, computed=computed):
    given = {}
    for one in LAYERS:
        if one["name"] in masks:
            fill, mask = masks[one["name"]]
            x = edged(x, mask) if fill == "edge" else np.where(mask, x, -10**9 if fill == float("-inf") else int(fill))
        given[one["name"]] = x = computed(one, x, divisors)
    return [given[name] for name in OUTPUTS]


def written(size, fixed, *more):
    """The program for a picture and tiles of these sizes, as a module."""
    command = [LW, "tile", os.path.join(FOLDER, "net.json"), "--size", size, "--fixed", fixed, "--to", "python", "-o", FOLDER, *more]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    spec = importlib.util.spec_from_file_location("tiles", os.path.join(FOLDER, "tiles.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_network():
    lines = []
    for one in LAYERS:
        lines.append(dict(one))
        if one["name"] in WEIGHTS:
            lines[-1]["weights"] = one["name"] + ".npy"
            np.save(os.path.join(FOLDER, one["name"] + ".npy"), WEIGHTS[one["name"]].astype(np.float32))
    with open(os.path.join(FOLDER, "net.json"), "w") as file:
        json.dump({"schema": "lanewright.network", "version": 1, "name": "all kinds", "dtype": "f32",
                   "input": {"name": "x", "shape": [32, 32, 2]}, "layers": lines, "outputs": OUTPUTS}, file)


def main():
    os.makedirs(FOLDER, exist_ok=True)
    write_network()
    failed = 0
    runtimes = {"numpy": computed}
    if torch: runtimes["PyTorch " + torch.__version__] = computed_by_torch
    for rows, columns, fixed, mode in [(72, 88, 32, "exact"), (71, 90, 32, "masked"), (9, 50, 24, "masked"), (63, 35, 24, "masked"),
                                       (71, 90, 32, "ring")]:
        tiles = written("%dx%d" % (rows, columns), str(fixed), "--mode", mode)
        picture = RANDOM.integers(-9, 10, (rows, columns, 2))
        wanted = network(picture)
        for name, by in runtimes.items():
            got = tiles.run(picture, functools.partial(network, edged=tiles.edged, computed=by))
            assert tiles.NAMES == OUTPUTS and [one.shape for one in got] == [one.shape for one in wanted]
            equal, size = sum((a == b).sum() for a, b in zip(got, wanted)), sum(one.size for one in wanted)
            print("%d x %d in tiles of %d, %s, %s: equal, %d of %d" % (rows, columns, fixed, mode, name, equal, size))
            failed += equal == size if mode == "ring" else equal != size  # zeros beyond the end are not right
    sys.exit(1 if failed else 0)


main()
