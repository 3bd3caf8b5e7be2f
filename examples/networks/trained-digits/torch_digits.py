#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""torch_digits.py: the network of digits.json, trained by PyTorch in float32 for ten epochs, for five seeds.

Prints the share of the held-out digits (every fifth) that is right. PyTorch draws its own weights, of the same deviation, and orders.
"""
import json
import pathlib

import numpy as np
import torch
from torch import nn

HERE = pathlib.Path(__file__).parent
DATA = HERE.parent.parent / "data"
EPOCHS = 10


def network(layers):
    """The chain of layers as a module, and how many channels each has."""
    out, channels, pixels = [], 1, 64
    for layer in layers:
        if layer["kind"] == "conv":
            out.append(nn.Conv2d(channels, layer["channels"], layer["kernel"], padding=layer["pad"][0], bias=False))
            channels = layer["channels"]
        elif layer["kind"] == "batch_norm":
            out.append(nn.BatchNorm2d(channels))
        elif layer["kind"] == "relu":
            out.append(nn.ReLU())
        else:
            out += [nn.Flatten(), nn.Linear(pixels * channels, layer["channels"])]
    for module in out:
        if isinstance(module, (nn.Conv2d, nn.Linear)):
            nn.init.kaiming_normal_(module.weight)
            if module.bias is not None:
                nn.init.zeros_(module.bias)
    return nn.Sequential(*out)


def main():
    settings = json.loads((HERE / "digits.json").read_text())
    training = settings["training"]
    images = torch.from_numpy(np.load(DATA / "optdigits_images_u8.npy").astype(np.float32)[:, None] / 16)
    labels = torch.from_numpy(np.load(DATA / "optdigits_labels_u8.npy").astype(np.int64))
    held_out = torch.arange(len(labels)) % 5 == 4
    shares = []
    for seed in range(1, 6):
        torch.manual_seed(seed)
        model = network(settings["layers"])
        optimiser = torch.optim.SGD(model.parameters(), training["optimiser"]["rate"], training["optimiser"]["momentum"],
                                    weight_decay=training["optimiser"]["weight_decay"])
        x, y = images[~held_out], labels[~held_out]
        for _ in range(EPOCHS):
            order = torch.randperm(len(y))
            for first in range(0, len(y) - training["batch"] + 1, training["batch"]):
                some = order[first:first + training["batch"]]
                optimiser.zero_grad()
                nn.functional.cross_entropy(model(x[some]), y[some]).backward()
                optimiser.step()
        model.eval()
        with torch.no_grad():
            shares.append(float((model(images[held_out]).argmax(1) == labels[held_out]).float().mean()))
        print(f"seed {seed}: {100 * shares[-1]:.2f} %")
    print(f"mean {100 * sum(shares) / len(shares):.2f} %")


main()
