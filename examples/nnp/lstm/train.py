#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains lstm.onnx: digits of 8 x 8 pixels as sequences of 64, one pixel at a step; and beside it a network of the same
size that looks at each pixel alone. Needs PyTorch; the seed is fixed, but another version may give other numbers.
    python3 train.py [EPOCHS]        writes lstm.onnx beside it, and says what both get right of the digits held out
"""
import os
import sys

import numpy as np
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "..", "data")
HIDDEN, BATCH, EPOCHS = 128, 32, 100


class Recurrent(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = torch.nn.LSTM(1, HIDDEN, batch_first=True)
        self.classes = torch.nn.Linear(HIDDEN, 10)
        with torch.no_grad():
            self.lstm.bias_ih_l0[HIDDEN:2 * HIDDEN] = 1  # keep what there is, to begin with

    def forward(self, x):
        _, (h, _) = self.lstm(x)
        return self.classes(h[-1])


class Apart(torch.nn.Module):
    """As many numbers, but nothing goes from one step to the next: the mean of what each pixel says."""

    def __init__(self, width=256):
        super().__init__()
        self.steps = torch.nn.Sequential(torch.nn.Linear(1, width), torch.nn.Tanh(), torch.nn.Linear(width, width),
                                         torch.nn.Tanh())
        self.classes = torch.nn.Linear(width, 10)

    def forward(self, x):
        return self.classes(self.steps(x).mean(dim=1))


def digits():
    """Every fifth digit is held out."""
    images = np.load(os.path.join(DATA, "optdigits_images_u8.npy")).reshape(-1, 64, 1) / np.float32(16)
    labels = np.load(os.path.join(DATA, "optdigits_labels_u8.npy")).astype(np.int64)
    held = np.arange(len(images)) % 5 == 4
    return [torch.tensor(part) for part in (images[~held], labels[~held], images[held], labels[held])]


def train(network, epochs, seed):
    x, y, held_x, held_y = digits()
    order = torch.Generator().manual_seed(seed)
    optimiser = torch.optim.Adam(network.parameters(), lr=2e-3)
    steps = epochs * (len(x) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=4e-3, total_steps=steps)
    for epoch in range(epochs):
        for some in torch.randperm(len(x), generator=order).split(BATCH)[:len(x) // BATCH]:
            loss = torch.nn.functional.cross_entropy(network(x[some]), y[some])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1)
            optimiser.step()
            schedule.step()
        if epoch % 10 == 9 or epoch + 1 == epochs:
            with torch.no_grad():
                right = (network(held_x).argmax(dim=1) == held_y).float().mean().item()
            print(f"epoch {epoch + 1}: loss {loss.item():.3f}, right {100 * right:.2f} %", flush=True)


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else EPOCHS
    torch.set_num_threads(1)
    for name, kind in (("lstm", Recurrent), ("without recurrence", Apart)):
        torch.manual_seed(1)
        network = kind()
        print(f"{name}: {sum(p.numel() for p in network.parameters()):,} parameters")
        train(network, epochs, 1)
        if kind is Recurrent:
            torch.onnx.export(network.eval(), torch.zeros(1, 64, 1), os.path.join(HERE, "lstm.onnx"), opset_version=13,
                              input_names=["pixels"], output_names=["classes"])


if __name__ == "__main__":
    main()
