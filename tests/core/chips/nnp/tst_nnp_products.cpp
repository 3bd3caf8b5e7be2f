// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/multiplier.h"
#include "core/chips/nnp/nnp.h"
#include "core/machine/timeline.h"
#include "core/numeric/half.h"
#include "core/numeric/host_control.h"
#include "core/numeric/wide_sum.h"
#include "tests/core/chips/nnp/nnp_case.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <array>
#include <random>

using namespace lw;
using namespace lw::test;
using nnp::Multiplier;

namespace {

// A MatrixRf, vectors, and what their products are by plain loops over sums of any width.
struct RandomProduct {
    nnp::Config config = *nnp::builtInConfig("nnp-teaching");
    std::size_t columns = 0;
    std::vector<std::int16_t> mantissas;
    std::vector<std::int32_t> exponents;
    std::vector<std::uint16_t> vectors;

    explicit RandomProduct(std::uint32_t seed) : m_random(seed) {
        constexpr std::uint32_t kSizes[] = {2, 4, 5, 7, 16, 17, 33, 64, 80, 96, 131};
        config.nativeDimension = kSizes[below(std::size(kSizes))];
        config.vectorMantissaBits = 2 + below(below(3) == 0 ? 15 : 7);
        config.matrixMantissaBits = 2 + below(below(3) == 0 ? 15 : 7);
        config.exponentBits = std::array<std::uint32_t, 3>{5, 8, 0}[below(3)];
        config.exactSums = below(2);
        config.saturates = below(2);
        columns = 1 + below(6);
        config.matrices = static_cast<std::uint32_t>(columns);
        fill();
    }
    std::string text() const {
        return "N " + std::to_string(n()) + ", bits " + std::to_string(config.vectorMantissaBits) + " and " +
               std::to_string(config.matrixMantissaBits) + " of " + std::to_string(config.exponentBits) +
               (config.exactSums != 0 ? ", exact" : ", window");
    }
    std::size_t n() const { return config.nativeDimension; }
    Multiplier::Matrices matrices() const { return {mantissas.data(), exponents.data()}; }

    struct Result {
        std::optional<std::size_t> overflow;
        std::vector<std::uint16_t> out;
        std::uint64_t cut = 0;
    };
    Result expected() const {
        return config.exactSums != 0 ? summed<numeric::ExactSum>() : summed<numeric::WindowSum>();
    }
    // What one kernel makes of it.
    Result by(const nnp::ProductKernel& kernel) const {
        Multiplier multiplier(config, kernel, matrices());
        Result result{{}, std::vector<std::uint16_t>(n()), 0};
        multiplier.quantise(vectors, {});
        result.overflow = multiplier.rows(0, 0, columns, result.out.data(), result.cut);
        return result;
    }
    // As only a hand can write it.
    void putBeyondFormat() { mantissas[below(static_cast<std::uint32_t>(mantissas.size()))] = 31'000; }

  private:
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(m_random() % limit); }
    void fill() {
        const int most = 1 << (config.matrixMantissaBits - 1);
        const bool isExtreme = below(4) == 0;
        for (std::size_t i = 0; i < columns * n() * n(); ++i) {
            const int one = static_cast<int>(below(2u * static_cast<unsigned>(most))) - most;
            mantissas.push_back(static_cast<std::int16_t>(isExtreme ? one < 0 ? -most : most - 1 : one));
        }
        // Close to each other, of the format's whole range, or about the ends of the window.
        const std::uint32_t spread = below(3) == 0 ? 1u << config.exponentBits : 1 + below(20);
        const int middle = below(2) == 0 ? 0 : static_cast<int>(below(80)) - 50;
        for (std::size_t i = 0; i < columns * n(); ++i) {
            if (below(9) == 0) // a row of zeros
                std::fill_n(mantissas.begin() + static_cast<std::ptrdiff_t>(i * n()), n(), std::int16_t{0});
            const int exponent = middle + static_cast<int>(below(spread)) - static_cast<int>(spread / 2);
            const numeric::BlockFormat format = config.matrixFormat();
            exponents.push_back(
                std::clamp(exponent, numeric::lowestExponent(format), numeric::highestExponent(format)));
        }
        for (std::size_t c = 0; c < columns; ++c) {
            const std::uint32_t limit = below(3) == 0 ? 0x7c01 : 1 + below(0x7c00);
            for (std::size_t i = 0; i < n(); ++i)
                vectors.push_back(static_cast<std::uint16_t>(below(limit) | below(2) << 15));
        }
    }
    template <typename Sum> Result summed() const {
        Result result{{}, std::vector<std::uint16_t>(n()), 0};
        std::vector<Sum> sums(n());
        for (std::size_t c = 0; c < columns; ++c) {
            std::vector<double> values;
            for (std::size_t i = 0; i < n(); ++i) values.push_back(numeric::halfValue(vectors[c * n() + i]));
            std::vector<std::int16_t> x(n());
            const int exponent = numeric::encodeBlock(values, config.vectorFormat(), {}, x);
            for (std::size_t row = 0; row < n(); ++row)
                sums[row].add(numeric::mantissaDot(x, {mantissas.data() + (c * n() + row) * n(), n()}),
                              numeric::dotExponent(exponent, config.vectorFormat(), exponents[c * n() + row],
                                                   config.matrixFormat()));
        }
        for (std::size_t row = 0; row < n(); ++row) {
            if constexpr (std::is_same_v<Sum, numeric::WindowSum>) {
                if (sums[row].hasOverflowed()) {
                    result.overflow = row;
                    break;
                }
                result.cut += sums[row].termsCut();
            }
            result.out[row] =
                numeric::roundedSum(sums[row], numeric::kFloat16, {.overflow = config.overflow()});
        }
        return result;
    }

