#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""recomputed_in_torch.py LW EXAMPLES FOLDER: what `lw recompute --to torch` writes, against PyTorch's own gradients, in double.

Under every policy the gradients must be those of autograd, the same to the last bit as if everything were stored (but for the inverse
and for bfloat16, to which products in double do not round),
and what autograd saves for the backward pass must have the bytes that the plan has live at the loss. Where PyTorch is missing it says so, and nothing is checked.
"""
import importlib.util
import json
import os
import subprocess
import sys

try:
    import numpy as np
    import torch
    from torch.nn import functional
except ImportError:
    print("no PyTorch here")
    sys.exit(77)

LW, EXAMPLES, FOLDER = sys.argv[1:]
BATCH, ELEMENT = 8, 4  # bytes of a number in the plan
POLICIES = ["store-all", "autograd", "masks", "bf16", "bf16-all", "conv-stored", "bn-stored", "local-rule", "sqrt-n", "budget"]
ROUNDED = ["bf16", "bf16-all"]
# Lanes of one element, so that the plan's bytes have no padding.
PLAN = ["--batch", str(BATCH), "--what-if", "lanes=1"]


def layer(name, kind, reads, **more):
    return {"name": name, "kind": kind, "inputs": reads, **more}


def conv(name, reads, channels, **more):
    return layer(name, "conv", [reads], kernel=[3, 3], pad=[1, 1, 1, 1], channels=channels, **more)


CHAIN = {
    "schema": "lanewright.network", "version": 1, "name": "chain", "dtype": "f32", "input": {"name": "x", "shape": [7, 6, 2]},
    "training": {"batch": BATCH, "loss": "softmax_cross_entropy", "seed": 5}, "outputs": ["y"],
    "layers": [conv("c1", "x", 4), layer("n1", "batch_norm", ["c1"]), layer("r1", "relu", ["n1"]), conv("c2", "r1", 5, stride=[2, 1], bias=True),
               layer("n2", "batch_norm", ["c2"]), layer("r2", "leaky_relu", ["n2"], alpha=0.25),
               layer("most", "max_pool", ["r2"], kernel=[2, 2], stride=[1, 2]), conv("c3", "most", 4, activation="relu"),
               layer("both", "concat", ["c3", "most"]),
               layer("mean", "average_pool", ["both"], kernel=[2, 2], stride=[1, 1]), layer("n3", "batch_norm", ["mean"]), layer("flat", "flatten", ["n3"]),
               layer("y", "dense", ["flat"], channels=3, bias=True)]}


def run(network, *words):
    said = subprocess.run([LW, "recompute", network, *PLAN, *words], capture_output=True, text=True, check=False)
    if said.returncode != 0:
        sys.exit("lw recompute %s: %s" % (" ".join(words), said.stderr))
    return said.stdout


def written(network, policy, *words):
    """The module, and the bytes that the plan has live at the loss, but for the output and its gradient."""
    folder = os.path.join(FOLDER, os.path.basename(network).split(".")[0], policy)
    os.makedirs(folder, exist_ok=True)
    answer = json.loads(run(network, "--policy", policy, *words, "--to", "torch", "-o", folder, "--json"))
    spec = importlib.util.spec_from_file_location("recomputed", os.path.join(folder, "recomputed.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    loss = next(step for step in answer["report"]["steps"] if step["kind"] == "loss")
    classes = module.SHAPES[module.OUTPUT][-1]
    return module, loss["vmem"] + loss["hbm"] - 2 * BATCH * classes * ELEMENT, answer["report"]["peak"]


def plain(module, network, x):
    """The same layers as PyTorch has them."""
    values = [x]
    for number, one in enumerate(module.LAYERS, 1):
        own, inputs = module.Run(network, x, list(network.weights), {}).own(number), [values[i] for i in one["inputs"]]
        if one["kind"] == "batch_norm":
            value = functional.batch_norm(inputs[0], None, None, own["scale"], own["shift"], True, 0.1, one["epsilon"])
        else:
            value = module.computed(one, inputs, own, None)
        values.append(value)
    return values[module.OUTPUT]


def gradients(network, y, labels):
    network.zero_grad()
    functional.cross_entropy(y, labels).backward()
    return [one.grad.clone() for one in network.weights]


def saved(network, x, labels):
    """Gradients, and the bytes of what autograd saved, without parameters and the batch itself."""
    sizes, own = [], {one.data_ptr() for one in network.weights} | {x.data_ptr()}

    def pack(tensor):
        if tensor.data_ptr() not in own:
            is_mask = tensor.dtype == torch.uint8  # which the plan has in whole words
            element = 2 if tensor.dtype == torch.bfloat16 else ELEMENT
            sizes.append(-(-tensor.numel() // 4) * 4 if is_mask else tensor.numel() * element)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        y = network(x)
    return gradients(network, y, labels), sum(sizes)


def check(path):
    torch.manual_seed(3)
    exact, budget = None, []
    for policy in POLICIES:
        module, wanted, peak = written(path, policy, *budget)
        if policy == "sqrt-n":  # the budget in between
            budget = ["--budget", str((3 * peak + stored) // 4)]
        network = module.Network().double()
        shape = module.SHAPES[0]
        if exact is None:
            stored, x = peak, torch.rand(BATCH, shape[2], shape[0], shape[1], dtype=torch.float64)
            labels = torch.randint(module.SHAPES[module.OUTPUT][-1], (BATCH,))
            torches = gradients(network, plain(module, network, x), labels)
        found, bytes_saved = saved(network, x, labels)
        if bytes_saved != wanted:
            sys.exit("%s, %s: autograd saved %d bytes, the plan has %d" % (path, policy, bytes_saved, wanted))
        for (name, part), one, other in zip(network.named(), found, torches):
            off = float((one - other).abs().max() / max(1e-3, float(other.abs().max())))
            if not off < (0.05 if policy in ROUNDED else 1e-9):
                sys.exit("%s, %s: gradient of %s.%s is %g off" % (path, policy, name, part, off))
        exact = exact or found
        if policy not in ("bn-stored", *ROUNDED) and not all(torch.equal(one, other) for one, other in zip(found, exact)):
            sys.exit("%s, %s: gradients are not those of store-all" % (path, policy))
        print("%s, %s: %d gradients, %d bytes saved" % (os.path.basename(path), policy, len(found), bytes_saved))
    network.eval()
    if network(x).shape != (BATCH, module.SHAPES[module.OUTPUT][-1]):
        sys.exit("%s: another output where nothing is trained" % path)


def main():
    os.makedirs(FOLDER, exist_ok=True)
    chain = os.path.join(FOLDER, "chain.json")
    with open(chain, "w") as file:
        json.dump(CHAIN, file)
    check(chain)
    check(os.path.join(EXAMPLES, "networks", "residual-digits", "residual.json"))
    foreign = os.path.join(FOLDER, "foreign")
    os.makedirs(foreign, exist_ok=True)
    with open(os.path.join(foreign, "recomputed.py"), "w") as file:
        file.write("mine\n")
    said = subprocess.run([LW, "recompute", chain, "--to", "torch", "-o", foreign], capture_output=True, text=True, check=False)
    if said.returncode != 2 or "E866" not in said.stderr:
        sys.exit("a foreign file: %s" % said.stderr)


main()
