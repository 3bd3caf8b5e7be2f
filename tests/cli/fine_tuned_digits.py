#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fine_tuned_digits.py LW EXAMPLES FOLDER: the example of fine-tuning, a short run of it.

With mantissas of 2 bits the digits that are right become more; the training set is quantised as plain loops do it, and trains
to the same bits as the pictures it was made of; the network that comes out gets as many right in lw itself. Where PyTorch is missing
it says so, and nothing is checked.
"""
import json
import os
import subprocess
import sys

try:
    import numpy as np
    import torch
except ImportError:
    print("no PyTorch here")
    sys.exit(77)

LW, EXAMPLES, FOLDER = sys.argv[1:]
EXAMPLE = os.path.join(EXAMPLES, "nnp", "quantised-digits")
BITS, HELD = 2, 359
sys.dont_write_bytecode = True
sys.path.insert(0, EXAMPLE)
import fine_tune  # noqa: E402


def plain_block(values):
    """Mantissas and the exponent of a block of numbers that are not negative."""
    _, exponent = np.frexp(max(values))
    return [min(int(np.rint(value * 2.0 ** (BITS - 1 - exponent))), 2 ** (BITS - 1) - 1) for value in values], int(exponent)


def shares():
    """The last row of the table that a short run prints: per cent right before and after."""
    script = [sys.executable, "-B", os.path.join(EXAMPLE, "fine_tune.py"), "--lw", LW, "--bits", str(BITS), FOLDER]
    printed = subprocess.run([*script, "--epochs", "2", "--digits", "480"], check=True, capture_output=True, text=True).stdout
    return [float(cell.split()[0]) for cell in printed.splitlines()[-1].split("|")[2:4]]


def check_training_set(processor, images):
    """The files in FOLDER are of these images."""
    mantissas, exponents = (np.load(os.path.join(FOLDER, f"training.{name}.npy")) for name in ("mantissas", "exponents"))
    assert mantissas.shape[0] == exponents.shape[0] == len(images) and mantissas.dtype == exponents.dtype == np.int8
    for row, exponent, image in zip(mantissas, exponents, images):
        plain, plain_exponent = plain_block(image.astype(np.float64))
        assert row[:64].tolist() == plain and exponent == plain_exponent and not row[64:].any()


def check_training(processor, images, labels):
    """From pictures that were quantised once come the numbers that come from the pictures themselves."""
    labels = torch.tensor(labels)
    quantised = fine_tune.quantised_set(processor, images, BITS, FOLDER)
    assert not torch.equal(quantised, processor.padded(images))
    pairs = zip(fine_tune.fine_tuned(processor, quantised, labels, 1), fine_tune.fine_tuned(processor, processor.padded(images), labels, 1))
    for one, other in pairs:
        assert torch.equal(one, other)


def right_in_lw():
    path = lambda name: os.path.join(EXAMPLE, name)
    words = ["nnp", os.path.join(FOLDER, "digits.json"), "--machine", fine_tune.MACHINE, "--search", f"bfp{BITS}", "--lose", "100%",
             "--data", path("held.x.npy"), "--labels", path("held.y.npy"), "--json"]
    return json.loads(subprocess.run([LW, *words], check=True, capture_output=True, text=True).stdout)["search"]["right"]


def main():
    os.makedirs(FOLDER, exist_ok=True)
    torch.set_num_threads(1)
    before, after = shares()
    print(f"{before} % right, fine-tuned {after} %")
    assert after >= before + 3
    assert right_in_lw() == round(after / 100 * HELD)
    images, labels, _, _ = fine_tune.digits()
    processor = fine_tune.Processor(LW, os.path.join(FOLDER, "firmware"))
    processor.use(BITS)
    check_training_set(processor, images[:480])
    check_training(processor, images[:64], labels[:64])


if __name__ == "__main__":
    main()
