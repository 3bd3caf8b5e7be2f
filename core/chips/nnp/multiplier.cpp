// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/multiplier.h"

#include "core/base/large_pages.h"
#include "core/numeric/half_lanes.h"
#include "core/numeric/host_copies.h"
#include "core/numeric/wide_sum.h"

#include <algorithm>
#include <bit>

namespace lw::nnp {

namespace {

constexpr std::size_t kLine = 64, kShelfBytes = std::size_t{16} << 20;
// One bit less than a float64 has: what is cut off makes a term larger by at most a unit.
constexpr int kDoubleBits = 52, kLeastExponent = -400, kMostExponent = 400;
constexpr int kFraction = numeric::WindowSum::kFractionBits;

} // namespace

// Of sums that are not 0: their exponents, and the largest size.
struct Multiplier::Spread {
    std::int32_t lowest = 1 << 20, highest = -(1 << 20);
    double size = 0;
};

namespace {

// 2^exponent of a number that a float64 has without being tiny.
[[gnu::always_inline]] inline double powerOfTwo(std::int32_t exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(std::int64_t{exponent} + 1023) << 52);
}

// Sums as float64, which holds each exactly, with their exponents.
template <typename Sum, typename Spread>
[[gnu::always_inline]] inline void takeAll(const Sum* sums, const std::int32_t* of, std::int32_t more,
                                           std::size_t n, double* out, std::int32_t* exponents,
                                           Spread* spread) {
    std::int32_t lowest = spread->lowest, highest = spread->highest;
    Sum size = 0; // whole numbers are compared in registers, float64 would not be
    for (std::size_t i = 0; i < n; ++i) {
        const Sum one = sums[i] < 0 ? -sums[i] : sums[i];
        size = one > size ? one : size;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const std::int32_t exponent = of[i] + more;
        const bool counts = sums[i] != 0;
        exponents[i] = counts ? exponent : 0;
        const std::int32_t low = counts ? exponent : 1 << 20, high = counts ? exponent : -(1 << 20);
        lowest = low < lowest ? low : lowest;
        highest = high > highest ? high : highest;
    }
    for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<double>(sums[i]);
    *spread = {lowest, highest, std::max(spread->size, static_cast<double>(size))};
}

[[gnu::always_inline]] inline void addAll(const double* sums, const std::int32_t* exponents, std::size_t n,
                                          double* all) {
    for (std::size_t i = 0; i < n; ++i) all[i] += sums[i] * powerOfTwo(exponents[i]);
}
// The same in units of the window's last bit; fractions of a unit are cut off toward minus
// infinity. They are less than 2^51 units, so adding 1.5 * 2^52 rounds to whole ones.
[[gnu::always_inline]] inline void addCut(const double* sums, const std::int32_t* exponents, std::size_t n,
                                          double* all, std::uint64_t* cut) {
    std::uint64_t lost = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double units = sums[i] * powerOfTwo(exponents[i] + kFraction);
        const double nearest = (units + 0x1.8p52) - 0x1.8p52;
        const double whole = nearest > units ? nearest - 1 : nearest;
        lost += whole != units ? 1u : 0u;
        all[i] += whole * 0x1p-40;
    }
    *cut += lost;
}

// Rows one after the other, in sums of any width. The order of the columns is that of their numbers; it
// matters for nothing but where a window overflows.
template <typename Sum>
Sum sumOf(const double* sums, const std::int32_t* exponents, std::size_t columns, std::size_t n) {
    Sum sum;
    for (std::size_t c = 0; c < columns; ++c)
        sum.add(static_cast<std::int64_t>(sums[c * n]), exponents[c * n]);
    return sum;
}

} // namespace

Multiplier::Multiplier(const Config& config, const ProductKernel& kernel, Matrices matrices)
    : m_config(config)
    , m_kernel(kernel)
    , m_matrices(matrices)
    , m_isNarrow(kernel.takes(static_cast<int>(config.vectorMantissaBits),
                              static_cast<int>(config.matrixMantissaBits)))
    , m_known(config.matrices)
    , m_perShelf(std::max<std::size_t>(1, kShelfBytes / bytesOfPacked(config.nativeDimension)))
    , m_shelves(config.matrices / m_perShelf + 1)
    , m_rowSums(rowsOfPacked(config.nativeDimension))
    , m_wideSums(config.nativeDimension)
    , m_all(config.nativeDimension) {}

bool Multiplier::isPacked(std::uint64_t matrix) {
    Known& known = m_known[matrix];
    if (!m_isNarrow || known.isWide) return false;
    if (known.isPacked) return true;
    const std::size_t n = m_config.nativeDimension;
    known.isPacked = packMatrix(m_matrices.mantissas + matrix * n * n, n,
                                static_cast<int>(m_config.matrixMantissaBits), packed(matrix));
    known.isWide = !known.isPacked;
    return known.isPacked;
}

std::uint8_t* Multiplier::packed(std::uint64_t matrix) {
    const std::size_t each = bytesOfPacked(m_config.nativeDimension);
    Shelf& shelf = m_shelves[matrix / m_perShelf];
    if (!shelf.bytes) {
        const std::size_t wanted = std::min<std::size_t>(m_perShelf, m_config.matrices) * each;
        std::size_t room = wanted + kLine;
        shelf.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(room);
        preferLargePages(shelf.bytes.get(), room);
        void* begin = shelf.bytes.get();
        shelf.begin = static_cast<std::uint8_t*>(std::align(kLine, wanted, begin, room));
    }
    return shelf.begin + matrix % m_perShelf * each;
}

