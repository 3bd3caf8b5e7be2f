// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// Reasons for which a network cannot be lowered.
namespace lw::lower::messages {

inline constexpr Message kNotLowered{
    "E640", Severity::Error, "{0} \"{1}\" cannot be put on the inference circuit: {2}",
    "The lowering knows conv, dense, max_pool, average_pool, upsample_nearest, relu, sigmoid, tanh, clip, "
    "leaky_relu, prelu, add, mul, div, concat, batch_norm, flatten, reshape, transpose and take; the host computes the "
    "others. Of this network nothing is left for the circuit: `lw net run` computes it."};
inline constexpr Message kWindowTooLarge{
    "E641", Severity::Error,
    "{0} \"{1}\" needs a pooling window of {2}, {3} has {4}: take a machine with a larger \"poolWindow\", "
    "or for a convolution the mode space-to-depth",
    "The pooling circuitry's line buffer has that many registers per row. A machine of your own is a copy of a file that "
    "`lw config inference --print` shows; --machine takes it. Striding or pooling in two steps is a way out as well."};
inline constexpr Message kUnitTooLarge{
    "E642", Severity::Error, "{0} \"{1}\": one window of {2} pixels does not fit a strip of {3}",
    "Strips must hold whole windows. Use the mode space-to-depth, a smaller "
    "stride, or a machine with larger \"stripPixels\" and "
    "\"accumulatorRows\", a copy of what `lw config inference --print` shows."};
inline constexpr Message kBufferTooSmall{
    "E643", Severity::Error, "the network needs {0} bytes of {1}, {2} has {3}; {4}",
    "All values that are alive together, masks and biases must fit. Use a smaller picture or a larger machine: a copy of "
    "what `lw config inference --print` shows with other \"bufferBytes\", \"hostBytes\" or \"weightBytes\". Or begin "
    "after that layer with --from."};
inline constexpr Message kRestFits{
    "E650", Severity::Error, "what comes after \"{0}\" fits: --from {1}",
    "--from lets a network begin with what the layer computes that it names; `lw net run --until` gives the "
    "input."};
inline constexpr Message kTooManyRows{
    "E644", Severity::Error, "the program has {0} instructions, {1} holds {2}",
    "The host sends one instruction for each pass and strip. Use a smaller picture, or a machine with larger "
    "\"instructionRows\", a copy of what `lw config inference --print` shows."};
inline constexpr Message kModeUnusable{"E645", Severity::Error, "mode {0} cannot be used for \"{1}\": {2}",
                                       "Choose another mode, or leave the choice to the lowering."};
inline constexpr Message kNoSuchMode{"E646", Severity::Error, "there is no mode \"{0}\"; there are: {1}",
                                     "Name one of the modes, \"all\", or leave the option out."};
inline constexpr Message kScalesDiffer{
    "E617", Severity::Error, "\"{0}\" and \"{1}\", which meet in \"{2}\", have different scales",
    "Where branches meet, their strides and upsamplings must come to the same, so that a pixel of one belongs to a pixel "
    "of the other. `lw rf` prints both paths."};
inline constexpr Message kTileTooSmall{
    "E618", Severity::Error, "a tile of {0} is too small for this network: {1} is the least",
    "The elements near a tile's ends are not right; what is right in the middle must be at least one step wide."};
inline constexpr Message kTileTooLarge{
    "E857", Severity::Error, "a tile of {0} x {1} is too large: {2}",
    "The network is made for the size of a tile. Choose a smaller one (--fixed); a tile need not be "
    "larger than the picture."};
inline constexpr Message kDoesNotDivide{
    "E619", Severity::Error,
    "a picture of {0} cannot be cut exactly into tiles of {1}, whose starts are multiples of {2}: one of {3} can",
    "The last tile must end where the picture ends. On an array tiles begin whole steps apart. Choose another tile size, or a mode that fills: masked is exact "
    "as well."};
inline constexpr Message kNotMasked{
    "E662", Severity::Error, "{0} \"{1}\" cannot be masked: {2}",
    "Choose a size of tiles for which the plan is exact (--fixed), or the mode ring (--mode ring), which "
    "says how many elements are not right."};
inline constexpr Message kNotKept{
    "E840", Severity::Error, "{0} \"{1}\" cannot read what is kept of another tile: {2}",
    "Let each tile compute again what it shares with others (--overlap recompute)."};
inline constexpr Message kNotAligned{
    "E841", Severity::Error, "a tile of {0} is not a multiple of the network's alignment, {1}",
    "Strides of all layers divide it, so that every tile begins at the same phase of each. Choose a multiple of it."};
inline constexpr Message kNotComputed{
    "E842", Severity::Error, "the network gives {0}, which no tile computes: {1}",
    "Take it out of the network's outputs; the others can be run in tiles."};
inline constexpr Message kRefusedFill{
    "E843", Severity::Error, "tiles that keep {0} are masked; they have no mode {1}",
    "The last tile of a row reaches beyond the picture by what the network lags. Leave the mode to the "
    "plan (no --mode)."};
inline constexpr Message kNotForRuntime{
    "E847", Severity::Error, "tiles that keep columns for the next one are not for other runtimes",
    "A function that is called for each tile knows nothing of the one before. Choose --overlap recompute."};
inline constexpr Message kPlanDiffers{
    "E663", Severity::Error, "\"{0}\" of the plan is {1}, but for this network, picture and tile it is {2}",
    "Of a plan only starts of tiles and what each of them writes can be chosen; everything else follows. `lw tile NETWORK "
    "--size ROWSxCOLUMNS --fixed N --report json` writes a plan of this network."};
inline constexpr Message kOtherPlanVersion{
    "E859", Severity::Error, "the plan is of version {0}; this program reads version {1}",
    "`lw tile NETWORK --size ROWSxCOLUMNS --fixed N --report json` writes one. Before version 2 plans had one output."};
inline constexpr Message kPlanBroken{
    "E664", Severity::Error, "tile {0} of the plan has {1} {2}, {3}",
    "Tiles begin at multiples of the alignment, in ascending order, the first one at 0; the last one reaches the picture's "
    "end, all others lie inside; and each element of the output is written once, by a tile that has it right."};
inline constexpr Message kNothingStrided{
    "W340", Severity::Warning, "no convolution of \"{0}\" has a stride",
    "The network is put on the circuit as it is; kernel striding has nothing to do."};
inline constexpr Message kPixelTooLong{
    "E648", Severity::Error, "\"{0}\" has {1} bytes to a pixel; a loop of the circuit counts to {2}",
    "Split the channels over several layers, or flatten later."};

inline constexpr Message kBadReport{
    "E649", Severity::Error, "\"{0}\" must be {1}",
    "Reports are written by `lw stride --report json`; this one was changed or is "
    "another kind of file."};

} // namespace lw::lower::messages
