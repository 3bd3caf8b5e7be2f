// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// E69x: the data of pictures.
namespace lw::scene::messages {

inline constexpr Message kNoCellType{"E690", Severity::Error, "'{0}' is no type of element",
                                     "The types are those of tensors: f32, bf16, i32, u32 and so on."};
inline constexpr Message kNoCellRow{
    "E691", Severity::Error, "a row of the picture does not hold {0} cells",
    "A row has its cells' bits in hexadecimal, separated by single blanks, "
    "and one digit from 0 to 7 per cell: the sum of 1 = written, 2 = changed, 4 = masked."};
inline constexpr Message kNoCount{"E692", Severity::Error, "'{0}' must be a list of numbers from 0 on",
                                  "Extents and the bins of a histogram are counts."};
inline constexpr Message kNoWords{"E693", Severity::Error, "'{0}' is no list of words in hexadecimal",
                                  "The elements of a tensor are the hexadecimal digits of their bits, "
                                  "separated by single blanks."};
inline constexpr Message kNoSuchWord{"E695", Severity::Error, "'{0}' is none of: {1}",
                                     "This text is one of a few fixed words. Choose one of those listed."};
inline constexpr Message kOtherReport{
    "E696", Severity::Error, "the report speaks of {0}, which is not so in this program",
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
                                     "Only what the matrix unit sums has a patch of the input behind each "
                                     "element. Choose one of the layers listed."};

} // namespace lw::scene::messages
