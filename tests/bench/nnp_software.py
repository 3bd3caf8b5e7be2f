#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""nnp_software.py FOLDER MODULE: prints how many seconds of one thread the NumPy of `lw concord` computes, without reading its files.

Writes what comes out to FOLDER/netout.npy. Ends with 77 where NumPy is missing.
"""
import os
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"
try:
    import numpy as np
except ImportError:
    sys.exit(77)

folder, name = sys.argv[1:3]
sys.path.insert(0, folder)
module, blockfloat = __import__(name), __import__("blockfloat")
arrays = [np.load(os.path.join(folder, source + ".npy")) for source in ("netin", "vdram", "mdram")]
numbers = [blockfloat.numbers(array, *array.shape) for array in arrays]
began = time.process_time()
netout, _ = module.run(*numbers)
took = time.process_time() - began
np.save(os.path.join(folder, "netout.npy"), blockfloat.codes(netout))
print(took)
