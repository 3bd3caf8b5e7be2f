// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

// The options of commands that read networks and inputs, and those of lw net.
namespace lw::cli {

inline constexpr Option kCutOptions[] = {
    {.name = "--from",
     .value = "NODE",
     .summary = "the network begins after this layer, or node of an ONNX file, with what that computes"},
    {.name = "--until",
     .value = "NODE",
     .summary = "the network ends after this layer, or node of an ONNX file; what follows is not looked at"},
};
inline constexpr Option kImageOptions[] = {
    {.name = "--layout",
     .value = "nhwc|nchw",
     .summary = "the order of an .npy input: channels last, as images are here, or first, as in PyTorch"},
    {.name = "--mean",
     .value = "M,...",
     .summary =
         "a byte p of a picture or uint8 array becomes (p - M) * S; one number or one for each channel"},
    {.name = "--scale", .value = "S,...", .summary = "likewise"},
};
inline constexpr Option kNetOptions[] = {
    {.name = "--input", .value = "FILE", .summary = "run: the input, an .npy file or a .png picture"},
    {.name = "--labels",
     .value = "FILE",
     .summary =
         "run: names of classes, one a line; prints the five largest elements with theirs; quantise: an "
         ".npy file with the right class of each item"},
    {.name = "--data",
     .value = "FILE",
     .summary = "quantise: inputs from which the range of each value is taken (.npy or a picture)"},
    {.name = "--per-channel", .summary = "quantise: steps of weights for each output channel (the default)"},
    {.name = "--per-tensor", .summary = "quantise: one step for all weights of a layer"},
    {.name = "--range",
     .value = "LOW,HIGH",
     .summary = "show: bounds of every element of the input, instead of what the file states"},
    {.name = "--size",
     .value = "ROWSxCOLUMNS",
     .summary = "of the image that it reads, where the file leaves it open or another one is wanted"},
    {.name = "--output",
     .value = "FILE",
     .summary = "run: write the value there (.npy) instead of printing it; quantise: the network (.json)",
     .letter = 'o',
     .output = Output::Path},
    {.name = "--dtype",
     .value = "f32|f64",
     .summary = "run: compute a float32 network in this (default f32)"},
    {.name = "--value", .value = "NAME", .summary = "run: this value instead of the network's first output"},
    {.name = "--block",
     .value = "N",
     .summary =
         "run: sum N products before they meet the accumulator (0: all channels; default as the machine)"},
    {.name = "--machine",
     .value = "NAME|FILE",
     .summary = "run: sum in the order of this circuit, as lw stride does (default inference)",
     .letter = 'm'},
    {.name = "--no-fold",
     .summary = "run: sum each tap of a kernel by itself, even if taps lie side by side"},
    {.name = "--dequantise", .summary = "run: int8 as the float32 numbers that its codes stand for"},
    {.name = "--expect", .value = "FILE.npy", .summary = "run: compare with this"},
};

} // namespace lw::cli
