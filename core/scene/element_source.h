// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/scene/cell_picture.h"
#include "core/tensor/npy_file.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

// Elements of a tensor, wherever they are: in memory, in a file, in the state of a machine. What is read does
// not change, and any thread may read.
namespace lw::scene {

class ElementSource {
  public:
    virtual ~ElementSource() = default;

    virtual tensor::DType type() const = 0;
    virtual const tensor::Shape& shape() const = 0;
    // Elements [first, first + flags.size()) in row-major order:
    // their bytes, little-endian, and their flags (of CellFlag).
    virtual Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                         std::span<std::uint8_t> flags) const = 0;

    std::uint64_t count() const { return tensor::countOf(shape()).value_or(0); }
};
using ElementSourcePtr = std::shared_ptr<const ElementSource>;

ElementSourcePtr elementsOf(tensor::Tensor tensor);
// The cells of a picture as a tensor of that shape, which has the same number of elements.
ElementSourcePtr elementsOf(CellPicture cells, tensor::Shape shape);
// A .npy file, read when it is looked at; one in Fortran order is read as a whole.
Result<ElementSourcePtr> elementsOfFile(const std::string& path);

// How two tensors differ, element by element. Absolute: |a - b|, relative: that over |b|, Ulp: steps of their
// type between them. Where exactly one is NaN, or they are not equal and one is infinite, it is infinite; two
// NaNs do not differ.
enum class DifferenceKind : std::uint8_t { Absolute, Relative, Ulp };
// As float64; an element is written where both are, changed where either is. E504 when the shapes differ,
// E503 for Ulp with two different types.
Result<ElementSourcePtr> differenceOf(ElementSourcePtr a, ElementSourcePtr b, DifferenceKind kind);

// The whole tensor.
Result<tensor::Tensor> readAll(const ElementSource& source);
// One element's bits, low bits first, and its flags.
struct Element {
    std::uint64_t bits = 0;
    std::uint8_t flags = 0;
};
Result<Element> elementAt(const ElementSource& source, std::uint64_t element);

// The values of elements, read as that type.
void valuesOf(tensor::DType type, std::span<const std::byte> bytes, std::span<double> out);

} // namespace lw::scene
