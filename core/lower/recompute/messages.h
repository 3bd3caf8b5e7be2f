// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What decisions to store or to recompute can refuse.
namespace lw::lower::recompute::messages {

inline constexpr Message kNoBackward{
    "E920", Severity::Error, "{0} \"{1}\" has no backward pass: {2}",
    "Training knows conv, dense, batch_norm, relu, leaky_relu, sigmoid, tanh, max_pool, average_pool, add, concat, "
    "flatten, and softmax as the last layer, in float32. Cut the network before that layer, or replace it."};
inline constexpr Message kNoSuchQuantity{
    "E921", Severity::Error, "there is no \"{0}\" to be asked what if; there are: {1}",
    "--what-if offchip=64,cache=512,element=f16: names with numbers, with commas between them. Counts of operations "
    "are named as in the table that `lw recompute --json` shows."};
inline constexpr Message kNotThatMuch{
    "E922", Severity::Error, "{0} cannot be \"{1}\": {2}",
    "Bandwidths and widths are numbers above 0, latencies and counts of operations are 0 or more, lanes, batch and vmem "
    "are whole numbers above 0."};
inline constexpr Message kAskedTwice{"E934", Severity::Error, "what if asks of \"{0}\" twice",
                                     "Nothing says which of the two is meant: leave one out."};
inline constexpr Message kNotKept{
    "E924", Severity::Error, "\"{0}\" cannot be kept by {1}: {2}",
    "`store` is for every value, `recompute` for every one but the network's input and output, `inverse` for what a "
    "batch norm reads, if what the norm computes is stored and no other layer needs what it reads, `mask` for what "
    "relu or leaky_relu gives, and `bf16` for every value but the network's input and output."};
inline constexpr Message kBudgetTooSmall{
    "E925", Severity::Error, "no choice was found that keeps within {0} ({1})",
    "What is decided by hand counts, and so does the schedule. `lw recompute` says which --budget or --budget-vmem is enough. "
    "Where parameters leave too little of VMEM, none is: take a smaller batch, since all but the sums over it grows with it, or "
    "a machine with more \"vmemRows\"."};
inline constexpr Message kBudgetIsEnough{"E929", Severity::Error, "--budget {0} is enough",
                                         "Tried, with the rest as it is: the least that was found."};
inline constexpr Message kVmemIsEnough{"E930", Severity::Error, "--budget-vmem {0} is enough",
                                       "Tried, with the rest as it is: the least that was found."};
inline constexpr Message kBothAreEnough{
    "E931", Severity::Error, "--budget {0} with --budget-vmem {1} is enough",
    "Tried: the least of VMEM that was found, and with that the least of both memories."};
inline constexpr Message kBeyondVmem{
    "E932", Severity::Warning,
    "what is kept in VMEM takes {0} bytes at once, {1} more than there may be ({2})",
    "A fixed policy says what is kept, whatever there is room for: as much as can wait in HBM is moved there already. "
    "`lw train` makes no program of what does not fit. --policy budget looks for a choice that does."};
inline constexpr Message kBudgetPolicyKeeps{
    "E933", Severity::Error, "--policy budget keeps within it",
    "Tried, with what is decided by hand: other values are kept, and the gradients are the same."};
inline constexpr Message kPolicyWithVmem{
    "E938", Severity::Error, "--policy budget with --budget-vmem {0} is enough",
    "Tried: the policy that is asked for keeps more at once than there is, and that one decides otherwise, with the same gradients."};
inline constexpr Message kNoRows{
    "E926", Severity::Error, "\"{0}\" has the shape {1}, which does not lie in rows of VMEM",
    "Values of a training step are images of rows, columns and channels, or lists."};
inline constexpr Message kNoBatch{
    "E927", Severity::Error, "nothing says how many images a batch has",
    "Give \"training\": {\"batch\": 64} in the network's file, or --batch 64; `lw train` with --batch and --output "
    "writes such a file, of a network of ONNX too."};
inline constexpr Message kNoIm2col{
    "E980", Severity::Error, "\"{0}\" cannot be computed by im2col: {1}",
    "The taps of a window lie side by side in the lanes of a row, each in whole granules of four words, as transfers bring "
    "them from HBM: that is for the one convolution that reads the images, if all its taps fit into a row. "
    "`--convolution shifted` computes every convolution, and `auto` takes im2col only where it can be."};

} // namespace lw::lower::recompute::messages
