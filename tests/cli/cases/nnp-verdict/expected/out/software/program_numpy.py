#!/usr/bin/env python3
# Written by `lw concord`; needs NumPy 1.24 and blockfloat.py beside it.
"""The same bits as the firmware program.lw"""
import os
import sys

import numpy as np

import blockfloat

N = 4
f = blockfloat.Format(vector=5, matrix=4, exponent=5, exact=False, saturates=False)


def r(Dram, AddSubVrf0, InitialVrf, MultiplyVrf, MatrixRf, AddSubVrf1, values):
    # r.start
    v10 = Dram.read(0, 8)  # 10: v_rd Dram, 0
    AddSubVrf0.write(v10, 0)  # 11: v_wr AddSubVrf0, 0
    v14 = Dram.read(14, 2)  # 14: v_rd Dram, 14
    InitialVrf.write(v14, 18)  # 15: v_wr InitialVrf, 18
    v17 = Dram.read(16, 2)  # 17: v_rd Dram, 16
    InitialVrf.write(v17, 20)  # 18: v_wr InitialVrf, 20
    v20 = Dram.read(16, 2)  # 20: v_rd Dram, 16
    MultiplyVrf.write(v20, 0)  # 21: v_wr MultiplyVrf, 0
    v24 = Dram.read(8, 6)  # 24: v_rd Dram, 8
    MultiplyVrf.write(v24, 6)  # 25: v_wr MultiplyVrf, 6
    for i in range(6):  # 28: loop 6
        v29 = InitialVrf.read(i, 1)  # 29: v_rd InitialVrf, 0, step=1
        v30 = f.mv_mul(MatrixRf.read(12, 2), v29, rows=2, columns=1, turns=1)  # 30: mv_mul 12
        v31 = f.half(v30 + AddSubVrf0.read(4, 2))  # 31: vv_add AddSubVrf0, 4
        AddSubVrf1.write(v31, 2)  # 32: v_wr AddSubVrf1, 2
        values += [v30, v31]
        v34 = InitialVrf.read(20, 2)  # 34: v_rd InitialVrf, 20
        v35 = f.half(v34 * MultiplyVrf.read(10, 2))  # 35: vv_mul 10
        v36 = f.half(v35 + AddSubVrf1.read(2, 2))  # 36: vv_add AddSubVrf1, 2
        AddSubVrf0.write(v36, 12)  # 37: v_wr AddSubVrf0, 12
        values += [v35, v36]
        v39 = InitialVrf.read(i, 1)  # 39: v_rd InitialVrf, 0, step=1
        v40 = f.mv_mul(MatrixRf.read(0, 2), v39, rows=2, columns=1, turns=1)  # 40: mv_mul 0
        v41 = f.half(v40 + AddSubVrf0.read(0, 2))  # 41: vv_add AddSubVrf0, 0
        AddSubVrf1.write(v41, 2)  # 42: v_wr AddSubVrf1, 2
        values += [v40, v41]
        v44 = InitialVrf.read(20, 2)  # 44: v_rd InitialVrf, 20
        v45 = f.half(v44 * MultiplyVrf.read(6, 2))  # 45: vv_mul 6
        v46 = f.half(v45 + AddSubVrf1.read(2, 2))  # 46: vv_add AddSubVrf1, 2
        AddSubVrf0.write(v46, 8)  # 47: v_wr AddSubVrf0, 8
        values += [v45, v46]
        v49 = InitialVrf.read(i, 1)  # 49: v_rd InitialVrf, 0, step=1
        v50 = f.mv_mul(MatrixRf.read(18, 2), v49, rows=2, columns=1, turns=1)  # 50: mv_mul 18
        v51 = f.half(v50 + AddSubVrf0.read(6, 2))  # 51: vv_add AddSubVrf0, 6
        AddSubVrf0.write(v51, 14)  # 52: v_wr AddSubVrf0, 14
        values += [v50, v51]
        v55 = InitialVrf.read(18, 2)  # 55: v_rd InitialVrf, 18
        v56 = f.mv_mul(MatrixRf.read(14, 4), v55, rows=2, columns=2, turns=1)  # 56: mv_mul 14
        v57 = f.half(v56 + AddSubVrf0.read(12, 2))  # 57: vv_add AddSubVrf0, 12
        v58 = f.sigmoid(v57)  # 58: v_sigm
        v59 = f.half(v58 * MultiplyVrf.read(0, 2))  # 59: vv_mul 0
        AddSubVrf1.write(v59, 0)  # 60: v_wr AddSubVrf1, 0
        values += [v56, v57, v58, v59]
        v62 = InitialVrf.read(18, 2)  # 62: v_rd InitialVrf, 18
        v63 = f.mv_mul(MatrixRf.read(2, 4), v62, rows=2, columns=2, turns=1)  # 63: mv_mul 2
        v64 = f.half(v63 + AddSubVrf0.read(8, 2))  # 64: vv_add AddSubVrf0, 8
        v65 = f.sigmoid(v64)  # 65: v_sigm
        MultiplyVrf.write(v65, 2)  # 66: v_wr MultiplyVrf, 2
        values += [v63, v64, v65]
        v68 = InitialVrf.read(18, 2)  # 68: v_rd InitialVrf, 18
        v69 = f.mv_mul(MatrixRf.read(20, 4), v68, rows=2, columns=2, turns=1)  # 69: mv_mul 20
        v70 = f.half(v69 + AddSubVrf0.read(14, 2))  # 70: vv_add AddSubVrf0, 14
        v71 = f.tanh(v70)  # 71: v_tanh
        v72 = f.half(v71 * MultiplyVrf.read(2, 2))  # 72: vv_mul 2
        v73 = f.half(v72 + AddSubVrf1.read(0, 2))  # 73: vv_add AddSubVrf1, 0
        MultiplyVrf.write(v73, 0)  # 74: v_wr MultiplyVrf, 0
        InitialVrf.write(v73, 20)  # 75: v_wr InitialVrf, 20
        values += [v69, v70, v71, v72, v73]
        v78 = InitialVrf.read(i, 1)  # 78: v_rd InitialVrf, 0, step=1
        v79 = f.mv_mul(MatrixRf.read(6, 2), v78, rows=2, columns=1, turns=1)  # 79: mv_mul 6
        v80 = f.half(v79 + AddSubVrf0.read(2, 2))  # 80: vv_add AddSubVrf0, 2
        AddSubVrf1.write(v80, 2)  # 81: v_wr AddSubVrf1, 2
        values += [v79, v80]
        v83 = InitialVrf.read(20, 2)  # 83: v_rd InitialVrf, 20
        v84 = f.half(v83 * MultiplyVrf.read(8, 2))  # 84: vv_mul 8
        v85 = f.half(v84 + AddSubVrf1.read(2, 2))  # 85: vv_add AddSubVrf1, 2
        AddSubVrf0.write(v85, 10)  # 86: v_wr AddSubVrf0, 10
        values += [v84, v85]
        v89 = InitialVrf.read(18, 2)  # 89: v_rd InitialVrf, 18
        v90 = f.mv_mul(MatrixRf.read(8, 4), v89, rows=2, columns=2, turns=1)  # 90: mv_mul 8
        v91 = f.half(v90 + AddSubVrf0.read(10, 2))  # 91: vv_add AddSubVrf0, 10
        v92 = f.sigmoid(v91)  # 92: v_sigm
        MultiplyVrf.write(v92, 4)  # 93: v_wr MultiplyVrf, 4
        values += [v90, v91, v92]
        v95 = InitialVrf.read(20, 2)  # 95: v_rd InitialVrf, 20
        v96 = f.tanh(v95)  # 96: v_tanh
        v97 = f.half(v96 * MultiplyVrf.read(4, 2))  # 97: vv_mul 4
        InitialVrf.write(v97, 18)  # 98: v_wr InitialVrf, 18
        InitialVrf.write(v97, 6 + 2 * i)  # 99: v_wr InitialVrf, 6, step=2
        values += [v96, v97]


