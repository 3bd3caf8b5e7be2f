#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many of the digits held out digits.json gets right with mantissas of 2 to 8 bits, as it was trained and after it
was trained on with the rounding of the processor: by the software in PyTorch that `lw concord` writes, which has the
firmware's bits, and whose gradients pass each rounding. Needs PyTorch.
    python3 fine_tune.py                   prints the table in README.md and writes accuracy.svg, in some minutes
    python3 fine_tune.py --bits 3 FOLDER   trains with mantissas of 3 bits only; writes the training set as it was
                                           quantised, and the network that comes out, into FOLDER
    --lw PROGRAM, --epochs N, --digits N   where lw is; how long, and with how many digits
"""
import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import torch

sys.dont_write_bytecode = True  # leave nothing beside the examples
from train import HERE, digits  # noqa: E402

MACHINE, EPOCHS, BATCH, RATE = "nnp-bw-a10", 8, 32, 2e-3
WIDTHS = range(2, 9)


class Processor:
    """The firmware's software, and the numbers of the network where it has them: in native matrices and vectors."""

    def __init__(self, lw, folder, network=os.path.join(HERE, "digits.json")):
        run = lambda *arguments: subprocess.run([lw, *arguments], check=True, capture_output=True)
        run("nnp", network, "--machine", MACHINE, "--output", folder)
        software = os.path.join(folder, "software")
        run("concord", os.path.join(folder, "program.lw"), "--to", "torch", "--output", software)
        sys.path.insert(0, software)
        spec = importlib.util.spec_from_file_location("program", os.path.join(software, "program_torch.py"))
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)
        sys.path.remove(software)
        self.blocks, self.n = self.module.blockfloat, self.module.N
        load = lambda name, *shape: self.blocks.numbers(np.load(os.path.join(software, name + ".npy")), -1, *shape)
        self.vdram, self.mdram = load("vdram", self.n), load("mdram", self.n, self.n)

    def use(self, bits):
        self.module.f = self.blocks.Format(vector=bits, matrix=bits, exponent=5, exact=False, saturates=False)

    def classes(self, vectors, vdram, mdram):
        """Of one input: a native vector, or one for each step."""
        return self.module.run(vectors.reshape(-1, self.n), vdram, mdram)[0][0, :10]

    def padded(self, inputs):
        return torch.nn.functional.pad(torch.tensor(inputs, dtype=torch.float64), (0, self.n - inputs.shape[-1]))

    def right(self, inputs, labels, vdram, mdram):
        with torch.no_grad():
            return np.mean([int(self.classes(x, vdram, mdram).argmax()) == y for x, y in zip(inputs, labels)])


def quantised_set(processor, images, bits, folder):
    """The training set as the processor's quantiser gives it, once and for all: mantissas and an exponent for each
    digit. The numbers that they stand for are rounded to themselves."""
    names = [os.path.join(folder, name) for name in ("training.mantissas.npy", "training.exponents.npy")]
    mantissas, exponents = processor.module.f.mantissas(processor.padded(images), bits)
    np.save(names[0], mantissas.numpy().astype(np.int8))
    np.save(names[1], exponents.numpy().astype(np.int8))
    mantissas, exponents = (torch.tensor(np.load(name).astype(np.float64)) for name in names)
    return mantissas * 2.0 ** (exponents[:, None] - (bits - 1))


def fine_tuned(processor, inputs, labels, epochs, rate=RATE):
    """The numbers after more training, rounded to FP16, as DRAM holds them."""
    torch.manual_seed(1)
    parameters = [part.clone().requires_grad_() for part in (processor.vdram, processor.mdram)]
    optimiser = torch.optim.Adam(parameters, lr=rate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, epochs)
    half = processor.module.f.half
    for _ in range(epochs):
        for some in torch.randperm(len(inputs)).split(BATCH):
            vdram, mdram = (half(part) for part in parameters)
            classes = torch.stack([processor.classes(inputs[i], vdram, mdram) for i in some])
            loss = torch.nn.functional.cross_entropy(classes, labels[some])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        schedule.step()
    return [half(part).detach() for part in parameters]


