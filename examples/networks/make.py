#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the networks of this folder with inputs and results, by numpy alone.

    python3 make.py        writes the files beside the script
Inputs and kernels are formulas; results are computed here by slicing, not by Lanewright. The digit classifier has its
own script, strided-digits/train.py.
"""
import json
import os
import struct
import zlib

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
    save_network(path, network(title, x.shape, limits, kernel, stride, pad, stem + ".weights.npy", dtype))
    return path


def save_network(path, top, between=", "):
    lines = ['  "%s": %s' % (key, json.dumps(value)) for key, value in top.items()]
    text = ",\n".join(lines).replace("[{", "[\n    {").replace("}, {", "}" + between + "{").replace("}]", "}\n  ]")
    with open(path + ".json", "w") as file:
        file.write("{\n" + text + "\n}\n")


# A chain of residual blocks for 8 x 8 digits: a convolution, then blocks of two with a shortcut around them; one halves the image,
# and its shortcut is a convolution of one pixel.
def residual():
    layers = []

    def add(name, kind, inputs, **more):
        layers.append({"name": name, "kind": kind, "inputs": inputs, **more})
        return name

    def conv(number, x, kernel=3, stride=1):
        y = add("conv%s" % number, "conv", [x], kernel=[kernel] * 2, stride=[stride] * 2, pad=[kernel // 2] * 4, channels=32)
        return add("bn%s" % number, "batch_norm", [y])

    x = add("relu1", "relu", [conv(1, "image")])
    for number, stride in [(2, 1), (4, 1), (6, 2), (8, 1)]:
        y = add("relu%d" % number, "relu", [conv(number, x, stride=stride)])
        shortcut = x if stride == 1 else conv("%dx" % number, x, 1, stride)
        x = add("add%d" % (number + 1), "add", [conv(number + 1, y), shortcut])
        x = add("relu%d" % (number + 1), "relu", [x])
    add("logits", "dense", [add("pool", "average_pool", [x], kernel=[4, 4])], channels=10, bias=True)
    data = "../../data/optdigits_%s_u8.npy"
    for stem, batch in [("residual", 32), ("residual_64", 64)]:
        save_network(os.path.join(HERE, "residual-digits", stem), {
            "schema": "lanewright.network", "version": 1, "name": "residual-digits", "dtype": "f32",
            "input": {"name": "image", "shape": [8, 8, 1], "normalise": {"scale": 0.0625}},
            "training": {"batch": batch, "loss": "softmax_cross_entropy", "seed": 1,
                         "optimiser": {"rate": 0.05, "momentum": 0.9, "weight_decay": 0.0005},
                         "data": {"images": data % "images", "labels": data % "labels"}},
            "layers": layers, "outputs": ["logits"]}, between=",\n    ")


# Steps of training to check by hand: what each layer costs, one batch norm, and a small network of which the small training core
# shows every number.
def training_by_hand():
    folder = os.path.join(HERE, "training-by-hand")

    def save(stem, shape, batch, loss, layers, **training):
        save_network(os.path.join(folder, stem), {
            "schema": "lanewright.network", "version": 1, "name": "three layers" if stem == "demo" else "E4." + stem[2], "dtype": "f32",
            "input": {"name": "x", "shape": shape},
            "training": {"batch": batch, "loss": loss, **training}, "layers": layers, "outputs": [layers[-1]["name"]]},
            between=",\n    ")

    def array(name, values):
        np.save(os.path.join(folder, name), np.asarray(values, np.float32))

    def archive(stem, **arrays):
        np.savez_compressed(os.path.join(folder, stem + ".npz"), **{key: np.asarray(a, np.float32) for key, a in arrays.items()})

    def three(number, x, channels):
        n = str(number)
        return [{"name": "conv" + n, "kind": "conv", "inputs": [x], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": channels},
                {"name": "bn" + n, "kind": "batch_norm", "inputs": ["conv" + n]}, {"name": "relu" + n, "kind": "relu", "inputs": ["bn" + n]}]

    def norm(stem, x, epsilon):
        arrays = {key: "%s.npz#%s" % (stem, key) for key in ["scale", "shift", "mean", "variance"]}
        return [{"name": "z", "kind": "batch_norm", "inputs": [x], "epsilon": epsilon, **arrays},
                {"name": "a", "kind": "relu", "inputs": ["z"]}]

    def one_norm(stem, y, da, scale, shift, epsilon, copies):
        """Image i is 1 in channel i alone and the convolution's weights are y: it gives y, and the gradient of its weights is dy."""
        y, da = np.array(y), np.array(da)
        normal = (y - y.mean()) / np.sqrt(y.var() + epsilon)
        relu = np.maximum(scale * normal + shift, 0)
        count = copies * len(y)
        array(stem + ".images.npy", np.tile(np.eye(len(y)), (copies, 1)).reshape(count, 1, 1, len(y)))
        # The loss is the mean of squares of relu - target, so its gradient is 2 / count * (relu - target).
        array(stem + ".labels.npy", np.tile(relu - da / copies * count / 2, copies).reshape(count, 1, 1, 1))
        archive(stem, weights=y.reshape(1, 1, -1, 1), scale=[scale], shift=[shift], mean=[0], variance=[1])
        conv = {"name": "y", "kind": "conv", "inputs": ["x"], "kernel": [1, 1], "weights": stem + ".npz#weights"}
        save(stem, [1, 1, len(y)], count, "mean_squares", [conv] + norm(stem, "y", epsilon),
             data={"images": stem + ".images.npy", "labels": stem + ".labels.npy"})

    digits, labels = (np.load(os.path.join(HERE, "..", "data", "optdigits_%s_u8.npy" % name)) for name in ["images", "labels"])
    few = np.flatnonzero(labels < 4)[:16]
    array("demo.images.npy", digits[few].reshape(16, 8, 8, 1) / 16)
    array("demo.x.npy", digits[few[0]].reshape(8, 8, 1) / 16)
    np.save(os.path.join(folder, "demo.labels.npy"), labels[few].astype(np.uint8))
    save("demo", [8, 8, 1], 8, "softmax_cross_entropy", three(1, "x", 4) + three(2, "relu1", 4) + three(3, "relu2", 4) +
         [{"name": "logits", "kind": "dense", "inputs": ["relu3"], "channels": 4, "bias": True}], optimiser={"rate": 0.05}, seed=1,
         data={"images": "demo.images.npy", "labels": "demo.labels.npy"})
    save("e41", [56, 56, 64], 1, "mean_squares", three(1, "x", 64) + three(2, "relu1", 64))
    one_norm("e42", [1, 1, 3, 3], [1, 2, 3, 4], 2, 1, 0, 1)
    one_norm("e43", [.5, -1, 2, 3.5, 0, 1], [.1, -.2, .3, .4, -.5, .6], 1.5, -.25, 1e-5, 2)
    # Of mean 0 and variance 1, among them 0.5.
    array("e44.images.npy", np.reshape([.5] * 5 + [-.5] * 5 + [1.5] * 3 + [-1.5] * 3, (16, 1, 1, 1)))
    array("e44.labels.npy", np.zeros((16, 1, 1, 1)))
    for stem, gamma in [("e44", .001), ("e45", 0)]:
        archive(stem, scale=[gamma], shift=[1], mean=[0], variance=[1])
        save(stem, [1, 1, 1], 16, "mean_squares", norm(stem, "x", 0), data={"images": "e44.images.npy", "labels": "e44.labels.npy"})
    cover("training-by-hand", side_by_side(list(255 - digits[few[:4]] * 15.9), 2), 8)


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


