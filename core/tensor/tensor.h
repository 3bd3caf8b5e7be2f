// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/dtype.h"
#include "core/tensor/shape.h"

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace lw::tensor {

// Numbers of one type in row-major order, little-endian, owned. Always holds exactly countOf(shape) elements.
class Tensor {
  public:
    Tensor() : Tensor(DType::F32, {0}) {}
    // All zero. The shape must have been checked: its size fits the memory.
    Tensor(DType dtype, Shape shape);
    // Takes over the bytes; there must be exactly as many as dtype and shape require.
    Tensor(DType dtype, Shape shape, std::vector<std::byte> bytes);
    template <typename T> static Tensor of(DType dtype, Shape shape, std::span<const T> values) {
        const auto bytes = std::as_bytes(values);
        LW_REQUIRE(sizeof(T) == sizeOf(dtype), "values of another size than the tensor's elements");
        return {dtype, std::move(shape), std::vector<std::byte>(bytes.begin(), bytes.end())};
    }

    DType dtype() const { return m_dtype; }
    const Shape& shape() const { return m_shape; }
    std::uint64_t count() const { return m_bytes.size() / sizeOf(m_dtype); }
    std::span<const std::byte> bytes() const { return m_bytes; }
    std::span<std::byte> bytes() { return m_bytes; }

    // Element number `element` in row-major order, as stored
    // (bf16 and f16: std::uint16_t, bool: std::uint8_t).
    template <typename T> T at(std::uint64_t element) const {
        LW_REQUIRE(sizeof(T) == sizeOf(m_dtype) && element < count(), "no such element");
        T value;
        std::memcpy(&value, m_bytes.data() + element * sizeof(T), sizeof(T));
        return value;
    }
    template <typename T> void set(std::uint64_t element, T value) {
        LW_REQUIRE(sizeof(T) == sizeOf(m_dtype) && element < count(), "no such element");
        std::memcpy(m_bytes.data() + element * sizeof(T), &value, sizeof(T));
    }
    bool operator==(const Tensor&) const = default; // the same bits
    // The same bits as another type of the same size: turns the uint16 of a file into bf16.
    friend Tensor reinterpreted(Tensor tensor, DType to);

  private:
    DType m_dtype;
    Shape m_shape;
    std::vector<std::byte> m_bytes;
};

// The value of an element as a double; 64-bit integers are rounded.
double valueAt(const Tensor& tensor, std::uint64_t element);
// The shortest text that reads back as the same element: "1.5", "-0", "nan", "12", "true".
std::string textAt(const Tensor& tensor, std::uint64_t element);

// The same values in another type. Floats round to nearest even (to integers: toward zero); bool is "not 0".
// A value that an integer type cannot hold is refused (E502), NaN included.
Result<Tensor> cast(const Tensor& tensor, DType to);
Tensor reinterpreted(Tensor tensor, DType to);
// The tensor if its elements are `wanted`, or hold it by convention (bf16 in uint16);
// otherwise E503 that names the cast.
Result<Tensor> expectDType(Tensor tensor, DType wanted);

} // namespace lw::tensor
