#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fine_tuned_lstm.py LW EXAMPLES FOLDER: the example that trains the LSTM on with the processor's rounding, a short run of it.

What is trained has the bits of the firmware's software, whatever the mantissas; with 2 bits the digits that are right become
far more. Where PyTorch is missing it says so, and nothing is checked.
"""
import os
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

FORMATS = [(2, 2), (5, 4), (8, 8), (3, 7)]


def forward(numbers, bits, images):
    with torch.no_grad():
        return fine_tune.forward(numbers, bits, torch.tensor(images, dtype=torch.float32)).numpy()


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

    bits = FORMATS[0]
    images, labels, _, _ = fine_tune.digits()
    tuned = fine_tune.fine_tuned(begin, bits, images[:512, :, 0], labels[:512], 2)
    other = fine_tune.in_dram(tuned, *dram)
    assert np.array_equal(forward(tuned, bits, held[:2]), accuracy.classes(module, *other, bits, held[:2]))
    before, after = (100 * (forward(numbers, bits, held).argmax(axis=1) == held_labels).mean() for numbers in (begin, tuned))
    print(f"{before:.2f} % right, fine-tuned {after:.2f} %")
    assert after >= before + 15


if __name__ == "__main__":
    main()
