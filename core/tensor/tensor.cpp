// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/tensor.h"

#include "core/tensor/element.h"

#include <array>
#include <charconv>

namespace lw::tensor {
namespace {

std::size_t checkedBytes(DType dtype, const Shape& shape) {
    const auto bytes = bytesOf(shape, sizeOf(dtype));
    LW_REQUIRE(bytes.has_value(), "the shape of a tensor was not checked");
    return static_cast<std::size_t>(*bytes);
}

} // namespace

Tensor::Tensor(DType dtype, Shape shape)
    : m_dtype(dtype), m_shape(std::move(shape)), m_bytes(checkedBytes(dtype, m_shape)) {}

Tensor::Tensor(DType dtype, Shape shape, std::vector<std::byte> bytes)
    : m_dtype(dtype), m_shape(std::move(shape)), m_bytes(std::move(bytes)) {
    LW_REQUIRE(m_bytes.size() == checkedBytes(m_dtype, m_shape), "a tensor with too many or too few bytes");
}

double valueAt(const Tensor& tensor, std::uint64_t element) {
    return visit(tensor.dtype(), [&](auto kind) {
        using Kind = decltype(kind);
        return Kind::value(tensor.at<typename Kind::Stored>(element));
    });
}

std::string textAt(const Tensor& tensor, std::uint64_t element) {
    if (tensor.dtype() == DType::Bool) return tensor.at<std::uint8_t>(element) != 0 ? "true" : "false";
    std::array<char, 40> text{};
    const auto end = visit(tensor.dtype(), [&](auto kind) {
        using Kind = decltype(kind);
        using Stored = typename Kind::Stored;
        const Stored stored = tensor.at<Stored>(element);
        char* const last = text.data() + text.size();
        // The 16-bit floats are printed as the float32 that equals them.
        if constexpr (Kind::kReal && std::is_integral_v<Stored>)
            return std::to_chars(text.data(), last, static_cast<float>(Kind::value(stored))).ptr;
        else
            return std::to_chars(text.data(), last, stored).ptr;
    });
    return {text.data(), end};
}

Tensor reinterpreted(Tensor tensor, DType to) {
    LW_REQUIRE(sizeOf(tensor.dtype()) == sizeOf(to), "the same bits cannot be of another size");
    tensor.m_dtype = to;
    return tensor;
}

} // namespace lw::tensor