@np.errstate(over="ignore", invalid="ignore")  # infinities and NaNs are numbers here
def run(netin, vdram, mdram):
    """netin and vdram: vectors [count, N], mdram: native matrices [count, N, N]. Gives the vectors to the network, and all
    values on the way."""
    # r.weights: mdram[0:24]
    # r.bias: vdram[0:8]
    # r.peephole: vdram[8:14], vec 3x5
    # r.initial_h: vdram[14:16], vec 5
    # r.initial_c: vdram[16:18], vec 5
    # x: netin[0:6], vec 6x3
    # r: netout[0:12], vec 6x5
    # r_W_0: mdram[0:2], mat 5x3, of r.W[0]
    # r_R_0: mdram[2:6], mat 5x5, of r.R[0]
    # r_W_1: mdram[6:8], mat 5x3, of r.W[1]
    # r_R_1: mdram[8:12], mat 5x5, of r.R[1]
    # r_W_2: mdram[12:14], mat 5x3, of r.W[2]
    # r_R_2: mdram[14:18], mat 5x5, of r.R[2]
    # r_W_3: mdram[18:20], mat 5x3, of r.W[3]
    # r_R_3: mdram[20:24], mat 5x5, of r.R[3]
    # r_B_0: Dram[0:2], vec 5, of r.B[0] + r.B[4]
    # r_B_1: Dram[2:4], vec 5, of r.B[1] + r.B[5]
    # r_B_2: Dram[4:6], vec 5, of r.B[2] + r.B[6]
    # r_B_3: Dram[6:8], vec 5, of r.B[3] + r.B[7]
    # r_out: InitialVrf[6:18], vec 6x5
    NetQ, values = blockfloat.Queue(netin), []
    InitialVrf = blockfloat.File()
    Dram = blockfloat.File(vdram)
    AddSubVrf0 = blockfloat.File()
    MultiplyVrf = blockfloat.File()
    AddSubVrf1 = blockfloat.File()
    MatrixRf = blockfloat.Matrices()
    # weights
    v1 = mdram[0:24]  # 1: m_rd Dram, 0
    MatrixRf.write(f.matrices(v1), 0)  # 2: m_wr MatrixRf, 0
    # x.start
    v6 = NetQ.take(6)  # 6: v_rd NetQ, 0
    InitialVrf.write(v6, 0)  # 7: v_wr InitialVrf, 0
    r(Dram, AddSubVrf0, InitialVrf, MultiplyVrf, MatrixRf, AddSubVrf1, values)
    # outputs
    v104 = InitialVrf.read(6, 12)  # 104: v_rd InitialVrf, 6
    NetQ.give(v104)  # 105: v_wr NetQ, 0
    return NetQ.given(), values


