#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains digits.json: two dense layers for digits of 8 x 8 pixels. Needs PyTorch; the seed is fixed, but another
version may give other numbers.
    python3 train.py        writes the weights and the digits held out beside it, and says what it gets right of these
"""
import os

import numpy as np
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "..", "data")
HIDDEN, BATCH, EPOCHS = 24, 32, 40


def digits():
    """Every fifth digit is held out."""
    images = np.load(os.path.join(DATA, "optdigits_images_u8.npy")).reshape(-1, 64) / np.float32(16)
    labels = np.load(os.path.join(DATA, "optdigits_labels_u8.npy")).astype(np.int64)
    held = np.arange(len(images)) % 5 == 4
    return images[~held], labels[~held], images[held], labels[held]


def main():
    torch.set_num_threads(1)
    torch.manual_seed(1)
    x, y, held_x, held_y = (torch.tensor(part) for part in digits())
    network = torch.nn.Sequential(torch.nn.Linear(64, HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, 10))
    optimiser = torch.optim.Adam(network.parameters(), lr=4e-3, weight_decay=1e-4)
    for _ in range(EPOCHS):
        for some in torch.randperm(len(x)).split(BATCH):
            loss = torch.nn.functional.cross_entropy(network(x[some]), y[some])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    right = (network(held_x).argmax(dim=1) == held_y).float().mean().item()
    print(f"loss {loss.item():.3f}, right {100 * right:.2f} %")
    np.save(os.path.join(HERE, "held.x.npy"), np.rint(held_x.numpy() * 16).astype(np.uint8))
    np.save(os.path.join(HERE, "held.y.npy"), held_y.numpy().astype(np.uint8))
    for name, layer in (("hidden", network[0]), ("classes", network[2])):
        np.save(os.path.join(HERE, name + ".w.npy"), layer.weight.detach().numpy().T.copy())
        np.save(os.path.join(HERE, name + ".b.npy"), layer.bias.detach().numpy())


if __name__ == "__main__":
    main()
