// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/element_source.h"

#include "core/base/check.h"
#include "core/machine/cell_value.h"
#include "core/tensor/compare.h"
#include "core/tensor/element.h"
#include "core/tensor/messages.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace lw::scene {

namespace {

class TensorElements : public ElementSource {
  public:
    explicit TensorElements(tensor::Tensor tensor) : m_tensor(std::move(tensor)) {}
    tensor::DType type() const override { return m_tensor.dtype(); }
    const tensor::Shape& shape() const override { return m_tensor.shape(); }
    Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                 std::span<std::uint8_t> flags) const override {
        const auto from = m_tensor.bytes().subspan(first * tensor::sizeOf(type()), bytes.size());
        std::copy(from.begin(), from.end(), bytes.begin());
        std::fill(flags.begin(), flags.end(), std::uint8_t{kWritten});
        return Done{};
    }

  private:
    tensor::Tensor m_tensor;
};

class FileElements : public ElementSource {
  public:
    explicit FileElements(tensor::NpyFile file) : m_file(std::move(file)) {}
    tensor::DType type() const override { return m_file.header().dtype; }
    const tensor::Shape& shape() const override { return m_file.header().shape; }
    Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                 std::span<std::uint8_t> flags) const override {
        std::fill(flags.begin(), flags.end(), std::uint8_t{kWritten});
        return m_file.read(first, bytes);
    }

  private:
    tensor::NpyFile m_file;
};

class PictureElements : public ElementSource {
  public:
    PictureElements(CellPicture cells, tensor::Shape shape)
        : m_cells(std::move(cells)), m_shape(std::move(shape)) {}
    tensor::DType type() const override { return m_cells.type; }
    const tensor::Shape& shape() const override { return m_shape; }
    Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                 std::span<std::uint8_t> flags) const override {
        const std::size_t size = tensor::sizeOf(m_cells.type);
        for (std::size_t i = 0; i < flags.size(); ++i) {
            std::memcpy(bytes.data() + i * size, &m_cells.bits[first + i], size);
            flags[i] = m_cells.flags[first + i];
        }
        return Done{};
    }

  private:
    CellPicture m_cells;
    tensor::Shape m_shape;
};

double differenceBetween(double a, double b, DifferenceKind kind) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    if (!std::isfinite(a) || !std::isfinite(b)) return std::numeric_limits<double>::infinity();
    const double absolute = std::fabs(a - b);
    return kind == DifferenceKind::Relative ? absolute / std::fabs(b) : absolute;
}

class DifferenceElements : public ElementSource {
  public:
    DifferenceElements(ElementSourcePtr a, ElementSourcePtr b, DifferenceKind kind)
        : m_a(std::move(a)), m_b(std::move(b)), m_kind(kind) {}
    tensor::DType type() const override { return tensor::DType::F64; }
    const tensor::Shape& shape() const override { return m_a->shape(); }
    Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                 std::span<std::uint8_t> flags) const override {
        const std::size_t sizeA = tensor::sizeOf(m_a->type()), sizeB = tensor::sizeOf(m_b->type());
        std::vector<std::byte> a(flags.size() * sizeA), b(flags.size() * sizeB);
        std::vector<std::uint8_t> flagsB(flags.size());
        LW_TRY([[maybe_unused]] const Done readA, m_a->read(first, a, flags));
        LW_TRY([[maybe_unused]] const Done readB, m_b->read(first, b, flagsB));
        std::vector<double> x(flags.size()), y(flags.size());
        valuesOf(m_a->type(), a, x);
        valuesOf(m_b->type(), b, y);
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = m_kind == DifferenceKind::Ulp
                       ? tensor::ulpBetween(m_a->type(), a.data() + i * sizeA, b.data() + i * sizeB)
                       : differenceBetween(x[i], y[i], m_kind);
            flags[i] = static_cast<std::uint8_t>((flags[i] & flagsB[i] & kWritten) |
                                                 ((flags[i] | flagsB[i]) & kChanged));
        }
        std::memcpy(bytes.data(), x.data(), bytes.size());
        return Done{};
    }

  private:
    ElementSourcePtr m_a, m_b;
    DifferenceKind m_kind;
};

} // namespace

ElementSourcePtr elementsOf(tensor::Tensor tensor) {
    return std::make_shared<TensorElements>(std::move(tensor));
}

ElementSourcePtr elementsOf(CellPicture cells, tensor::Shape shape) {
    LW_REQUIRE(tensor::countOf(shape) == cells.bits.size(), "a shape of as many elements");
    return std::make_shared<PictureElements>(std::move(cells), std::move(shape));
}

Result<ElementSourcePtr> elementsOfFile(const std::string& path) {
    LW_TRY(tensor::NpyFile file, tensor::NpyFile::open(path));
    const tensor::NpyHeader& header = file.header();
    // Elements in another order, and bools that may be neither 0 nor 1: reading the whole file handles both.
    if ((header.order == tensor::Order::Fortran && header.shape.size() > 1) ||
        header.dtype == tensor::DType::Bool) {
        LW_TRY(tensor::Tensor whole, tensor::readNpy(path));
        return elementsOf(std::move(whole));
    }
    return ElementSourcePtr(std::make_shared<FileElements>(std::move(file)));
}

Result<ElementSourcePtr> differenceOf(ElementSourcePtr a, ElementSourcePtr b, DifferenceKind kind) {
    if (a->shape() != b->shape())
        return Problem{&tensor::messages::kShapesDiffer,
                       {tensor::shapeText(a->shape()), tensor::shapeText(b->shape())},
                       {},
                       {},
                       {}};
    if (kind == DifferenceKind::Ulp && a->type() != b->type())
        return Problem{&tensor::messages::kOtherType,
                       {std::string(nameOf(a->type())), std::string(nameOf(b->type()))},
                       {},
                       {},
                       {}};
    return ElementSourcePtr(std::make_shared<DifferenceElements>(std::move(a), std::move(b), kind));
}

Result<tensor::Tensor> readAll(const ElementSource& source) {
    tensor::Tensor out(source.type(), source.shape());
    std::vector<std::uint8_t> flags(out.count());
    LW_TRY([[maybe_unused]] const Done read, source.read(0, out.bytes(), flags));
    return out;
}

Result<Element> elementAt(const ElementSource& source, std::uint64_t element) {
    std::array<std::byte, 8> bytes{};
    Element out;
    LW_TRY([[maybe_unused]] const Done read,
           source.read(element, std::span(bytes).first(tensor::sizeOf(source.type())), {&out.flags, 1}));
    out.bits = machine::bitsOf(bytes);
    return out;
}

void valuesOf(tensor::DType type, std::span<const std::byte> bytes, std::span<double> out) {
    tensor::visit(type, [&](auto element) {
        using Kind = decltype(element);
        using Stored = typename Kind::Stored;
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = Kind::value(tensor::loadElement<Stored>(bytes.data() + i * sizeof(Stored)));
    });
}

} // namespace lw::scene
