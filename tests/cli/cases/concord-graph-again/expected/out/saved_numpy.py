#!/usr/bin/env python3
# Written by `lw concord`; needs NumPy 1.24 and blockfloat.py beside it.
"""The same bits as the firmware one_chain.lw"""
import os
import sys

import numpy as np

import blockfloat

N = 4
f = blockfloat.Format(vector=5, matrix=4, exponent=5, exact=False, saturates=False)


@np.errstate(over="ignore", invalid="ignore")  # infinities and NaNs are numbers here
def run(netin, vdram, mdram):
    """netin and vdram: vectors [count, N], mdram: native matrices [count, N, N]. Gives the vectors to the network, and all
    values on the way."""
    # A: mdram[0:4]
    # b: vdram[0:2]
    # x: netin[0:2]
    # y: netout[0:1]
    # weights
    m3 = f.matrices(mdram[0:2])  # 2: m_wr MatrixRf, 0
    # bias, layer
    v4 = f.mv_mul((m3[0][0:2], m3[1][0:2]), netin[0:2], rows=1, columns=2, turns=1)  # 8: mv_mul 0
    v5 = f.half(v4 + vdram[0:1])  # 9: vv_add AddSubVrf0, 0
    netout = v5
    return netout, [v4, v5]


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
    queues, vdram, mdram = [given("netin", 2, N)], given("vdram", 1, N), given("mdram", 2, N, N)
    f.quantises = "--no-quantise" not in sys.argv  # what forgetting it loses
    if "--inputs" in sys.argv:  # FILE.npy: for each run the vectors from the network
        queues = (blockfloat.numbers(row, -1, N) for row in np.load(sys.argv[sys.argv.index("--inputs") + 1]))
    netouts, values = [], [np.zeros((0, N), np.uint16)]
    for netin in queues:
        netout, on_the_way = run(netin, vdram, mdram)
        netouts.append(blockfloat.codes(netout))
        values += [blockfloat.codes(value) for value in on_the_way]
    folder = os.path.dirname(os.path.abspath(__file__))
    np.save(os.path.join(folder, "netout.npy"), np.concatenate(netouts))
    if "--values" in sys.argv:
        np.save(os.path.join(folder, "values.npy"), np.concatenate(values))