def prepared(x):
    """Data as vectors from the network: FP16, each row cut into native vectors, the last of which is filled up with zeros."""
    return blockfloat.joined([blockfloat.filled(x, 6, 3, N)])


def results(netout):
    """Vectors to the network as data, without what fills them up."""
    return blockfloat.cut(netout[0:12], 6, 5)


def prepared_weights(r_W, r_R):
    """Weights [outputs, inputs], or of windows [outputs, places, inputs], as native matrices for mdram: FP16, tile by
    tile, row after row, with zeros where they end."""
    r_W = blockfloat.array(r_W, 4, 5, 3)
    r_R = blockfloat.array(r_R, 4, 5, 5)
    return blockfloat.joined([
        blockfloat.tiled(r_W[0], N),  # r_W_0
        blockfloat.tiled(r_R[0], N),  # r_R_0
        blockfloat.tiled(r_W[1], N),  # r_W_1
        blockfloat.tiled(r_R[1], N),  # r_R_1
        blockfloat.tiled(r_W[2], N),  # r_W_2
        blockfloat.tiled(r_R[2], N),  # r_R_2
        blockfloat.tiled(r_W[3], N),  # r_W_3
        blockfloat.tiled(r_R[3], N),  # r_R_3
    ])


def weights_of(mdram):
    """What prepared_weights makes mdram of, without what fills it up."""
    r_W = np.zeros((4, 5, 3), np.float32)
    r_R = np.zeros((4, 5, 5), np.float32)
    r_W[0] = blockfloat.untiled(mdram[0:2], 5, 3)
    r_R[0] = blockfloat.untiled(mdram[2:6], 5, 5)
    r_W[1] = blockfloat.untiled(mdram[6:8], 5, 3)
    r_R[1] = blockfloat.untiled(mdram[8:12], 5, 5)
    r_W[2] = blockfloat.untiled(mdram[12:14], 5, 3)
    r_R[2] = blockfloat.untiled(mdram[14:18], 5, 5)
    r_W[3] = blockfloat.untiled(mdram[18:20], 5, 3)
    r_R[3] = blockfloat.untiled(mdram[20:24], 5, 5)
    return r_W, r_R


def prepared_vectors(r_B, r_peephole, r_initial_h, r_initial_c):
    """Biases and what else a layer begins with as vectors for vdram: sums in float32, then FP16, each row
    filled up with zeros."""
    r_B = blockfloat.array(r_B, 8, 5)
    r_peephole = blockfloat.array(r_peephole, 3, 5)
    r_initial_h = blockfloat.array(r_initial_h, 5)
    r_initial_c = blockfloat.array(r_initial_c, 5)
    return blockfloat.joined([
        blockfloat.filled(r_B[0] + r_B[4], 1, 5, N),  # r_B_0
        blockfloat.filled(r_B[1] + r_B[5], 1, 5, N),  # r_B_1
        blockfloat.filled(r_B[2] + r_B[6], 1, 5, N),  # r_B_2
        blockfloat.filled(r_B[3] + r_B[7], 1, 5, N),  # r_B_3
        blockfloat.filled(r_peephole, 3, 5, N),  # r.peephole
        blockfloat.filled(r_initial_h, 1, 5, N),  # r.initial_h
        blockfloat.filled(r_initial_c, 1, 5, N),  # r.initial_c
    ])


def vectors_of(vdram):
    """What prepared_vectors makes vdram of, without what fills it up; a sum is all in its first array."""
    r_B = np.zeros((8, 5), np.float32)
    r_peephole = np.zeros((3, 5), np.float32)
    r_initial_h = np.zeros((5,), np.float32)
    r_initial_c = np.zeros((5,), np.float32)
    r_B[0] = blockfloat.plain(blockfloat.cut(vdram[0:2], 1, 5))
    r_B[1] = blockfloat.plain(blockfloat.cut(vdram[2:4], 1, 5))
    r_B[2] = blockfloat.plain(blockfloat.cut(vdram[4:6], 1, 5))
    r_B[3] = blockfloat.plain(blockfloat.cut(vdram[6:8], 1, 5))
    r_peephole[...] = blockfloat.plain(blockfloat.cut(vdram[8:14], 3, 5))
    r_initial_h[...] = blockfloat.plain(blockfloat.cut(vdram[14:16], 1, 5))
    r_initial_c[...] = blockfloat.plain(blockfloat.cut(vdram[16:18], 1, 5))
    return r_B, r_peephole, r_initial_h, r_initial_c


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
    queues, vdram, mdram = [given("netin", 6, N)], given("vdram", 18, N), given("mdram", 24, N, N)
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
