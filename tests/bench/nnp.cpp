// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/blas.h"
#include "tests/bench/guest.h"
#include "tests/bench/kernel_choice.h"
#include "tests/bench/nnp_guest.h"
#include "tests/bench/nnp_plain.h"

#include "core/base/large_pages.h"
#include "core/numeric/half.h"

#include <array>
#include <cmath>
#include <random>

// Products and short chains of the neural network processor as it was published, with vectors of 400.
namespace lw::bench {

namespace {

using tensor::DType;
using tensor::Tensor;

constexpr std::size_t kNative = 400;

// A matrix whose numbers are mantissas of 4 bits times a power of two for each row of a native matrix, and a
// vector of mantissas of 5 bits: quantising changes nothing, so that plain sums say what comes out.
class Product {
  public:
    explicit Product(Effort effort) : m_used(choose<std::size_t>(effort, 4096, 1000)) {
        std::mt19937 random(3);
        const auto mantissa = [&](int most) { return static_cast<int>(random() % (2u * most + 1)) - most; };
        for (std::int8_t& one : m_matrix) one = static_cast<std::int8_t>(mantissa(7));
        for (std::int8_t& one : m_vector) one = static_cast<std::int8_t>(mantissa(15));
        for (int& one : m_rowExponents) one = static_cast<int>(random() % 4) - 6;
        for (int& one : m_vectorExponents) one = static_cast<int>(random() % 4) - 6;
    }
    std::size_t used() const { return m_used; }
    std::size_t blocks() const { return m_blocks; }
    std::size_t padded() const { return m_blocks * kNative; }
    int matrixAt(std::size_t row, std::size_t column) const {
        return row < m_used && column < m_used ? m_matrix[row * padded() + column] : 0;
    }
    int vectorAt(std::size_t column) const { return column < m_used ? m_vector[column] : 0; }

    Tensor matrices() const {
        Tensor out(DType::F16, {m_blocks * m_blocks, kNative, kNative});
        std::uint64_t at = 0;
        for (std::size_t tile = 0; tile < m_blocks * m_blocks; ++tile)
            for (std::size_t line = 0; line < kNative; ++line)
                for (std::size_t i = 0; i < kNative; ++i) {
                    const std::size_t row = tile / m_blocks * kNative + line, block = tile % m_blocks;
                    out.set(at++, code(matrixAt(row, block * kNative + i), rowExponent(row, block)));
                }
        return out;
    }
    Tensor vectors() const {
        Tensor out(DType::F16, {m_blocks, kNative});
        for (std::size_t i = 0; i < padded(); ++i)
            out.set(i, code(vectorAt(i), m_vectorExponents[i / kNative]));
        return out;
    }
    // FP16 codes, rounded from sums that a float64 holds exactly.
    std::vector<std::uint16_t> expected() const {
        std::vector<std::uint16_t> out;
        for (std::size_t row = 0; row < padded(); ++row) {
            double sum = 0;
            for (std::size_t block = 0; block < m_blocks; ++block) {
                int products = 0;
                for (std::size_t i = block * kNative; i < (block + 1) * kNative; ++i)
                    products += matrixAt(row, i) * vectorAt(i);
                sum += std::ldexp(products, rowExponent(row, block) + m_vectorExponents[block]);
            }
            out.push_back(numeric::halfOf(sum, numeric::Overflow::Infinity));
        }
        return out;
    }
    PlainInt8 plain() const {
        PlainInt8 out{padded(), padded(), kNative, {}};
        out.parts.reserve(padded() * padded() / sizeof(PlainInt8::Part));
        preferLargePages(out.parts.data(), padded() * padded()); // as the emulator has them
        for (std::size_t block = 0; block < m_blocks; ++block)
            for (std::size_t row = 0; row < padded(); row += 80)
                for (std::size_t k = 0; k < kNative; k += 4)
                    for (std::size_t rows = row; rows < row + 80; rows += 16) {
                        PlainInt8::Part& part = out.parts.emplace_back();
                        for (std::size_t i = 0; i < 64; ++i)
                            part.numbers[i] =
                                static_cast<std::int8_t>(matrixAt(rows + i / 4, block * kNative + k + i % 4));
                    }
        return out;
    }

  private:
    int rowExponent(std::size_t row, std::size_t block) const {
        return m_rowExponents[row * m_blocks + block];
    }
    static std::uint16_t code(int mantissa, int exponent) {
        return numeric::halfOf(std::ldexp(mantissa, exponent), numeric::Overflow::Infinity);
    }

