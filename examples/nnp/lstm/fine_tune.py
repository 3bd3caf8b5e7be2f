#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the LSTM of lstm.onnx on with the rounding of the processor, for mantissas of several widths, and says what it then
gets right of the digits held out. The firmware's arithmetic is written once more for many digits at once, with gradients that
pass each rounding; it has the firmware's bits, and some digits of each row are held against its software in NumPy. Needs
PyTorch; the seed is fixed, but another version may give other numbers.
    python3 fine_tune.py                  the table in README.md, in a few minutes for each row
    python3 fine_tune.py 2/2 3/3          only vectors of 2 bits with matrices of 2, and 3 with 3
    --lw PROGRAM, --epochs N, --digits N  where lw is; how long, and with how many digits
"""
import argparse
import sys
import tempfile

import numpy as np
import torch

sys.dont_write_bytecode = True  # leave nothing beside the examples
from accuracy import FORMATS, classes, held_out, software  # noqa: E402
from train import digits  # noqa: E402

EPOCHS, BATCH, RATE = 10, 64, 2e-3
COMPARED = 4  # digits


class Rounded(torch.autograd.Function):
    """The second, with the gradient of the first."""

    @staticmethod
    def forward(ctx, exact, out):
        return out.clone()

    @staticmethod
    def backward(ctx, gradient):
        return gradient, None


def half(values):
    """Rounded to FP16. What is added or multiplied in float32 before rounds to the same."""
    return Rounded.apply(values, values.detach().half().float())


def block(values, bits):
    """Numbers along the last axis with one exponent, and mantissas of so many bits."""
    exact, limit = values.detach(), 2.0 ** (bits - 1)
    exponents = torch.frexp(exact.abs().amax(-1, keepdim=True))[1].clamp(-15, 16)
    unit = torch.ldexp(torch.ones(()), exponents - (bits - 1))
    return Rounded.apply(values, (exact / unit).round().clamp(-limit, limit - 1) * unit)


def of_half(function, exact):
    """A function of FP16 numbers, rounded once: of each of the 65,536 codes as NumPy has it in float64."""
    with np.errstate(all="ignore"):
        codes = np.arange(65536, dtype=np.uint16).view(np.float16).astype(np.float64)
        table = torch.tensor(exact(codes).astype(np.float16).astype(np.float32))

    def of(values):
        return Rounded.apply(function(values), table[values.detach().half().view(torch.int16).long() & 0xffff])
    return of


sigmoid = of_half(torch.sigmoid, lambda x: 1 / (1 + np.exp(-x)))
tanh = of_half(torch.tanh, np.tanh)


def start(vectors, matrices):
    """Of what DRAM has, the numbers to train: weights of x, of h and biases, of the gates i, o, f and c; weights and bias of the
    classes, which are the first matrix and the first vector. Behind that are a matrix of x and one of h for each gate."""
    real = lambda given: torch.tensor(given, dtype=torch.float32)
    return [real(matrices[1:9:2, :, 0]).reshape(512), real(matrices[2:9:2]).reshape(512, 128), real(vectors[1:5]).reshape(512),
            real(matrices[0, :10]), real(vectors[0, :10])]


def in_dram(parameters, vectors, matrices):
    """The way back: the same vectors and matrices with these numbers, as FP16."""
    of_x, of_h, bias, weights, last = [part.detach().half().double().numpy() for part in parameters]
    vectors, matrices = vectors.copy(), matrices.copy()
    matrices[1:9:2, :, 0], matrices[2:9:2], vectors[1:5] = of_x.reshape(4, 128), of_h.reshape(4, 128, 128), bias.reshape(4, 128)
    matrices[0, :10], vectors[0, :10] = weights, last
    return vectors, matrices


def forward(parameters, bits, images):
    """The classes of many digits at once, as the firmware computes them of one."""
    of_x, of_h, bias, weights, last = (half(part) for part in parameters)
    pixels = block(images[:, :, None], bits[0]) * block(of_x[:, None], bits[1])[:, 0]  # one number in each block
    from_x = half(half(pixels) + bias)
    of_h, weights = block(of_h, bits[1]).t().contiguous(), block(weights, bits[1])
    h = c = torch.zeros(len(images), 128)
    for step in range(images.shape[1]):
        gates = half(half(block(h, bits[0]) @ of_h) + from_x[:, step])
        i, o, f = sigmoid(gates[:, :384]).split(128, dim=1)
        c = half(half(tanh(gates[:, 384:]) * i) + half(f * c))
        h = half(tanh(c) * o)
    return half(half(block(h, bits[0]) @ weights.t()) + last)


def fine_tuned(parameters, bits, images, labels, epochs):
    torch.manual_seed(1)
    parameters = [part.clone().requires_grad_() for part in parameters]
    optimiser = torch.optim.Adam(parameters, lr=RATE)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, epochs)
    for _ in range(epochs):
        for some in torch.randperm(len(images)).split(BATCH):
            loss = torch.nn.functional.cross_entropy(forward(parameters, bits, images[some]), labels[some])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1)
            optimiser.step()
        schedule.step()
    return parameters


def right(module, parameters, dram, bits, images, labels):
    """The share of digits, in the firmware's bits."""
    with torch.no_grad():
        given = forward(parameters, bits, torch.tensor(images, dtype=torch.float32)).numpy()
    if not np.array_equal(given[:COMPARED], classes(module, *in_dram(parameters, *dram), bits, images[:COMPARED])):
        sys.exit("this arithmetic and the firmware's software give other bits")
    return (given.argmax(axis=1) == labels).mean()


def main():
    parser = argparse.ArgumentParser(description="See the beginning of this file.")
    parser.add_argument("formats", nargs="*", metavar="VECTORS/MATRICES", default=["%d/%d" % bits for bits in FORMATS])
    parser.add_argument("--lw", default="lw")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--digits", type=int)
    options = parser.parse_args()
    torch.set_num_threads(1)
    images, labels, _, _ = digits()
    images, labels = images[:options.digits, :, 0], labels[:options.digits]
    held = held_out()
    print("| vectors and matrices of | quantised | fine-tuned |\n|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        module, *dram = software(options.lw, folder)
        begin = start(*dram)
        for bits in [tuple(int(width) for width in one.split("/")) for one in options.formats]:
            tuned = fine_tuned(begin, bits, images, labels, options.epochs)
            shares = [right(module, numbers, dram, bits, *held) for numbers in (begin, tuned)]
            print(f"| {bits[0]} and {bits[1]} bits | {100 * shares[0]:.2f} % | {100 * shares[1]:.2f} % |", flush=True)


if __name__ == "__main__":
    main()
