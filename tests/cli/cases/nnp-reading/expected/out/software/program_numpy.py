#!/usr/bin/env python3
# Written by `lw concord`; needs NumPy 1.24 and blockfloat.py beside it.
"""The same bits as the firmware program.lw"""
import os
import sys

import numpy as np

import blockfloat

N = 4
f = blockfloat.Format(vector=5, matrix=4, exponent=5, exact=False, saturates=False)


def a(x, m3, values):
    # x.start, a.start
    a_out = f.mv_mul((m3[0][0:2], m3[1][0:2]), x, rows=2, columns=1, turns=1)  # 10: mv_mul 0
    values += [a_out]
    return a_out


def b(a_out, m3, values):
    # b.start
    b_out = f.mv_mul((m3[0][2:4], m3[1][2:4]), a_out, rows=1, columns=2, turns=1)  # 16: mv_mul 2
    values += [b_out]
    return b_out


@np.errstate(over="ignore", invalid="ignore")  # infinities and NaNs are numbers here
def run(netin, vdram, mdram):
    """netin and vdram: vectors [count, N], mdram: native matrices [count, N, N]. Gives the vectors to the network, and all
    values on the way."""
    # a.weights: mdram[0:2]
    # b.weights: mdram[2:4]
    # x: netin[0:1], vec 3
    # a: netout[0:2], vec 5
    # b: netout[2:3], vec 2
    # a.weights: MatrixRf[0:2], mat 5x3
    # b.weights: MatrixRf[2:4], mat 2x5
    # a_out: InitialVrf[1:3], vec 5
    # b_out: InitialVrf[0:1], vec 2
    x = netin[0:1]
    values = []
    # weights
    m3 = f.matrices(mdram[0:4])  # 2: m_wr MatrixRf, 0
    a_out = a(x, m3, values)
    b_out = b(a_out, m3, values)
    netout = blockfloat.joined([a_out, b_out])
    return netout, values


def prepared(x):
    """Data as vectors from the network: FP16, each row cut into native vectors, the last of which is filled up with zeros."""
    return blockfloat.joined([blockfloat.filled(x, 1, 3, N)])


def results(netout):
    """Vectors to the network as data, without what fills them up, one array for each output."""
    return blockfloat.cut(netout[0:2], 1, 5), blockfloat.cut(netout[2:3], 1, 2)


def prepared_weights(a_weights, b_weights):
    """Weights [outputs, inputs], or of windows [outputs, places, inputs], as native matrices for mdram: FP16, tile by
    tile, row after row, with zeros where they end."""
    a_weights = blockfloat.array(a_weights, 5, 3)
    b_weights = blockfloat.array(b_weights, 2, 5)
    return blockfloat.joined([
        blockfloat.tiled(a_weights, N),  # a.weights
        blockfloat.tiled(b_weights, N),  # b.weights
    ])


def weights_of(mdram):
    """What prepared_weights makes mdram of, without what fills it up."""
    a_weights = np.zeros((5, 3), np.float32)
    b_weights = np.zeros((2, 5), np.float32)
    a_weights[...] = blockfloat.untiled(mdram[0:2], 5, 3)
    b_weights[...] = blockfloat.untiled(mdram[2:4], 2, 5)
    return a_weights, b_weights


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
    queues, vdram, mdram = [given("netin", 1, N)], given("vdram", 0, N), given("mdram", 4, N, N)
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
