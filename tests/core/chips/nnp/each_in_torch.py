# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs software_torch.py of each folder with what is beside it, in one process: PyTorch takes seconds to start."""
import os
import runpy
import sys

folders = sys.argv[1:]
for folder in folders:
    for name in [name for name in sys.modules if name.startswith("blockfloat")]:
        del sys.modules[name]  # that of the folder before
    program = os.path.join(folder, "software_torch.py")
    sys.argv = [program, "--values"]
    sys.path.insert(0, folder)
    runpy.run_path(program, run_name="__main__")
    del sys.path[0]
