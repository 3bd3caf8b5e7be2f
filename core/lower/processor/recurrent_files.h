// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/processor/recurrent_rows.h"

namespace lw::lower::processor {

// The gates of both kinds, in ONNX's order.
enum LstmGate : std::uint32_t { kGateI, kGateO, kGateF, kGateC };
enum GruGate : std::uint32_t { kGateZ, kGateR, kGateN };

// Where a recurrent layer keeps what in the files beside the MFUs: the first vector of each.
struct RecurrentFiles {
    std::uint32_t biases = 0;           // AddSubVrf0: of every gate
    std::uint32_t ofX = 0;              // of every gate what x makes; of a gru `made` stands after it
    std::uint32_t partial = 0;          // AddSubVrf0: sums of products of some columns, in turn in two places
    std::uint32_t made0 = 0, made1 = 0; // gru: n, in both files
    std::uint32_t kept = 0;             // AddSubVrf1: lstm f * c
    std::uint32_t before = 0;           // lstm with peepholes: what x makes, before them
    std::uint32_t ofX1 = 0;             // gru with the reset after the product: what x makes for n
    std::uint32_t cell = 0, in = 0, out = 0, peepholes = 0; // MultiplyVrf of a lstm
    std::uint32_t update = 0, reset = 0; // of a gru: z, and r, or h where that is multiplied by r
    std::uint32_t addSub0 = 0, addSub1 = 0, multiply = 0; // vectors that are used of each file

    RecurrentFiles(const network::Layer& layer, const RecurrentLayer& plan) {
        const std::uint32_t size = plan.tilesH;
        const auto take = [size](std::uint32_t& file, std::uint32_t count) {
            return std::exchange(file, file + count * size);
        };
        const bool isLstm = layer.kind == network::Kind::Lstm, isApart = layer.recurrent.linearBeforeReset;
        if (plan.hasBias) biases = take(addSub0, plan.gates + (isApart ? 1 : 0));
        ofX = take(addSub0, plan.gates);
        if (plan.hasPartialSums()) partial = take(addSub0, 2);
        if (isLstm) {
            kept = take(addSub1, 1);
            cell = take(multiply, 1);
            in = take(multiply, 1);
            out = take(multiply, 1);
            if (!layer.recurrent.peephole) return;
            before = take(addSub1, 1);
            peepholes = take(multiply, 3);
            return;
        }
        made0 = take(addSub0, 1);
        made1 = take(addSub1, 1);
        if (isApart) ofX1 = take(addSub1, 1);
        update = take(multiply, 1);
        reset = take(multiply, 1);
    }
};

} // namespace lw::lower::processor
