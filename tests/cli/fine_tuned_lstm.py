#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fine_tuned_lstm.py LW EXAMPLES FOLDER: the example that trains the LSTM on with the processor's rounding, a short run of it.

What is trained has the bits of the firmware's software, whatever the mantissas; with 2 bits the digits that are right become
far more. The shares that the README states of the network as it was trained are those of all digits held out. Where PyTorch is
missing it says so, and nothing is checked.
"""
import os
import re
import sys

try:
    import numpy as np
    import torch
except ImportError:
    print("no PyTorch here")
    sys.exit(77)

LW, EXAMPLES, FOLDER = sys.argv[1:]
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(EXAMPLES, "nnp", "lstm"))
import accuracy  # noqa: E402
import fine_tune  # noqa: E402

FORMATS = [*accuracy.FORMATS, (3, 7)]  # those of the README, and narrow vectors with wide matrices


def forward(numbers, bits, images):
    with torch.no_grad():
        return fine_tune.forward(numbers, bits, torch.tensor(images, dtype=torch.float32)).numpy()


def share(classes, labels):
    return f"{100 * (classes.argmax(axis=1) == labels).mean():.2f}"


def check_readme(begin, held, labels):
    """Its shares in float64, and before fine-tuning with the mantissas of each row, to the digit."""
    with open(os.path.join(EXAMPLES, "nnp", "lstm", "README.md")) as file:
        text = file.read()
    exact = share(accuracy.float64(LW, FOLDER, held), labels)
    assert re.findall(r"float64 ([\d.]+) % are right", text) == [exact], exact
    rows = re.findall(r"^\| (\d) and (\d) bits \| ([\d.]+) % \|", text, re.MULTILINE)
    assert [(int(vectors), int(matrices)) for vectors, matrices, _ in rows] == accuracy.FORMATS
    for bits, row in zip(accuracy.FORMATS, rows):
        right = share(forward(begin, bits, held), labels)
        assert right == row[2], (bits, right)


def main():
    os.makedirs(FOLDER, exist_ok=True)
    torch.set_num_threads(1)
    module, *dram = accuracy.software(LW, FOLDER)
    held, held_labels = accuracy.held_out()
    begin = fine_tune.start(*dram)
    for there, back in zip(dram, fine_tune.in_dram(begin, *dram)):
        assert np.array_equal(there, back)
    for bits in FORMATS:
        assert np.array_equal(forward(begin, bits, held[:2]), accuracy.classes(module, *dram, bits, held[:2]))

    check_readme(begin, held, held_labels)

    bits = 2, 2
    images, labels, _, _ = fine_tune.digits()
    tuned = fine_tune.fine_tuned(begin, bits, images[:512, :, 0], labels[:512], 2)
    other = fine_tune.in_dram(tuned, *dram)
    assert np.array_equal(forward(tuned, bits, held[:2]), accuracy.classes(module, *other, bits, held[:2]))
    before, after = (100 * (forward(numbers, bits, held).argmax(axis=1) == held_labels).mean() for numbers in (begin, tuned))
    print(f"{before:.2f} % right, fine-tuned {after:.2f} %")
    assert after >= before + 15


if __name__ == "__main__":
    main()