    std::size_t m_used, m_blocks = (m_used + kNative - 1) / kNative;
    std::vector<std::int8_t> m_matrix = std::vector<std::int8_t>(padded() * padded());
    std::vector<std::int8_t> m_vector = std::vector<std::int8_t>(padded());
    std::vector<int> m_rowExponents = std::vector<int>(padded() * m_blocks);
    std::vector<int> m_vectorExponents = std::vector<int>(m_blocks);
};

std::string productText(std::size_t blocks) {
    const std::string side = std::to_string(blocks), all = std::to_string(blocks * blocks);
    return ".chip nnp\n.tensor A, f16, [" + all + ", N, N], mdram\n.tensor x, f16, [" + side +
           ", N], vdram\n.tensor y, f16, [" + side + ", N], vdram\ns_wr rows, " + side + "\ns_wr cols, " +
           side +
           "\nm_rd Dram, 0\nm_wr MatrixRf, 0\nend_chain\nv_rd Dram, 0\nv_wr InitialVrf, 0\nend_chain\n" +
           "loop 1000000\nv_rd InitialVrf, 0\nmv_mul 0\nv_wr Dram, " + side + "\nend_chain\nendloop\nhalt\n";
}
constexpr std::uint64_t kBefore = 9, kTurn = 5; // instructions before the turns, and of a turn

// The processor after its first product.
class ProductGuest {
  public:
    ProductGuest(const Product& product, bool exactSums)
        : m_product(product)
        , m_guest(Guest::fromTextOn(productText(product.blocks()),
                                    processorText({{"exactSums", exactSums ? 1u : 0u}}))) {
        m_guest.set("A", product.matrices());
        m_guest.set("x", product.vectors());
        run(kBefore + kTurn);
        const Tensor y = m_guest.get("y");
        const std::vector<std::uint16_t> expected = product.expected();
        for (std::size_t i = 0; i < expected.size(); ++i)
            if (y.at<std::uint16_t>(i) != expected[i]) giveUp("the product of the processor is wrong");
    }
    void multiply(std::uint64_t times) { run(times * kTurn); }

