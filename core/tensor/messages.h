// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What is wrong with a tensor, or with a file that should contain one.
namespace lw::tensor::messages {

inline constexpr Message kTooLarge{
    "E501", Severity::Error, "a tensor of shape {0} has more elements than can be counted",
    "The product of the extents exceeds what 63 bits can hold. Check the shape for a mistyped extent."};
inline constexpr Message kDoesNotFit{
    "E502", Severity::Error, "the value {0} at {1} does not fit {2}",
    "A cast to an integer type keeps every value or is refused. Clip or scale the values first, "
    "or choose a wider type."};
inline constexpr Message kOtherType{
    "E503", Severity::Error, "the elements are {0}, not {1}",
    "Types are never converted silently. Say cast({0}) where the tensor is loaded, or convert the "
    "file beforehand. bf16 is the one type without a name in .npy files: store its bits as uint16."};
inline constexpr Message kShapesDiffer{
    "E504", Severity::Error, "the shapes differ: {0} and {1}",
    "Tensors are compared and loaded element by element; their shapes must be equal."};
inline constexpr Message kNoPicture{
    "E529", Severity::Error, "{0}: this picture cannot be read: {1}",
    "PNG and JPEG pictures can be read, into 1, 3 or 4 channels as the network asks. Convert others beforehand."};
inline constexpr Message kNotShown{
    "E528", Severity::Error,
    "{0} cannot be a picture, which is [rows, columns] or [rows, columns, 1 to 4 channels]",
    "Grey, grey and opacity, red green blue, or those and opacity. Write an .npy file instead, and pick channels there."};
inline constexpr Message kNotNpy{
    "E510", Severity::Error, "{0}: this is not an .npy file: {1}",
    "A .npy file begins with the byte 0x93, the letters NUMPY, and a version. Write one with "
    "numpy.save(); a .npz archive or a text file must be converted first."};
inline constexpr Message kNpyVersion{"E511", Severity::Error, "{0}: .npy version {1} is not known",
                                     "Versions 1.0, 2.0 and 3.0 can be read."};
inline constexpr Message kNpyHeader{
    "E512", Severity::Error, "{0}: the header is damaged at byte {1}: {2}",
    "The header is a Python dictionary with exactly the keys 'descr', 'fortran_order' and "
    "'shape', as numpy.save() writes it."};
inline constexpr Message kNpyType{
    "E513", Severity::Error, "{0}: elements of type {1} cannot be loaded: {2}",
    "Floats of 2, 4 and 8 bytes, integers of 1 to 8 bytes and bool can be loaded, in either byte "
    "order. Convert others beforehand, for example with array.astype(numpy.float32)."};
inline constexpr Message kNpySize{
    "E514", Severity::Error, "{0}: shape {1} of {2} needs {3} bytes of data, the file holds {4}",
    "The file was cut off, or something was appended to it, or its header was changed."};
inline constexpr Message kNpyBool{
    "E515", Severity::Error, "{0}: element {1} is neither true nor false but {2}",
    "A bool is stored as a byte of 0 or 1. The data is damaged, or was of another type."};
inline constexpr Message kNpz{
    "E520", Severity::Error, "{0}: the archive is damaged or not supported at byte {1}: {2}",
    "An .npz file is a ZIP archive of .npy files, stored or deflated, as numpy.savez() and "
    "numpy.savez_compressed() write it."};
inline constexpr Message kOneArray{
    "E261", Severity::Error, "{0} is one array without a name, where an archive of named arrays is wanted",
    "An .npy file has one array, an .npz file several by name. numpy.savez(\"values.npz\", NAME=numpy.load(\"one.npy\")) "
    "makes one of the other. `lw concord --against` looks for the names of hints, and of tensors in netin and netout; "
    "--map tells it others."};

} // namespace lw::tensor::messages
