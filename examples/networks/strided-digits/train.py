#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the digit classifier of this folder in float, quantises it to int8, and computes what it answers.

    python3 train.py            trains: writes weights, both networks, logits and one digit as input beside the script
    python3 train.py --check    computes the logits again from the weights that are there, and compares

numpy only. Training is seeded; another numpy or another processor may round otherwise and then finds other
weights of the same quality. The logits are computed from the int8 weights in integers: the same everywhere.
"""
import json
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "..", "data")
SEED, EPOCHS, BATCH, RATE, DECAY, HELD_OUT = 1, 120, 32, 0.004, 1e-4, 360
CHANNELS = [1, 8, 16]  # of the input and behind each convolution
GREY, CLASSES = 16.0, 10  # the lightest grey; a pixel's real value is its grey / 16


# A convolution of 3 x 3, stride 2, one pixel of padding, as a product: the nine taps of each window side by side.
def windows(x, outside=0):
    side = x.shape[1] // 2
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)), constant_values=outside)
    taps = [padded[:, a:a + 2 * side:2, b:b + 2 * side:2] for a in range(3) for b in range(3)]
    return np.concatenate(taps, axis=3)


def windows_back(gradient, shape):
    side, channels = shape[1] // 2, shape[3]
    out = np.zeros((shape[0], shape[1] + 2, shape[2] + 2, channels))
    for tap in range(9):
        a, b = divmod(tap, 3)
        out[:, a:a + 2 * side:2, b:b + 2 * side:2] += gradient[..., tap * channels:(tap + 1) * channels]
    return out[:, 1:-1, 1:-1]


# Float: values of every layer, then the gradients of the mean cross entropy.
def forward(x, p):
    w0 = windows(x)
    h0 = np.maximum(w0 @ p["w0"] + p["b0"], 0)
    w1 = windows(h0)
    h1 = np.maximum(w1 @ p["w1"] + p["b1"], 0)
    flat = h1.reshape(len(x), -1)
    return w0, h0, w1, h1, flat, flat @ p["w2"] + p["b2"]


def gradients(x, labels, p):
    w0, h0, w1, h1, flat, logits = forward(x, p)
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    d = e / e.sum(axis=1, keepdims=True)
    d[np.arange(len(x)), labels] -= 1
    d /= len(x)
    out = {"w2": flat.T @ d, "b2": d.sum(axis=0)}
    d = (d @ p["w2"].T).reshape(h1.shape) * (h1 > 0)
    out["w1"], out["b1"] = np.tensordot(w1, d, ([0, 1, 2], [0, 1, 2])), d.sum(axis=(0, 1, 2))
    d = windows_back(d @ p["w1"].T, h0.shape) * (h0 > 0)
    out["w0"], out["b0"] = np.tensordot(w0, d, ([0, 1, 2], [0, 1, 2])), d.sum(axis=(0, 1, 2))
    return out


def train(x, labels, random):
    p = {}
    for i, (fan_in, fan_out) in enumerate([(9 * CHANNELS[0], CHANNELS[1]), (9 * CHANNELS[1], CHANNELS[2]),
                                           (4 * CHANNELS[2], CLASSES)]):
        p["w%d" % i] = random.normal(0, np.sqrt(2 / fan_in), (fan_in, fan_out))
        p["b%d" % i] = np.zeros(fan_out)
    mean = {key: np.zeros_like(value) for key, value in p.items()}
    square = {key: np.zeros_like(value) for key, value in p.items()}
    step = 0
    for epoch in range(EPOCHS):
        rate = RATE * 0.5 * (1 + np.cos(np.pi * epoch / EPOCHS))
        order = random.permutation(len(x))
        for begin in range(0, len(x), BATCH):
            some = order[begin:begin + BATCH]
            step += 1
            for key, g in gradients(x[some], labels[some], p).items():  # Adam, with weights drawn to 0
                mean[key] += 0.1 * (g - mean[key])
                square[key] += 0.001 * (g * g - square[key])
                p[key] -= rate * (mean[key] / (1 - 0.9**step) / (np.sqrt(square[key] / (1 - 0.999**step)) + 1e-8) +
                                  DECAY * p[key])
    return p


# Quantisation: real value = scale * (code - zero). One scale for a layer's weights; those of its output are spread over
# the values that training saw, with -128 as the code for 0, because nothing is below it after ReLU.
def quantised(p, x):
    scale, out = 1 / GREY, []
    seen = forward(x, p)
    for i, top in enumerate([seen[1].max(), seen[3].max(), None]):
        step = np.abs(p["w%d" % i]).max() / 127
        layer = {"w": np.rint(p["w%d" % i] / step).astype(np.int8), "b": np.rint(p["b%d" % i] / (scale * step)).astype(np.int32)}
        if top is not None:
            ratio = scale * step / (top / 255)  # from sums to codes: multiplier / 2^shift
            shift = 14 - int(np.floor(np.log2(ratio)))  # a multiplier of 15 bits
            layer["requant"] = {"multiplier": int(np.rint(ratio * 2.0**shift)), "shift": shift, "zero": -128}
            scale = top / 255
        out.append(layer)
    return out


# Integers: what lw manual network says, in numpy.
def requantise(sums, requant):
    product = sums.astype(np.int64) * requant["multiplier"]
    half = 1 << (requant["shift"] - 1)
    whole, rest = product >> requant["shift"], product & (2 * half - 1)
    whole += (rest > half) | ((rest == half) & (whole % 2 == 1))  # half to even
    return np.clip(whole + requant["zero"], -128, 127)


def answers(images, layers):
    codes, zero = images.astype(np.int64)[..., None], 0
    for layer in layers[:2]:
        sums = windows(codes - zero) @ layer["w"].astype(np.int64) + layer["b"]
        codes, zero = requantise(np.maximum(sums, 0), layer["requant"]), layer["requant"]["zero"]
    return ((codes - zero).reshape(len(images), -1) @ layers[2]["w"].astype(np.int64) + layers[2]["b"]).astype(np.int32)


def described(name, top, lines):
    top = {"schema": "lanewright.network", "version": 1, "name": "handwritten digits, stride 2", **top}
    with open(os.path.join(HERE, name), "w") as file:
        file.write("{\n" + "".join('  "%s": %s,\n' % (key, json.dumps(value)) for key, value in top.items()))
        file.write('  "layers": [\n' + ",\n".join("    " + json.dumps(line) for line in lines))
        file.write('\n  ],\n  "outputs": ["logits"]\n}\n')


def lines_of(reference, more):
    """The layers; reference gives where weights and biases are."""
    lines = []
    for name, reads in [("conv1", "x"), ("conv2", "conv1")]:
        lines.append({"name": name, "kind": "conv", "inputs": [reads], "weights": reference(name + ".w"),
                      "bias": reference(name + ".b"), "kernel": [3, 3], "stride": [2, 2], "pad": [1, 1, 1, 1],
                      "activation": "relu", **more[len(lines)]})
    lines.append({"name": "flat", "kind": "flatten", "inputs": ["conv2"]})
    lines.append({"name": "logits", "kind": "dense", "inputs": ["flat"], "weights": reference("dense.w"),
                  "bias": reference("dense.b")})
    return lines


def tensors_of(layers):
    """By name, in the shapes of the file format; layers are their weights and biases."""
    out = {}
    for i, name in enumerate(["conv1", "conv2", "dense"]):
        w, out[name + ".b"] = layers[i]
        out[name + ".w"] = w if name == "dense" else w.reshape(3, 3, CHANNELS[i], CHANNELS[i + 1])
    return out


def write(layers):
    for name, tensor in tensors_of([(layer["w"], layer["b"]) for layer in layers]).items():
        np.save(os.path.join(HERE, name + ".npy"), tensor)
    described("digits.json", {"dtype": "i8", "input": {"name": "x", "shape": [8, 8, 1], "range": [0, 16]}},
              lines_of(lambda name: name + ".npy", [{"requant": layer["requant"]} for layer in layers[:2]]))


# The same before it is quantised, in float32: for `lw net quantise`.
def write_float(p):
    tensors = tensors_of([(p["w%d" % i], p["b%d" % i]) for i in range(3)])
    np.savez(os.path.join(HERE, "digits_f32.npz"), **{name: tensor.astype(np.float32) for name, tensor in tensors.items()})
    described("digits_f32.json", {"dtype": "f32", "input": {"name": "x", "shape": [8, 8, 1], "range": [0, 1],
                                                            "normalise": {"scale": 1 / GREY}}},
              lines_of(lambda name: "digits_f32.npz#" + name, [{}, {}]))


def read():
    with open(os.path.join(HERE, "digits.json")) as file:
        description = json.load(file)
    out = []
    for layer in description["layers"]:
        if "weights" not in layer: continue
        one = {"w": np.load(os.path.join(HERE, layer["weights"])), "b": np.load(os.path.join(HERE, layer["bias"]))}
        one["w"] = one["w"].reshape(-1, one["w"].shape[-1])
        if "requant" in layer: one["requant"] = layer["requant"]
        out.append(one)
    return out


def tell(title, right, held_out):
    learnt = np.ones(len(right), bool)
    learnt[held_out] = False
    print("%s: %d of %d right (%.2f%%); of %d it learnt from %d, of %d held out %d" %
          (title, right.sum(), len(right), 100 * right.mean(), learnt.sum(), right[learnt].sum(), (~learnt).sum(),
           right[~learnt].sum()))


def main():
    images = np.load(os.path.join(DATA, "optdigits_images_u8.npy"))
    labels = np.load(os.path.join(DATA, "optdigits_labels_u8.npy")).astype(int)
    random = np.random.Generator(np.random.PCG64(SEED))
    order = random.permutation(len(images))
    held_out, learnt = order[:HELD_OUT], order[HELD_OUT:]
    if "--check" not in sys.argv:
        x = images.astype(np.float64)[..., None] / GREY
        p = train(x[learnt], labels[learnt], random)
        tell("float64", forward(x, p)[-1].argmax(axis=1) == labels, held_out)
        write(quantised(p, x[learnt]))
        write_float(p)
        np.save(os.path.join(HERE, "digits.x.npy"), images[0][..., None])
    logits = answers(images, read())
    tell("int8", logits.argmax(axis=1) == labels, held_out)
    path = os.path.join(HERE, "digits.y.npy")
    if "--check" not in sys.argv:
        np.save(path, logits)
    elif not np.array_equal(np.load(path), logits):
        sys.exit("digits.y.npy differs from what the weights give")


main()
