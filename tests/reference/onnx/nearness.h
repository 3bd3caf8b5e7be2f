// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/reference/onnx/graph.h"

// How far results of float32 are from those of double precision, and how far they may be.
namespace reference::onnx {

struct Nearness {
    double error = 0; // the largest, of the largest number that is wanted
    double bound = 0;
    bool isNear() const { return error <= bound; }
};
// `rounded` comes from runWithRoundings(). Of `measured` the elements count, not the shape.
Nearness nearnessOf(const Tensor& measured, const Tensor& wanted, const Tensor& rounded);

// An image of [rows, columns, channels] as [1, channels, rows, columns] of `like`; anything else as it is.
Tensor inGraphOrder(const Tensor& image, const Tensor& like);

} // namespace reference::onnx
