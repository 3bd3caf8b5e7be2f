// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// Why a network cannot be trained, and what can be wrong with the data it is trained with.
namespace lw::train::messages {

inline constexpr Message kNoTraining{
    "E901", Severity::Error, "\"{0}\" does not say how it is trained",
    "The file of a network that is trained has an object \"training\": {\"batch\": 32, \"loss\": \"softmax_cross_entropy\"}; `lw manual "
    "network` describes it. Options such as --batch 32 say the same to `lw train`, which with --output writes such a file, of a network of ONNX too."};
inline constexpr Message kNotTrained{
    "E902", Severity::Error, "{0} \"{1}\" cannot be trained: {2}",
    "Trained are conv, dense, batch_norm, relu, leaky_relu, max_pool, average_pool, add of two values of one shape, concat and "
    "flatten; softmax belongs to the loss softmax_cross_entropy. Make the layer of these, or end the network before it with "
    "--until."};
inline constexpr Message kBefore{"E291", Severity::Error, "the network before it: --until \"{0}\"",
                                 "What follows that layer is then not looked at."};
inline constexpr Message kOwnActivation{
    "E903", Severity::Error, "the {0} of \"{1}\" must be a layer of its own to be trained",
    "Leave \"activation\" out and let a layer of the kind relu read this one, so that what is kept of each of the two can be "
    "chosen."};
inline constexpr Message kLossShape{
    "E904", Severity::Error,
    "the loss softmax_cross_entropy needs one number for each class; \"{0}\" has the shape {1}",
    "The first output must be a list, as a dense layer makes it. For other shapes there is the loss mean_squares."};
inline constexpr Message kImages{
    "E905", Severity::Error,
    "{0} have the shape {1} and the type {2}; this network takes {3} of the type {4}",
    "The first extent is the batch, the others are those of the network. .npy files of other types are converted with "
    "array.astype(numpy.float32), labels with array.astype(numpy.int64)."};
inline constexpr Message kCountsDiffer{
    "E954", Severity::Error, "there are {0} images, but {1} {2}",
    "Each image has one label or target: the first extents of the two files must be equal."};
inline constexpr Message kNotFinite{
    "E906", Severity::Error, "{0} number {1} of image {2} is {3}",
    "Images and targets are finite numbers: one that is not makes everything that it meets NaN. Remove the image, or look how "
    "the number came about."};
inline constexpr Message kLabel{
    "E907", Severity::Error, "label number {0} is {1}, but the network tells {2} classes apart, from 0 on",
    "Labels count from 0. Subtract 1 from labels that count from 1, or give the last layer more \"channels\"."};
inline constexpr Message kOneNumber{
    "E908", Severity::Error, "batch_norm \"{0}\" sees one number for each channel",
    "One number has no variance. Train with a larger batch, or leave batch_norm out where an image is one pixel."};
inline constexpr Message kShapesDiffer{
    "E909", Severity::Error, "add \"{0}\" is trained with values of one shape; \"{1}\" has {2}, \"{3}\" {4}",
    "Bring both to the same shape, for instance with a convolution of 1 x 1."};
inline constexpr Message kAlpha{
    "E910", Severity::Error, "leaky_relu \"{0}\" with alpha {1} cannot be trained",
    "Its gradient is told from the sign of what it computes; alpha must be 0 or more."};

} // namespace lw::train::messages
