#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the LSTM of lstm.onnx gets right of the digits held out: in float64, and with the bits of the processor's
firmware for mantissas of several widths. The firmware's software by `lw concord` gives them, whose bits `lw nnp --software`
compares with the emulated processor's. Needs NumPy.
    python3 accuracy.py [LW]        the table in README.md, in some minutes; LW is the program, unless it is on the path
"""
import importlib.util
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "..", "data")
MODEL = os.path.join(HERE, "lstm.onnx")
# Mantissa bits of vectors and of matrices; 5 and 4 are those of nnp-bw-a10.
FORMATS = [(2, 2), (3, 3), (4, 3), (5, 4), (6, 5), (8, 8)]


def held_out():
    images = np.load(os.path.join(DATA, "optdigits_images_u8.npy")).reshape(-1, 64)
    labels = np.load(os.path.join(DATA, "optdigits_labels_u8.npy"))
    held = np.arange(len(images)) % 5 == 4
    return images[held] / 16, labels[held]


def run(*command):
    subprocess.run(command, check=True, capture_output=True)


def float64(lw, folder, images):
    """The network's own numbers, as `lw net convert` writes them, by NumPy."""
    path = os.path.join(folder, "network.json")
    run(lw, "net", "convert", MODEL, path)
    with open(path) as file:
        layers = {layer["kind"]: layer for layer in json.load(file)["layers"]}
    t = {f"{kind}.{key}": np.load(os.path.join(folder, layer[key])).astype(np.float64) for kind, layer in layers.items()
         for key in ("weights", "recurrence", "bias", "recurrence_bias") if key in layer}
    h = c = np.zeros((len(images), t["lstm.recurrence"].shape[0]))
    for pixel in images.T:
        gates = pixel[:, None] @ t["lstm.weights"] + h @ t["lstm.recurrence"]
        gates += t["lstm.bias"] + t["lstm.recurrence_bias"]
        i, o, f, new = np.split(gates, 4, axis=1)
        i, o, f = (1 / (1 + np.exp(-gate)) for gate in (i, o, f))
        c = f * c + i * np.tanh(new)
        h = o * np.tanh(c)
    return h @ t["dense.weights"] + t["dense.bias"]


def software(lw, folder):
    """The firmware's software as a module, and the vectors and native matrices that it begins with."""
    path = os.path.join(folder, "software")
    run(lw, "nnp", MODEL, "--machine", "nnp-bw-a10", "--output", folder)
    run(lw, "concord", os.path.join(folder, "program.lw"), "--to", "numpy", "--output", path)
    sys.path.insert(0, path)
    spec = importlib.util.spec_from_file_location("program", os.path.join(path, "program_numpy.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    numbers = lambda name, *shape: module.blockfloat.numbers(np.load(os.path.join(path, name + ".npy")), -1, *shape)
    return module, numbers("vdram", module.N), numbers("mdram", module.N, module.N)


def classes(module, vectors, matrices, bits, images):
    """Ten numbers for each image, with mantissas of so many bits in vectors and in matrices."""
    module.f = module.blockfloat.Format(vector=bits[0], matrix=bits[1], exponent=5, exact=False, saturates=False)
    out = []
    for image in images:
        steps = np.zeros((64, module.N))
        steps[:, 0] = image
        out.append(module.run(steps, vectors, matrices)[0].ravel()[:10])
    return np.array(out)


def main():
    lw = sys.argv[1] if len(sys.argv) > 1 else "lw"
    images, labels = held_out()
    show = lambda name, given: print(f"| {name} | {100 * (given.argmax(axis=1) == labels).mean():.2f} % |", flush=True)
    print("| arithmetic | right |\n|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        show("float64", float64(lw, folder, images))
        numbers = software(lw, folder)
        for bits in FORMATS:
            show(f"vectors of {bits[0]} bits, matrices of {bits[1]}", classes(*numbers, bits, images))


if __name__ == "__main__":
    main()