    std::mt19937_64 m_random;
};

bool isSame(const RandomProduct::Result& x, const RandomProduct::Result& y) {
    return x.overflow == y.overflow && (x.overflow || (x.out == y.out && x.cut == y.cut));
}

} // namespace

// Products by every kernel of this host.
class TestProcessorProducts : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // All formats and sums; also mantissas that the format does not have.
    void plainLoops() {
        int overflows = 0, cut = 0, products = 0;
        for (const std::uint32_t seed : seedsBelow(50'000)) {
            RandomProduct product(seed);
            if (seed % 16 == 0) product.putBeyondFormat();
            const RandomProduct::Result expected = product.expected();
            for (const numeric::HostLevel level :
                 {numeric::HostLevel::Portable, numeric::HostLevel::Avx2, numeric::HostLevel::Avx512})
                for (const nnp::ProductKernel& kernel : nnp::productKernels()) {
                    numeric::limitHostLevel(level);
                    const bool isRight = isSame(product.by(kernel), expected);
                    numeric::limitHostLevel(numeric::bestHostLevel());
                    QVERIFY2(isRight, (std::string(kernel.name) + ": " + product.text()).c_str());
                }
            ++products;
            overflows += expected.overflow.has_value();
            cut += expected.cut != 0;
        }
        QVERIFY(overflows * 100 > products && cut * 50 > products);
    }

    // What is kept of the matrices follows an edit by hand, a step back and another load.
    void keepsNothingOld() {
        for (const nnp::ProductKernel& kernel : nnp::productKernels()) {
            std::string error;
            const auto machine =
                processorWith("m_rd Dram, 0\nm_wr MatrixRf, 0\nend_chain\n"
                              "v_rd Dram, 0\nv_wr InitialVrf, 0\nend_chain\n"
                              "loop 9\nv_rd InitialVrf, 0\nmv_mul 0\nv_wr Dram, 1\n"
                              "end_chain\nendloop\nhalt",
                              error, true, *nnp::builtInConfig("nnp-teaching"), std::string(kernel.name));
            QVERIFY2(machine, error.c_str());
            machine::Timeline timeline(*machine);
            for (const auto& [path, codes] :
                 {std::pair{"memory/mdram", Codes(16, 0x3c00)}, {"memory/vdram", Codes(4, 0x3c00)}})
                put(timeline, path, 0, std::as_bytes(std::span(codes)));
            timeline.run({.bundles = 7 + 5});
            QCOMPARE(products(*machine), std::vector<double>(4, 4.0));
            const std::uint64_t before = timeline.clock();
            const std::int16_t two = 2 * 4, many = 1000; // 4 of 2^1: one
            put(timeline, "mvm/MatrixRf", 0, std::as_bytes(std::span(&two, 1)));
            timeline.run({.bundles = 5});
            QCOMPARE(products(*machine), (std::vector<double>{5, 4, 4, 4}));
            put(timeline, "mvm/MatrixRf", 5, std::as_bytes(std::span(&many, 1)));
            timeline.run({.bundles = 5});
            QCOMPARE(products(*machine), (std::vector<double>{5, 253, 4, 4}));
            timeline.seek(before);
            timeline.run({.bundles = 5});
            QCOMPARE(products(*machine), (std::vector<double>{5, 4, 4, 4}));
        }
    }

    // A chain that was looked at before is looked at again when a hand has set another number of rows.
    void followsControls() {
        std::string error;
        const auto machine = processorWith("v_rd Dram, 0\nv_wr Dram, 8\nend_chain\nloop 9\nv_rd Dram, 0\n"
                                           "v_wr Dram, 1\nend_chain\nendloop\nhalt",
                                           error, true);
        QVERIFY2(machine, error.c_str());
        machine::Timeline timeline(*machine);
        const Codes ones(4, 0x3c00);
        put(timeline, "memory/vdram", 0, std::as_bytes(std::span(ones)));
        timeline.run({.bundles = 8});
        QCOMPARE(products(*machine), std::vector<double>(4, 1.0));
        const std::uint32_t two = 2;
        put(timeline, "control/rows", 0, std::as_bytes(std::span(&two, 1)));
        const machine::Stop stop = timeline.run({.bundles = 4});
        QVERIFY(stop.fault && stop.fault->text.starts_with("the chain writes Dram 1"));
    }

  private:
    using Codes = std::vector<std::uint16_t>;
    static void put(machine::Timeline& timeline, const char* path, std::uint64_t first,
                    std::span<const std::byte> bytes) {
        machine::Edit edit;
        edit.node = timeline.machine().tree().find(path);
        edit.first = first;
        edit.bytes.assign(bytes.begin(), bytes.end());
        QVERIFY(bool(timeline.edit(std::move(edit))));
    }
    static std::vector<double> products(machine::Machine& machine) {
        std::vector<std::uint16_t> codes(4);
        const auto done =
            machine.onlyCore().readSpace(isa::SpaceId{2}, 8, std::as_writable_bytes(std::span(codes)), {});
        std::vector<double> out;
        for (const std::uint16_t code : codes) out.push_back(done ? numeric::halfValue(code) : -1);
        return out;
    }
};

int tst_nnp_products(int argc, char** argv) { return lw::tests::run<TestProcessorProducts>(argc, argv); }
#include "tst_nnp_products.moc"
