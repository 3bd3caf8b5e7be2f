// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

// What a systolic array and the accumulators below it make of a whole pass, without its clocks: the sums that
// SystolicArray would let go. One definition, several kernels with the same bits:
//   int8:    sum = x[0] w[0][n] + x[1] w[1][n] + ..., int32, wraps
//   float32: sum = fold over k ascending of fma(x[k], w[k][n], .) from +0, IEEE, nearest even, denormals kept
// and then the accumulator becomes the sum, or itself plus the sum (wraps; one rounding, the canonical NaN).
namespace lw::circuit {

inline constexpr std::uint32_t kMostArrayRows = 1024;

enum class Accumulate : std::uint8_t { No, Yes };

// A number in a memory whose cells are bytes or words to everybody else: the unified buffer and the
// accumulators hold numbers of both types. Loads and stores of it may alias those of any type. A pointer to
// it is never deduced by `auto`: g++ forgets the attribute then.
template <typename Number> struct AliasingCell { using Type [[gnu::may_alias]] = Number; };
template <typename Number> using CellOf = typename AliasingCell<Number>::Type;

// `vectors` rows of `inner` elements each, one after the other at a distance of `stride` elements.
template <typename Input> struct PassInput {
    const CellOf<Input>* elements = nullptr;
    std::uint32_t vectors = 0;
    std::ptrdiff_t stride = 0;
};
// Rows of `columns` accumulators, at a distance of `stride` of them.
template <typename Sum> struct PassOutput {
    CellOf<Sum>* sums = nullptr;
    std::ptrdiff_t stride = 0;
    Accumulate accumulate = Accumulate::No;
};

// A tile of weights as a kernel wants it; a cache, never state. Belongs to the kernel that packed it.
class PackedTile {
  public:
    PackedTile(std::uint32_t inner, std::uint32_t columns, std::size_t bytes);

    std::uint32_t inner() const { return m_inner; }
    std::uint32_t columns() const { return m_columns; }
    // 64-byte aligned, zero at first.
    template <typename Number> Number* as() { return static_cast<Number*>(m_begin); }
    template <typename Number> const Number* as() const { return static_cast<const Number*>(m_begin); }

  private:
    std::uint32_t m_inner, m_columns;
    std::unique_ptr<std::byte[]> m_bytes;
    void* m_begin = nullptr;
};

struct PassKernel {
    std::string_view name; // "portable", "avx2", "avx512-vnni"
    // Weight (k, n) at weights[k * columns + n]; inner is at most kMostArrayRows.
    PackedTile (*packInt8)(const std::int8_t* weights, std::uint32_t inner, std::uint32_t columns) = nullptr;
    PackedTile (*packFloat)(const float* weights, std::uint32_t inner, std::uint32_t columns) = nullptr;
    void (*passInt8)(const PassInput<std::int8_t>& x, const PackedTile& tile,
                     const PassOutput<std::int32_t>& out) = nullptr;
    void (*passFloat)(const PassInput<float>& x, const PackedTile& tile,
                      const PassOutput<float>& out) = nullptr;
};

// The kernels this host can run, slowest first; the first is the portable one.
std::span<const PassKernel> passKernels();
// The fastest of them.
const PassKernel& chosenPassKernel();
// The kernel of that name, or nothing if this host cannot run it.
const PassKernel* passKernelNamed(std::string_view name);

namespace detail {
extern const PassKernel kPortablePass;
#if defined(__x86_64__)
extern const PassKernel kAvx2Pass;
extern const PassKernel kAvx512Pass;
#endif
} // namespace detail

} // namespace lw::circuit
