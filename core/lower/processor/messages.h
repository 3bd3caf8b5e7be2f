// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What keeps a network from being put on the neural network processor.
namespace lw::lower::processor::messages {

inline constexpr Message kNotLowered{
    "E880", Severity::Error, "{0} \"{1}\" cannot be put on the neural network processor: {2}",
    "Its programs know dense, conv without groups, relu, sigmoid, tanh, softmax, add, mul, batch_norm, concat, max_pool, "
    "average_pool, lstm, gru, flatten, reshape and take of steps. `--until NODE` ends the network before what they do not know, and `lw net run --from NODE` computes that."};
inline constexpr Message kNotFloat{
    "E881", Severity::Error,
    "\"{0}\" is an int8 network; the processor rounds to block floating point by itself",
    "Give the float32 network that it was made of. How many bits mantissas have is said by the machine file."};
inline constexpr Message kStepTooLong{
    "E882", Severity::Error,
    "a step of \"{0}\" takes {1} native vectors, and a place moves by at most {2} of them in a turn of a loop of {3}",
    "The steps of a recurrent layer are a loop, whose places in InitialVrf move on with each turn. Take a larger \"nativeDimension\" "
    "(a copy of what `lw config nnp-teaching --print` shows), or a layer that reads and gives fewer numbers in a step."};
inline constexpr Message kTooFewVectors{
    "E883", Severity::Error,
    "\"{0}\" needs {1} vectors of {2} in a row, {3} has {4}, and {5} of them are free in a row",
    "Values lie there from when they are computed until they are last read. Take a machine with more vectors in that file (a copy of what "
    "`lw config nnp-teaching --print` shows), or a smaller picture."};
inline constexpr Message kMemory{
    "E884", Severity::Error, "{0} take {1} {2}, {3} has room for {4}",
    "Take a machine with more bytes there (a copy of what `lw config nnp-teaching --print` shows), or a smaller network."};
inline constexpr Message kTooManyInstructions{
    "E885", Severity::Error, "the program has {0} instructions, {1} holds {2}",
    "Every row of an image has chains of its own. Take a machine with more \"instructionRows\" (a copy of what `lw config nnp-teaching --print` "
    "shows), or a smaller picture."};
inline constexpr Message kChainTooShort{
    "E886", Severity::Error, "a pixel of \"{0}\" takes {1} native vectors, and a chain of {2} holds {3}",
    "Take a machine with more \"chainVectors\" or a larger \"nativeDimension\" (a copy of what `lw config nnp-teaching --print` "
    "shows)."};

} // namespace lw::lower::processor::messages
