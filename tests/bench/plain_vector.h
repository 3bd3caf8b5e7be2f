// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// The anchor of the vector figure: loops over arrays, as the compiler makes them for this host.
namespace lw::bench {

enum class PlainVectorKind : std::uint8_t { Add, Max, Min, Halve, Multiply };

struct PlainVectorOp {
    PlainVectorKind kind = PlainVectorKind::Add;
    std::uint8_t d = 0, x = 0, y = 0;
};

class PlainVectors {
  public:
    static constexpr std::size_t kLanes = 1024;
    PlainVectors();
    void fill(std::size_t number, float value);
    void run(const std::vector<PlainVectorOp>& ops);
    bool equals(std::span<const std::byte> registers) const;

  private:
    float* at(std::size_t number) { return m_data + number * kLanes; }
    std::vector<float> m_memory;
    float* m_data = nullptr; // 64-byte aligned
};

} // namespace lw::bench