  private:
    void run(std::uint64_t instructions) {
        const machine::Stop stop = m_guest.timeline().run({.bundles = instructions});
        if (stop.fault) giveUp(stop.fault->text);
    }
    const Product& m_product;
    Guest m_guest;
};

double macs(const Product& product) {
    return static_cast<double>(product.used()) * static_cast<double>(product.used());
}

Figure noAnchor(Effort effort, std::string key, std::string unit, double work,
                const std::function<void()>& call) {
    return measure(effort, {.key = std::move(key), .unit = std::move(unit), .work = work, .candidate = call});
}

} // namespace

// One product, useful multiplications only: against the int8 kernel over the same padded bytes, which makes
// the int32 sums of blocks and no more; and against sgemv of the unpadded size.
std::vector<Figure> blockProduct(Effort effort) {
    const Product product(effort);
    ProductGuest guest(product, true);
    const std::uint64_t times = choose<std::uint64_t>(effort, 8, 1);
    const PlainInt8 plain = product.plain();
    std::vector<std::uint8_t> x(product.padded());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::uint8_t>(product.vectorAt(i) + 16);
    std::vector<std::int32_t> sums(product.padded() * product.blocks());
    const double work = macs(product);
    const auto multiply = [&] { guest.multiply(times); };
    Contest contest{.key = "bfp_mv",
                    .unit = "MACs/s",
                    .work = work * static_cast<double>(times),
                    .candidate = multiply,
                    .goal = 0.7,
                    .anchorWork = work};
    if (hasInt8Product() && kernelChoice() != "avx2")
        contest.anchor = [&] { plainBlockSums(plain, x, sums); };
    Figure figure = measure(effort, contest);
    if (!contest.anchor) figure.note = "the int8 kernel needs AVX512-VNNI";

    const auto bytes = static_cast<double>(sizeof(PlainInt8::Part) * plain.parts.size());
    Figure reading =
        measure(effort, {.key = "bfp_mv_read",
                         .unit = "bytes/s",
                         .work = bytes * static_cast<double>(times),
                         .candidate = multiply,
                         .anchor = [&] { (void)plainRead(std::as_bytes(std::span(plain.parts))); },
                         .anchorWork = bytes});
    reading.note = "mantissas against a plain read of as many bytes";

    std::vector<float> a(product.used() * product.used()), in(product.used()), out(product.used());
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = static_cast<float>(product.matrixAt(i / product.used(), i % product.used()));
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(product.vectorAt(i));
    Figure beside =
        measure(effort, {.key = "bfp_mv_sgemv",
                         .unit = "MACs/s",
                         .work = work * static_cast<double>(times),
                         .candidate = multiply,
                         .anchor = sgemv(product.used(), product.used(), a.data(), in.data(), out.data()),
                         .goal = 4,
                         .anchorWork = work});
    beside.note = blasNote();

    ProductGuest windowed(product, false);
    Figure window = noAnchor(effort, "bfp_mv_window", "MACs/s", work * static_cast<double>(times),
                             [&] { windowed.multiply(times); });
    window.note = "sums in q34.40";
    return {figure, beside, reading, window};
}

namespace {

// Four chains of single vectors: r = max(0, x * m + a), s = x * m - b, the same of r, and r + s.
const char* const kChainsText = R"(.chip nnp
.tensor v, f16, [4, N], vdram
.tensor y, f16, [2, N], vdram
s_wr rows, 1
v_rd Dram, 0
v_wr InitialVrf, 0
end_chain
v_rd Dram, 1
v_wr MultiplyVrf, 0
end_chain
v_rd Dram, 2
v_wr AddSubVrf0, 0
end_chain
v_rd Dram, 3
v_wr AddSubVrf1, 0
end_chain
loop 1000000
v_rd InitialVrf, 0
vv_mul 0
vv_add AddSubVrf0, 0
v_relu
v_wr InitialVrf, 1
v_wr Dram, 4
end_chain
v_rd InitialVrf, 1
vv_mul 0
vv_a_sub_b AddSubVrf1, 0
v_wr AddSubVrf0, 1
end_chain
v_rd InitialVrf, 1
vv_add AddSubVrf0, 1
vv_a_sub_b AddSubVrf1, 0
v_relu
v_wr Dram, 5
end_chain
endloop
halt
)";
constexpr std::uint64_t kChainsBefore = 14, kChainsTurn = 19;

struct PlainChains {
    std::vector<std::uint16_t> x, m, a, b, r, s, t;

    void turn() {
        r = x;
        plainMultiply(r, m);
        plainAdd(r, a);
        plainRelu(r);
        s = r;
        plainMultiply(s, m);
        plainSubtract(s, b);
        t = r;
        plainAdd(t, s);
        plainSubtract(t, b);
        plainRelu(t);
    }
};

} // namespace

// Chains of one vector of 400: against loops over the same operations, each rounded through F16C.
std::vector<Figure> smallChains(Effort effort) {
    Guest guest = Guest::fromTextOn(kChainsText, processorText({}));
    std::mt19937 random(9);
    std::uniform_real_distribution<double> number(-2, 2);
    Tensor given(DType::F16, {4, kNative});
    PlainChains plain;
    for (std::size_t i = 0; i < 4 * kNative; ++i) {
        const std::uint16_t code = numeric::halfOf(number(random), numeric::Overflow::Infinity);
        given.set(i, code);
        std::array{&plain.x, &plain.m, &plain.a, &plain.b}[i / kNative]->push_back(code);
    }
    guest.set("v", given);
    const std::uint64_t turns = choose<std::uint64_t>(effort, 1000, 2);
    guest.timeline().run({.bundles = kChainsBefore});
    Contest contest{.key = "small_chains",
                    .unit = "operations/s",
                    .work = 8 * kNative * static_cast<double>(turns),
                    .candidate = [&] { guest.timeline().run({.bundles = turns * kChainsTurn}); },
                    .goal = 0.5};
    if (hasHalfLoops()) {
        contest.anchor = [&] {
            for (std::uint64_t i = 0; i < turns; ++i) plain.turn();
        };
        contest.check = [&] {
            const Tensor y = guest.get("y");
            for (std::size_t i = 0; i < kNative; ++i)
                if (y.at<std::uint16_t>(i) != plain.r[i] || y.at<std::uint16_t>(kNative + i) != plain.t[i])
                    giveUp("short chains and their anchor compute differently");
        };
    }
    Figure figure = measure(effort, contest);
    figure.note = hasHalfLoops() ? "three chains of a vector of 400, 18 instructions" : "the loops need F16C";
    return {figure};
}

} // namespace lw::bench
