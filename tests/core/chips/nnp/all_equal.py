# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs software_numpy.py of each folder in a folder, and those of other libraries, and compares what they give with what the firmware
gave."""
import os
import runpy
import sys

import numpy as np

root = sys.argv[1]
folders = sorted(entry.path for entry in os.scandir(root) if entry.is_dir())
sys.argv = ["software_numpy.py", "--values"]
sys.dont_write_bytecode = True
sys.path.insert(0, folders[0])  # where blockfloat.py is; it is the same in all
import blockfloat
try:
    import tensorflow
except ImportError:
    import tensorflow_standin
    sys.modules["tensorflow"] = tensorflow_standin
import blockfloat_tensorflow

wanted = np.load(os.path.join(root, "functions.npy")).reshape(4, -1)
wrong = 0


def functions(module):
    """How many codes differ."""
    f = module.Format(vector=5, matrix=4, exponent=5, exact=False, saturates=False)
    x = module.numbers(np.arange(0x10000, dtype=np.uint16), -1)
    out = 0
    for name, function, codes in zip(("sigmoid", "tanh", "relu", "exp"), (f.sigmoid, f.tanh, f.relu, lambda x: f.half(module.exp(x))), wanted):
        with np.errstate(invalid="ignore", over="ignore"):
            different = np.flatnonzero(module.codes(function(x)) != codes)
        out += len(different)
        print(module.__name__, name, "differs for", len(different), "codes, the first", different[:3])
    return out


wrong += functions(blockfloat) + functions(blockfloat_tensorflow)
programs = ["software_numpy.py", "software_tensorflow.py"]
try:
    import torch
    import blockfloat_torch
    programs.append("software_torch.py")
    wrong += functions(blockfloat_torch)
    x, weights = torch.randn(1, 4, dtype=torch.float64), torch.randn(1, 4, 4, dtype=torch.float64, requires_grad=True)
    f = blockfloat_torch.Format(vector=5, matrix=4, exponent=5, exact=False, saturates=False)
    f.mv_mul(f.matrices(weights), x, rows=1, columns=1, turns=1).sum().backward()
    wrong += not torch.equal(weights.grad[0], f.block(x, 5).expand(4, 4))  # as of a product without rounding
    print("PyTorch", torch.__version__, "wrong" if wrong else "")
except ImportError:
    print("without PyTorch")
for folder, program in ((folder, program) for folder in folders for program in programs):
    runpy.run_path(os.path.join(folder, program), run_name="__main__")
    values, firmware = (np.load(os.path.join(folder, name)).ravel() for name in ("values.npy", "firmware.npy"))
    values, firmware = (np.where((codes & 0x7FFF) > 0x7C00, 0x7E00, codes) for codes in (values, firmware))  # a NaN is any NaN
    os.remove(os.path.join(folder, "values.npy"))
    if values.shape != firmware.shape or (values != firmware).any():
        wrong += 1
        at = int(np.flatnonzero(values != firmware)[0]) if values.shape == firmware.shape else 0
        print(folder, program, values.shape, firmware.shape, "first at", at, hex(values[at]), hex(firmware[at]))
print(len(folders), "programs")
sys.exit(min(wrong, 1))