void Multiplier::quantise(std::span<const std::uint16_t> vectors, numeric::BlockRounding how) {
    const std::size_t n = m_config.nativeDimension, count = vectors.size() / n, wide = columnsOfPacked(n);
    m_mantissas.resize(vectors.size());
    m_exponents.resize(count);
    m_starts.resize(count);
    m_losses = {};
    m_narrow.assign(m_isNarrow ? count * wide : 0, 0);
    for (std::size_t vector = 0; vector < count; ++vector) {
        how.place.block = static_cast<std::uint32_t>(vector);
        std::int16_t* const mantissas = m_mantissas.data() + vector * n;
        m_exponents[vector] = numeric::encodeHalves(vectors.subspan(vector * n, n), m_config.vectorFormat(),
                                                    how, mantissas, &m_losses);
        if (!m_isNarrow) continue;
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < n; ++i) {
            m_narrow[vector * wide + i] = static_cast<std::int8_t>(mantissas[i]);
            sum += mantissas[i];
        }
        m_starts[vector] = -sum * (1 << (m_config.matrixMantissaBits - 1));
    }
}

// The sums of products of a matrix and a vector, as a column of those that rows() adds.
void Multiplier::takeSums(std::uint64_t matrix, std::size_t vector, std::size_t column, Spread& spread) {
    const std::size_t n = m_config.nativeDimension;
    const std::int32_t more =
        numeric::dotExponent(m_exponents[vector], m_config.vectorFormat(), 0, m_config.matrixFormat());
    double* const out = m_sums.data() + column * n;
    std::int32_t* const exponents = m_sumExponents.data() + column * n;
    const std::int32_t* const of = m_matrices.exponents + matrix * n;
    if (isPacked(matrix)) {
        m_kernel.multiply(packed(matrix), m_narrow.data() + vector * columnsOfPacked(n), n, m_starts[vector],
                          m_rowSums.data());
        numeric::atHostLevel<takeAll<std::int32_t, Spread>>(
            static_cast<const std::int32_t*>(m_rowSums.data()), of, more, n, out, exponents, &spread);
        return;
    }
    multiplyWide(m_matrices.mantissas + matrix * n * n, m_mantissas.data() + vector * n, n,
                 m_wideSums.data());
    numeric::atHostLevel<takeAll<std::int64_t, Spread>>(static_cast<const std::int64_t*>(m_wideSums.data()),
                                                        of, more, n, out, exponents, &spread);
}

// Where all terms, and so all their sums, are less than 2^52 times the smallest unit that counts, float64
// adds them exactly. False otherwise, and where a sum might leave the window.
bool Multiplier::addInDoubles(std::size_t columns, const Spread& spread, std::uint16_t* out,
                              std::uint64_t& cut) {
    const std::size_t n = m_config.nativeDimension;
    const bool isExact = m_config.exactSums != 0, isZero = spread.size == 0;
    const int bits =
        static_cast<int>(std::bit_width(static_cast<std::uint64_t>(spread.size)) + std::bit_width(columns));
    const int lowest = isExact ? spread.lowest : std::max(spread.lowest, -kFraction);
    if (!isZero && (spread.lowest < kLeastExponent || spread.highest > kMostExponent ||
                    spread.highest + bits - lowest > kDoubleBits))
        return false;
    if (!isZero && !isExact && spread.highest + bits >= numeric::WindowSum::kWholeBits) return false;
    const bool cuts = !isExact && spread.lowest < -kFraction;
    std::ranges::fill(m_all, 0.0);
    for (std::size_t c = 0; c < columns; ++c) {
        const double* const sums = m_sums.data() + c * n;
        const std::int32_t* const exponents = m_sumExponents.data() + c * n;
        if (cuts)
            numeric::atHostLevel<addCut>(sums, exponents, n, m_all.data(), &cut);
        else
            numeric::atHostLevel<addAll>(sums, exponents, n, m_all.data());
    }
    numeric::roundToHalves(m_all, m_config.overflow(), out);
    return true;
}

std::optional<std::size_t> Multiplier::addWide(std::size_t columns, std::uint16_t* out,
                                               std::uint64_t& cut) const {
    const std::size_t n = m_config.nativeDimension;
    const numeric::Conversion how{.overflow = m_config.overflow()};
    for (std::size_t line = 0; line < n; ++line) {
        const double* const sums = m_sums.data() + line;
        const std::int32_t* const exponents = m_sumExponents.data() + line;
        if (m_config.exactSums != 0) {
            const auto sum = sumOf<numeric::ExactSum>(sums, exponents, columns, n);
            out[line] = numeric::roundedSum(sum, numeric::kFloat16, how);
            continue;
        }
        const auto sum = sumOf<numeric::WindowSum>(sums, exponents, columns, n);
        if (sum.hasOverflowed()) return line;
        cut += sum.termsCut();
        out[line] = numeric::roundedSum(sum, numeric::kFloat16, how);
    }
    return {};
}

std::optional<std::size_t> Multiplier::rows(std::uint64_t first, std::size_t vector, std::size_t columns,
                                            std::uint16_t* out, std::uint64_t& cut) {
    const std::size_t n = m_config.nativeDimension;
    m_sums.resize(columns * n);
    m_sumExponents.resize(columns * n);
    Spread spread;
    for (std::size_t c = 0; c < columns; ++c) takeSums(first + c, vector + c, c, spread);
    if (addInDoubles(columns, spread, out, cut)) return {};
    return addWide(columns, out, cut);
}

} // namespace lw::nnp
