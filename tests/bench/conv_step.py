#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""conv_step.py STEPS: prints how many training steps of the benchmark's convolutional network PyTorch does in a second of one thread.

3 x 3 convolutions of 32, 64 and 64 channels with batch norm and ReLU on 8 x 8 images, a dense layer, a batch of 64, float32, SGD. Ends with 77
where PyTorch is missing.
"""
import sys
import time

try:
    import torch
    from torch import nn
except ImportError:
    sys.exit(77)

torch.set_num_threads(1)
torch.manual_seed(1)
layers, before = [], 1
for channels in (32, 64, 64):
    layers += [nn.Conv2d(before, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels), nn.ReLU()]
    before = channels
network = nn.Sequential(*layers, nn.Flatten(), nn.Linear(64 * before, 10, bias=False))
optimiser = torch.optim.SGD(network.parameters(), lr=0.05)
images, labels = torch.rand(64, 1, 8, 8), torch.randint(10, (64,))


def step():
    optimiser.zero_grad()
    nn.functional.cross_entropy(network(images), labels).backward()
    optimiser.step()


steps = int(sys.argv[1])
for _ in range(2):
    step()
began = time.process_time()
for _ in range(steps):
    step()
print(steps / (time.process_time() - began))
