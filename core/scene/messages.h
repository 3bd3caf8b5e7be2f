// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// E69x: data of pictures.
namespace lw::scene::messages {

inline constexpr Message kOtherReport{
    "E696", Severity::Error, "the report does not match this program: it differs in {0}",
    "A report on kernel striding belongs to the program it was written with. "
    "Lower the network again, so that both are of one kind."};
inline constexpr Message kNoSuchLayer{"E697", Severity::Error,
                                      "the report has no layer with a stride named '{0}': {1}",
                                      "Only layers with a stride other than 1 are lowered to masks and "
                                      "pooling. Choose one of those listed."};
inline constexpr Message kNoSuchChannel{
    "E698", Severity::Error, "there is no channel {0} of layer '{1}': {2} are there",
    "Channels count from 0. Of the first tensor as many are kept as there is room for."};
inline constexpr Message kNoSuchElement{
    "E699", Severity::Error, "layer '{0}' has no element {1}: {2}",
    "An element is written as tensor[row,column,channel], each counted from 0. Tensors are 'out' and, "
    "of a layer with a stride that is masked, 'first' and 'second'."};
inline constexpr Message kNoSuchSums{"E689", Severity::Error,
                                     "the report has no convolution or dense layer named '{0}': {1}",
                                     "Only what the matrix unit sums has a patch of the input for each "
                                     "element. Choose one of the layers listed."};
inline constexpr Message kNoOutputElement{
    "E694", Severity::Error, "the output has no element {0}: it has {1} rows and {2} columns",
    "An element of what a tiled network gives is written as ROW,COLUMN, each counted from 0."};

inline constexpr Message kNoChannelOfValue{"E861", Severity::Error,
                                           "there is no channel {0} of '{1}': {2} are there",
                                           "Channels count from 0. Give a smaller number."};
inline constexpr Message kOverwritten{
    "E695", Severity::Error, "from bundle {0} on other values stand where layer '{1}' had its input",
    "The unified buffer is reused as soon as nothing reads a value any more. Go back to a moment between the "
    "layer's own bundles and that one: then all is there."};

} // namespace lw::scene::messages
