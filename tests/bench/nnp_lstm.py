#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""nnp_lstm.py SIZE STEPS TIMES: prints how many steps of a long short-term memory PyTorch does in a second of one thread.

SIZE numbers in and out, sequences of STEPS, one at a time, TIMES of them, float32. Ends with 77 where PyTorch is missing.
"""
import sys
import time

try:
    import torch
except ImportError:
    sys.exit(77)

size, steps, times = (int(word) for word in sys.argv[1:4])
torch.set_num_threads(1)
torch.manual_seed(1)
layer, x = torch.nn.LSTM(size, size), torch.rand(steps, 1, size)
with torch.no_grad():
    layer(x)
    began = time.process_time()
    for _ in range(times):
        layer(x)
    print(steps * times / (time.process_time() - began))
