#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the networks of this folder with inputs and results, by numpy alone.

    python3 make.py        writes the files beside the script
Inputs and kernels are formulas; results are computed here by slicing, not by Lanewright.
"""
import json
import os
import struct

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def strided(x, kernel, stride, pad):
    """A convolution of one channel: every tap is a slice of the padded image."""
    top, bottom, left, right = pad
    padded = np.pad(x.astype(np.float64), ((top, bottom), (left, right)))
    rows = (padded.shape[0] - kernel.shape[0]) // stride[0] + 1
    columns = (padded.shape[1] - kernel.shape[1]) // stride[1] + 1
    out = np.zeros((rows, columns))
    for a in range(kernel.shape[0]):
        for b in range(kernel.shape[1]):
            out += kernel[a, b] * padded[a:a + (rows - 1) * stride[0] + 1:stride[0], b:b + (columns - 1) * stride[1] + 1:stride[1]]
    return out


def network(name, shape, limits, kernel, stride, pad, weights, dtype="f32"):
    return {"schema": "lanewright.network", "version": 1, "name": name, "dtype": dtype,
            "input": {"name": "x", "shape": [*shape, 1], "range": limits},
            "layers": [{"name": "y", "kind": "conv", "inputs": ["x"], "weights": weights, "kernel": list(kernel.shape),
                        "stride": list(stride), "pad": list(pad), "activation": "none"}], "outputs": ["y"]}


def write(folder, stem, x, kernel, stride, pad, title, limits, dtype="f32"):
    path = os.path.join(HERE, folder, stem)
    stored = np.float32 if dtype == "f32" else np.int8
    np.save(path + ".weights.npy", kernel.reshape(*kernel.shape, 1, 1).astype(stored))
    y = strided(x, kernel, stride, pad)
    np.save(path + ".y.npy", y[..., None].astype(np.float32 if dtype == "f32" else np.int32))
    top = network(title, x.shape, limits, kernel, stride, pad, stem + ".weights.npy", dtype)
    lines = ['  "%s": %s' % (key, json.dumps(value)) for key, value in top.items()]
    with open(path + ".json", "w") as file:
        file.write("{\n" + ",\n".join(lines).replace("[{", "[\n    {").replace("}]", "}\n  ]") + "\n}\n")
    return path


# The wire format of protocol buffers, as far as one small ONNX file needs it.
def varint(value):
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def part(field, content):
    content = content.encode() if isinstance(content, str) else content
    return varint(field << 3 | 2) + varint(len(content)) + content


def onnx(name, kernel, shape, stride, pad):
    """One Conv node, weights [output][input][rows][columns]."""
    def integers(key, values):
        return part(5, part(1, key) + b"".join(number(8, v) for v in values) + number(20, 7))

    def value(field, key, extents):
        dims = b"".join(part(1, number(1, e)) for e in extents)
        return part(field, part(1, key) + part(2, part(1, number(1, 1) + part(2, dims))))

    node = part(1, part(1, "x") + part(1, "w") + part(2, "y") + part(4, "Conv") + integers("strides", stride) +
                integers("pads", [pad[0], pad[2], pad[1], pad[3]]))
    weights = part(5, b"".join(number(1, e) for e in (1, 1, *kernel.shape)) + number(2, 1) + part(8, "w") +
                   part(9, struct.pack("<%df" % kernel.size, *kernel.reshape(-1))))
    graph = node + part(2, name) + weights + value(11, "x", (1, 1, *shape)) + value(12, "y", (1, 1, 1, 1))
    return number(1, 8) + part(8, number(2, 13)) + part(7, graph)


def main():
    i, j = np.mgrid[0:8, 0:8]
    sobel = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
    ones = [1, 1, 1, 1]
    smooth = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]])
    for stem, x, kernel, stride, pad, title, limits in [
            ("e01", 8 * i + j, smooth, (4, 4), ones, "E0.1: positive values", [0, 63]),
            ("e02", (3 * i * i + 5 * i * j + 7 * j) % 11, sobel, (4, 4), ones, "E0.2: negative values", [0, 10]),
            ("e03", (i * i + 2 * j * j + 3 * i * j)[:7, :7] % 9, np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]]), (2, 2),
             [0, 0, 0, 0], "E0.3: partial windows", [0, 8]),
            ("e06", np.arange(1, 9).reshape(1, 8), np.array([[1, 1, 1]]), (1, 2), [0, 0, 0, 1],
             "E0.6: the padding of the strided layer", [1, 8])]:
        path = write("worked-examples", stem, x, kernel, stride, pad, title, limits)
        np.save(path + ".x.npy", x[..., None].astype(np.float32))
    x = (3 * i * i + 5 * i * j + 7 * j) % 11
    path = write("worked-examples", "e02-int8", x, sobel, (4, 4), ones, "E0.2 in int8", [0, 10], "i8")
    np.save(path + ".x.npy", x[..., None].astype(np.int8))

    photograph = np.load(os.path.join(HERE, "..", "data", "camera_256x256_grey.npy"))
    path = write("edge-filter", "edge_filter", photograph, sobel, (4, 4), ones, "vertical edges of a photograph", [0, 255])
    with open(path + ".onnx", "wb") as file:
        file.write(onnx("vertical edges of a photograph", sobel, photograph.shape, (4, 4), ones))


main()
