// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What keeps a network from being trained on the training chip.
namespace lw::lower::training::messages {

inline constexpr Message kNotTrained{
    "E940", Severity::Error, "{0} \"{1}\" cannot be trained on the training chip: {2}",
    "The chip's programs know conv without groups, dense, batch_norm, relu, leaky_relu, add, max_pool, "
    "average_pool, flatten and concat. Nothing else can be trained there; more classes than lanes can by the loss mean_squares, "
    "or on a machine of more lanes."};
inline constexpr Message kBatch{
    "E941", Severity::Error, "a batch of {0} images does not fill vector registers of {1}: take {2}",
    "A vector register holds as many images at one pixel as the machine has sublanes, and only whole ones are computed: images that "
    "were added to fill it would count in the sums of batch norms. Take that many images, or a machine with fewer \"sublanes\" (a copy of "
    "what `lw config training --print` shows)."};
inline constexpr Message kMemory{
    "E942", Severity::Error,
    "the step needs {0} bytes of vector memory, {1} has {2}; the largest tensor is {3} of \"{4}\": {5} bytes",
    "Parameters, their gradients and what the policy keeps must fit together. What waits longest goes to HBM, but what one "
    "part of the step needs must be in vector memory at once. `lw train` says which policy fits, and how many images a "
    "batch may have; or take a machine with more \"vmemRows\" (a copy of what `lw config training --print` shows)."};
inline constexpr Message kBundles{
    "E943", Severity::Error, "the program has {0} bundles, {1} holds {2}",
    "Each product of a tap with a block of channels takes some bundles, and so does what is computed again. `lw train` says what "
    "fits; else make layers fewer or smaller, or take a machine with more \"instructionBundles\" (a copy of what `lw config training "
    "--print` shows)."};
inline constexpr Message kDescriptors{
    "E944", Severity::Error, "the program needs {0} words of scalar memory, {1} has {2}",
    "Most of them are descriptors of transfers, of 15 words: one of each way, and those of a batch, where a convolution of the images by "
    "im2col has one for each tap (`--convolution shifted` does without). Take a machine with more \"smemWords\" (a copy of what `lw "
    "config training --print` shows)."};
inline constexpr Message kData{
    "E945", Severity::Error, "{0} are {1}, the network takes {2}",
    "Images are [count, extents of the network's input] in float32; labels are whole "
    "numbers [count], targets of mean_squares [count, extents of its output]."};
inline constexpr Message kFewImages{
    "E946", Severity::Error, "there are {0} images, a batch has {1}",
    "Give more images, or a smaller batch: \"batch\" in the network's \"training\", or --batch."};

inline constexpr Message kHbm{
    "E935", Severity::Error,
    "the program needs {0} bytes of HBM, {1} has {2}; the largest tensor is \"{3}\": {4} bytes",
    "Parameters, all images and labels, and what waits from the forward pass to the backward pass lie there. `lw train` says which "
    "policy fits, and how many images; or take a machine with more \"hbmBytes\" (a copy of what `lw config training --print` "
    "shows)."};
inline constexpr Message kQueue{
    "E936", Severity::Error, "the queue of the {0} holds {1} results on {2}, the program needs {3}",
    "So many results wait there before the first of them is taken: of the transpose unit those of a whole square of lanes. Take a "
    "machine with more \"queueDepth\" (a copy of what `lw config training --print` shows)."};

} // namespace lw::lower::training::messages