def write_network(vdram, mdram, folder):
    """digits.json with these numbers."""
    shutil.copy(os.path.join(HERE, "digits.json"), folder)
    for at, (name, inputs, outputs) in enumerate((("hidden", 64, 24), ("classes", 24, 10))):
        np.save(os.path.join(folder, name + ".w.npy"), mdram[at, :outputs, :inputs].numpy().T.astype(np.float32))
        np.save(os.path.join(folder, name + ".b.npy"), vdram[at, :outputs].numpy().astype(np.float32))


def float64_right(images, labels):
    w = [np.load(os.path.join(HERE, name + ".npy")).astype(np.float64)
         for name in ("hidden.w", "hidden.b", "classes.w", "classes.b")]
    return np.mean((np.maximum(images @ w[0] + w[1], 0) @ w[2] + w[3]).argmax(axis=1) == labels)


def chart(rows, exact, path):
    """Share of digits that are right by bits of mantissas, as SVG."""
    low = min(min(row[1:]) for row in rows) // 0.1 * 0.1
    x = lambda bits: 60 + (bits - WIDTHS[0]) * 70
    y = lambda share: 250 - 220 * (share - low) / (1 - low)
    text = lambda at, down, what, anchor="middle": f'<text x="{at}" y="{down:.0f}" text-anchor="{anchor}">{what}</text>'
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 540 300" font-family="sans-serif" font-size="12">',
           '<rect width="540" height="300" fill="#fff"/>']
    for step in range(round(low * 10), 11):
        out += [f'<path d="M60 {y(step / 10):.1f}H480" stroke="#ddd"/>', text(52, y(step / 10) + 4, f"{10 * step} %", "end")]
    out += [text(x(bits), 268, bits) for bits in WIDTHS] + [text(270, 290, "bits of mantissas")]
    out += [f'<path d="M60 {y(exact):.1f}H480" stroke="#777" stroke-dasharray="6 4"/>', '<text x="400" y="240" fill="#777">float64</text>']
    for column, colour, name in ((1, "#c0504d", "quantised"), (2, "#1f6fb2", "fine-tuned")):
        points = " ".join(f"{x(row[0])},{y(row[column]):.1f}" for row in rows)
        out += [f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>',
                f'<text x="400" y="{180 + 20 * column}" fill="{colour}">{name}</text>']
        out += [f'<circle cx="{x(row[0])}" cy="{y(row[column]):.1f}" r="3" fill="{colour}"/>' for row in rows]
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n</svg>\n")


def main():
    parser = argparse.ArgumentParser(description="See the beginning of this file.")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--bits", type=int, choices=WIDTHS)
    parser.add_argument("--lw", default="lw")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--digits", type=int)
    options = parser.parse_args()
    if bool(options.bits) != bool(options.folder):
        parser.error("--bits and a folder go together")
    torch.set_num_threads(1)
    images, labels, held, held_labels = digits()
    exact = float64_right(held, held_labels)
    print(f"float64: {100 * exact:.2f} %\n\n| mantissas | quantised | fine-tuned |\n|---|---|---|", flush=True)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        processor = Processor(options.lw, folder)
        vectors = processor.padded(held)
        for bits in [options.bits] if options.bits else WIDTHS:
            processor.use(bits)
            before = processor.right(vectors, held_labels, processor.vdram, processor.mdram)
            training = quantised_set(processor, images[:options.digits], bits, options.folder or folder)
            tuned = fine_tuned(processor, training, torch.tensor(labels[:options.digits]), options.epochs)
            rows.append((bits, before, processor.right(vectors, held_labels, *tuned)))
            print(f"| {bits} bits | {100 * before:.2f} % | {100 * rows[-1][2]:.2f} % |", flush=True)
    if options.folder:
        write_network(*tuned, options.folder)
    else:
        chart(rows, exact, os.path.join(HERE, "accuracy.svg"))


if __name__ == "__main__":
    main()