def write_png(path, pixels):
    """RGB or grey, each row as its difference from the one above, which compresses better."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows, columns = pixels.shape[:2]
    lines = pixels.reshape(rows, -1)
    above = np.vstack([np.zeros_like(lines[:1]), lines[:-1]])
    filtered = np.hstack([np.full((rows, 1), 2, np.uint8), lines - above])
    with open(path, "wb") as file:
        colour = 2 if pixels.ndim == 3 else 0
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", columns, rows, 8, colour, 0, 0, 0)) +
                   chunk(b"IDAT", zlib.compress(filtered.tobytes(), 9)) + chunk(b"IEND", b""))


def side_by_side(pictures, columns, gap=1, between=255):
    """Pictures of one size as one picture."""
    rows, height, width = -(-len(pictures) // columns), *pictures[0].shape[:2]
    out = np.full((rows * (height + gap) - gap, columns * (width + gap) - gap, *pictures[0].shape[2:]), between, np.uint8)
    for n, picture in enumerate(pictures):
        row, column = n // columns * (height + gap), n % columns * (width + gap)
        out[row:row + height, column:column + width] = picture
    return out


def cover(folder, pixels, times=1):
    """The example's picture on the welcome page, each pixel so many times as large."""
    pixels = pixels.astype(np.uint8).repeat(times, axis=0).repeat(times, axis=1)
    write_png(os.path.join(HERE, folder, "picture.png"), pixels)


def signed(values):
    """Blue below 0, red above, white at 0."""
    share = np.abs(values) / np.abs(values).max()
    weak, full = 255 * (1 - share), np.full_like(share, 255.0)
    return np.where((values > 0)[..., None], np.stack([full, weak, weak], 2), np.stack([weak, weak, full], 2))


