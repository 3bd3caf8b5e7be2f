#!/usr/bin/env python3
# Written by `lw concord`; needs TensorFlow 2 and blockfloat_tensorflow.py beside it.
"""In float64, with nothing rounded, what the firmware program.lw computes"""
import os
import sys

import numpy as np

import blockfloat_tensorflow as blockfloat

N = 4
f = blockfloat.Float64()


def run(netin, vdram, mdram):
    """netin and vdram: vectors [count, N], mdram: native matrices [count, N, N]. Gives the vectors to the network, and all
    values on the way."""
    # A: mdram[0:4]
    # b: vdram[0:2]
    # x: netin[0:2]
    # y: netout[0:2]
    # weights
    m3 = mdram[0:4]  # 2: m_wr MatrixRf, 0
    # bias, input, first
    v4 = f.mv_mul(m3[0:1], netin[0:1], rows=1, columns=1, turns=1)  # 14: mv_mul 0
    v5 = v4  # 15: v_wr.q AddSubVrf0, 0
    v6 = f.mv_mul(m3[1:2], netin[1:2], rows=1, columns=1, turns=1)  # 18: mv_mul 1
    v7 = v6 + v5  # 19: vv_add AddSubVrf0, 0
    v8 = v7 + vdram[0:1]  # 20: vv_add AddSubVrf1, 0
    # second
    v9 = f.mv_mul(m3[2:3], netin[0:1], rows=1, columns=1, turns=1)  # 24: mv_mul 2
    v10 = v9  # 25: v_wr.q AddSubVrf0, 1
    v11 = f.mv_mul(m3[3:4], netin[1:2], rows=1, columns=1, turns=1)  # 28: mv_mul 3
    v12 = v11 + v10  # 29: vv_add AddSubVrf0, 1
    v13 = v12 + vdram[1:2]  # 30: vv_add AddSubVrf1, 1
    netout = blockfloat.joined([v8, v13])
    return netout, [v4, v5, v6, v7, v8, v9, v10, v11, v12, v13]


def given(name, count, *shape):
    """What a source holds at the start; the firmware reads `count` vectors or matrices: NAME.npy in this folder."""
    if count == 0:
        return blockfloat.numbers(np.zeros(0), -1, *shape)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".npy")
    each = int(np.prod(shape))
    if not os.path.exists(path):
        sys.exit(f"{path} is missing: the firmware reads {count * each} numbers of it")
    array = np.load(path)
    if array.size < count * each or array.size % each:
        sys.exit(f"{path} has {array.size} numbers, and the firmware reads {count * each}")
    return blockfloat.numbers(array, -1, *shape)


if __name__ == "__main__":
    queues, vdram, mdram = [given("netin", 2, N)], given("vdram", 2, N), given("mdram", 4, N, N)
    if "--inputs" in sys.argv:  # FILE.npy: for each run the vectors from the network
        queues = (blockfloat.numbers(row, -1, N) for row in np.load(sys.argv[sys.argv.index("--inputs") + 1]))
    netouts, values = [], [np.zeros((0, N))]
    for netin in queues:
        netout, on_the_way = run(netin, vdram, mdram)
        netouts.append(blockfloat.plain(netout))
        values += [blockfloat.plain(value) for value in on_the_way]
    folder = os.path.dirname(os.path.abspath(__file__))
    np.save(os.path.join(folder, "netout_float64.npy"), np.concatenate(netouts))
    if "--values" in sys.argv:
        np.save(os.path.join(folder, "values_float64.npy"), np.concatenate(values))
