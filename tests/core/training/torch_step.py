#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""torch_step.py FOLDER: a training step of FOLDER/network.json in PyTorch, in double.

Every gradient there (GRADIENT.npy by the name of what it is of), the loss and, after the update, the weights must be those of PyTorch.
Ends with 77 where PyTorch is missing.
"""
import json
import pathlib
import sys

try:
    import numpy as np
    import torch
    from torch.nn import functional
except ImportError:
    print("no PyTorch here")
    sys.exit(77)

FOLDER = pathlib.Path(sys.argv[1])
NETWORK = json.loads((FOLDER / "network.json").read_text())
PARTS = {"weights": "weights", "bias": "bias", "scale": "scale", "shift": "shift"}


def load(name):
    return torch.from_numpy(np.load(FOLDER / name).astype(np.float64))


def padded(layer, x, value=0.0):
    top, bottom, left, right = layer["pad"]
    return functional.pad(x, (left, right, top, bottom), value=value)


def compute(layer, inputs, own, running):
    """Images are [batch, channels, rows, columns] here."""
    kind, x = layer["kind"], inputs[0]
    if kind == "conv":
        weights = own["weights"].permute(3, 2, 0, 1).contiguous()
        return functional.conv2d(padded(layer, x), weights, own.get("bias"), layer["stride"], 0, layer.get("dilation", 1),
                                 layer.get("groups", 1))
    if kind == "dense":
        if x.dim() == 4:
            x = x.permute(0, 2, 3, 1).flatten(1)
        return functional.linear(x, own["weights"].T, own.get("bias"))
    if kind == "batch_norm":
        return functional.batch_norm(x, *running, own["scale"], own["shift"], True, NETWORK["training"].get("norm_momentum", 0.1),
                                     layer.get("epsilon", 1e-5))
    if kind == "relu":
        return functional.relu(x)
    if kind == "leaky_relu":
        return functional.leaky_relu(x, layer["alpha"])
    if kind == "max_pool":
        return functional.max_pool2d(padded(layer, x, -np.inf), layer["kernel"], layer["stride"])
    if kind == "average_pool":
        sums = functional.avg_pool2d(padded(layer, x), layer["kernel"], layer["stride"], divisor_override=1)
        ones = torch.ones_like(x[:1, :1])
        counts = functional.avg_pool2d(padded(layer, ones, 1.0 if layer.get("count_include_pad") else 0.0), layer["kernel"],
                                       layer["stride"], divisor_override=1)
        return sums / counts
    if kind == "add":
        return inputs[0] + inputs[1]
    if kind == "concat":
        axis = layer.get("axis", 2)
        return torch.cat(inputs, {0: 2, 1: 3, 2: 1}[axis])
    if kind == "flatten":
        return x.permute(0, 2, 3, 1).flatten(1)
    raise ValueError(kind)


def main():
    training, optimiser = NETWORK["training"], NETWORK["training"]["optimiser"]
    values = {NETWORK["input"]["name"]: load("images.npy").permute(0, 3, 1, 2)}
    weights, running = {}, {}
    for layer in NETWORK["layers"]:
        own = {part: load(layer[part]).requires_grad_() for part in PARTS if part in layer}
        weights.update({f"{layer['name']}.{part}": tensor for part, tensor in own.items()})
        if "mean" in layer:
            running[layer["name"]] = [load(layer["mean"]), load(layer["variance"])]
        values[layer["name"]] = compute(layer, [values[name] for name in layer["inputs"]], own, running.get(layer["name"]))
    y = values[NETWORK["outputs"][0]]
    if training["loss"] == "mean_squares":
        target = load("labels.npy")
        loss = functional.mse_loss(y, target.permute(0, 3, 1, 2) if target.dim() == 4 else target)
    else:
        loss = functional.cross_entropy(y, torch.from_numpy(np.load(FOLDER / "labels.npy")))
    sgd = torch.optim.SGD(list(weights.values()), optimiser["rate"], optimiser.get("momentum", 0), 0,
                          optimiser.get("weight_decay", 0))
    worst = 0.0

    def compare(name, wanted):
        nonlocal worst
        found = load(f"{name}.npy")
        off = float((found - wanted).abs().max() / max(1.0, float(wanted.abs().max())))
        if not found.shape == wanted.shape or not off < 1e-10:
            sys.exit(f"{name}: {off} off")
        worst = max(worst, off)

    compare("loss", loss.detach().reshape(1))
    loss.backward()
    for name, tensor in weights.items():
        compare(f"gradient.{name}", torch.zeros_like(tensor) if tensor.grad is None else tensor.grad)
    sgd.step()
    for name, tensor in weights.items():
        compare(f"after.{name}", tensor.detach())
    for name, (mean, variance) in running.items():
        compare(f"after.{name}.mean", mean)
        compare(f"after.{name}.variance", variance)
    print(f"PyTorch {torch.__version__}: {len(weights)} gradients, {worst:.1e} off at most")


main()