def gabor_bank(seed, count, side):
    """Waves under a bell, as the first layers of trained networks have them: whole numbers from -64 to 64.

    A direction, a wavelength, a phase and a colour are drawn for each kernel."""
    random = np.random.Generator(np.random.PCG64(seed))
    y, x = np.mgrid[0:side, 0:side] - (side - 1) / 2
    bank = np.zeros((side, side, 3, count))
    for k in range(count):
        angle, wavelength, phase = random.uniform(0, np.pi), random.uniform(4, 12), random.uniform(0, 2 * np.pi)
        colour = np.ones(3) if k < count // 2 else random.normal(0, 1, 3)  # one half sees grey, the other colours
        wave = np.cos(2 * np.pi * (x * np.cos(angle) + y * np.sin(angle)) / wavelength + phase)
        bell = np.exp(-(x * x + y * y) / (2 * (side / 4)**2))
        bank[..., k] = (wave * bell)[..., None] * colour
        bank[..., k] -= bank[..., k].mean()  # nothing where the picture is even
        bank[..., k] *= 64 / np.abs(bank[..., k]).max()
    return np.rint(bank)


def alexnet():
    """AlexNet's first layer on a photograph, in float32 and in int8.

    Weights are whole numbers / 64, so that every sum is exact in float32, in whatever order it is made."""
    folder = os.path.join(HERE, "alexnet-first-layer")
    photograph = np.load(os.path.join(HERE, "..", "data", "chelsea_256x256_rgb.npy"))[14:241, 14:241]
    write_png(os.path.join(folder, "alexnet1.x.png"), photograph)
    bank = gabor_bank(2012, 96, 11)
    cover("alexnet-first-layer", side_by_side([128 + bank[..., k] * 127 / 64 for k in range(96)], 12, between=128))
    sums = np.zeros((55, 55, 96), np.int64)
    for a in range(11):
        for b in range(11):
            sums += photograph[a:a + 217:4, b:b + 217:4].astype(np.int64) @ bank[a, b].astype(np.int64)
    layer = {"name": "conv1", "kind": "conv", "inputs": ["x"], "weights": "", "kernel": [11, 11], "stride": [4, 4],
             "pad": [0, 0, 0, 0], "activation": "relu"}
    positive = np.maximum(sums, 0)
    shift = 24
    multiplier = int(255 * 2**shift // positive.max())  # the largest sum becomes the largest code
    half = 1 << (shift - 1)
    whole, rest = positive * multiplier >> shift, positive * multiplier & (2 * half - 1)
    whole += (rest > half) | ((rest == half) & (whole % 2 == 1))
    np.save(os.path.join(folder, "alexnet1_int8.y.npy"), (whole - 128).astype(np.int8))
    for stem, stored, dtype, given, limits, more in [
            ("alexnet1", (bank / 64).astype(np.float32), "f32", {}, [0, 255], {}),
            ("alexnet1_int8", bank.astype(np.int8), "i8", {"zero": -128}, [-128, 127],
             {"requant": {"multiplier": multiplier, "shift": shift, "zero": -128}})]:
        np.save(os.path.join(folder, stem + ".weights.npy"), stored)
        top = {"schema": "lanewright.network", "version": 1, "name": "AlexNet's first layer", "dtype": dtype,
               "input": {"name": "x", "shape": [227, 227, 3], **given, "range": limits},
               "layers": [{**layer, "weights": stem + ".weights.npy", **more}], "outputs": ["conv1"]}
        save_network(os.path.join(folder, stem), top)


def chain(stem, title, shape, layers, channels=None, weights=None, dtype="f32"):
    """Layers one after the other: (kind, kernel, stride, pad) each, in one row along columns only."""
    channels, archive, lines = channels or [1] * (len(layers) + 1), {}, []
    for n, (kind, kernel, stride, pad) in enumerate(layers):
        of = lambda size, otherwise: [otherwise if shape[0] == 1 else size, size]
        extents = (*of(kernel, 1), channels[n], channels[n + 1])
        name = "l%d" % (n + 1)
        archive[name] = np.ones(extents) if weights == "ones" else np.arange(np.prod(extents)).reshape(extents) * 7 % 5 - 2
        rows, columns = of(pad, 0)
        lines.append({"name": name, "kind": kind, "inputs": [lines[-1]["name"] if lines else "x"],
                      "weights": "%s.npz#%s" % (stem, name), "kernel": of(kernel, 1), "stride": of(stride, 1),
                      "pad": [rows, rows, columns, columns]})
        if dtype == "i8": lines[-1]["requant"] = {"multiplier": 1, "shift": 5}
    path = os.path.join(HERE, "tiles", stem)
    np.savez_compressed(path + ".npz", **{name: w.astype(np.float32 if dtype == "f32" else np.int8)
                                          for name, w in archive.items()})
    save_network(path, {"schema": "lanewright.network", "version": 1, "name": title, "dtype": dtype,
                        "input": {"name": "x", "shape": [*shape, channels[0]], "range": [0, 9]}, "layers": lines,
                        "outputs": [lines[-1]["name"]]})


def tiles():
    """The worked examples of tiles: small whole numbers throughout, which every order of sums adds to the same."""
    same, half, twice = ("conv", 3, 1, 1), ("conv", 3, 2, 1), ("conv_transpose", 4, 2, 1)
    chain("e21", "E2.1: two convolutions", (32, 32), [same, same])
    chain("e22", "E2.2: down and up again", (100, 100), [same, half, same, twice, same])
    chain("e23", "E2.3: rings that differ", (256, 256), [half, half, same, twice, twice])
    chain("e24", "E2.4: the size of a tile", (100, 100), [same, half, same, twice, same], [3, 16, 32, 32, 16, 4], dtype="i8")
    chain("e25", "E2.5: no padding", (36, 36), [("conv", 3, 1, 0)] * 2)
    chain("e26", "E2.6: phases of a stride", (1, 8), [("conv", 2, 2, 0)], weights="ones")
    chain("e27", "E2.7: one pixel", (1, 1), [same, same], weights="ones")
    for stem, x in [("e21", np.mgrid[0:32, 0:32]), ("e25", np.mgrid[0:36, 0:36])]:
        np.save(os.path.join(HERE, "tiles", stem + ".x.npy"), ((3 * x[0] + 5 * x[1]) % 10)[..., None].astype(np.float32))
    np.save(os.path.join(HERE, "tiles", "e26.x.npy"), np.arange(1, 9, dtype=np.float32).reshape(1, 8, 1))
    np.save(os.path.join(HERE, "tiles", "e27.x.npy"), np.ones((1, 1, 1), np.float32))
    kinds = np.zeros((48, 48, 3), np.uint8)  # nine tiles of 16 by their kinds, and what is not right in them
    for row in range(3):
        for column in range(3):
            part = kinds[16 * row:16 * row + 16, 16 * column:16 * column + 16]
            part[:] = (200, 90, 60)
            part[(2 if row else 0):(14 if row < 2 else 16), (2 if column else 0):(14 if column < 2 else 16)] = \
                (70 + 40 * row, 120 + 20 * column, 190)
    cover("tiles", kinds, 4)


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

    one = np.array([[1]])
    i, j = np.mgrid[0:227, 0:227]
    a, b = np.mgrid[0:11, 0:11]
    x = (i * i + 2 * j * j + 3 * i * j) % 9
    path = write("worked-examples", "e04", x, (3 * a + 5 * b) % 7 - 3, (4, 4), [0, 0, 0, 0], "E0.4: AlexNet's geometry", [0, 8])
    np.save(path + ".x.npy", x[..., None].astype(np.uint8))
    x = np.zeros((128, 128))  # kept are 1 to 4,096, everything else is 0
    x[::2, ::2] = np.arange(1, 4097).reshape(64, 64)
    path = write("worked-examples", "e05", x, one, (2, 2), [0, 0, 0, 0], "E0.5: two masks, whole numbers", [0, 4096])
    np.save(path + ".x.npy", x[..., None].astype(np.float32))
    x = np.zeros((4, 4))
    x[::2, ::2] = np.float32([[0.1, 0.25], [0.3, 1.5]])
    path = write("worked-examples", "e05-tenth", x, one, (2, 2), [0, 0, 0, 0], "E0.5: two masks, a tenth", [0, 2])
    np.save(path + ".x.npy", x[..., None].astype(np.float32))
    alexnet()
    tiles()
    i, j = np.mgrid[0:8, 0:8]
    cover("worked-examples", signed(strided((3 * i * i + 5 * i * j + 7 * j) % 11, sobel, (1, 1), ones)))
    digits = np.load(os.path.join(HERE, "..", "data", "optdigits_images_u8.npy"))
    cover("strided-digits", side_by_side(list(255 - digits[:25] * 15.9), 5), 4)
    cover("trained-digits", side_by_side(list(255 - digits[25:57] * 15.9), 8), 4)
    training_by_hand()
    residual()
    cover("residual-digits", side_by_side(list(255 - digits[57:89] * 15.9), 8), 4)

    photograph = np.load(os.path.join(HERE, "..", "data", "camera_256x256_grey.npy"))
    path = write("edge-filter", "edge_filter", photograph, sobel, (4, 4), ones, "vertical edges of a photograph", [0, 255])
    write_png(path + ".x.png", photograph)
    cover("edge-filter", np.clip(128 + strided(photograph, sobel, (4, 4), ones) / 4, 0, 255), 3)
    with open(path + ".onnx", "wb") as file:
        file.write(onnx("vertical edges of a photograph", sobel, photograph.shape, (4, 4), ones))


if __name__ == "__main__": main()
