// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

// Random programs of legal chains, and what they mean, by plain loops over doubles and functions of libm.
namespace lw::test {

inline constexpr int kPlainN = 4, kPlainVectors = 64;
using PlainVector = std::vector<double>;
using PlainFile = std::vector<PlainVector>;

// The machine nnp-teaching, in numbers; its native vectors may have others than 4.
struct PlainProcessor {
    explicit PlainProcessor(std::size_t numbers = kPlainN)
        : n(numbers)
        , initial(kPlainVectors, PlainVector(n))
        , add0(initial)
        , add1(initial)
        , multiply(initial)
        , dram(initial)
        , matrices(kPlainVectors, PlainFile(n, PlainVector(n)))
        , quantised(matrices) {}

    std::size_t n;
    PlainFile initial, add0, add1, multiply, dram;
    std::vector<PlainFile> matrices, quantised; // in DRAM, and in MatrixRf
    std::vector<PlainVector> in, out;
    std::size_t taken = 0;
};

class RandomChains {
  public:
    struct Kind {
        // Some vectors have numbers up to the largest FP16 has, so that sums and products leave its range,
        // and some an infinity; `processor` is then of no use.
        bool isWide = false;
        bool areIntegers = false; // mantissas; numbers are then large enough for that
    };
    explicit RandomChains(std::uint32_t seed) : RandomChains(seed, Kind{}) {}
    RandomChains(std::uint32_t seed, Kind kind, std::uint32_t n = kPlainN);
    // The next chain, or a loop over some, or an instruction without one: its text, which `processor` has
    // then done.
    std::string next();

    PlainProcessor start, processor; // before the first chain, after the last one
    int products = 0, iterated = 0, quantisedWrites = 0, loops = 0, windows = 0;
    int identities = 0;                         // products with the identity
    int multicasts = 0;                         // chains that write twice
    int softmaxes = 0, drawn = 0;               // and chains that round by chance
    int queuedMatrices = 0, storedMatrices = 0; // chains of matrices from NetQ, and to DRAM
    int streamed = 0;                           // loaded again after the first product
    int tall = 0, broad = 0,
        stepped = 0;      // products of several rows, of several columns; reads with an increment
    int adds[2] = {0, 0}; // of each MFU
    int linear = 0, flat = 0, deep = 0,
        padded = 0;             // windows of one, two and three dimensions, and with padding
    int chains = 0;             // that were executed
    std::uint64_t executed = 0; // instructions before the next chain

  private:
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(m_random() % limit); }
    double number();
    std::string chain();
    std::string loop(std::uint32_t turns, std::uint32_t most);
    // By how much an index moves with loops: in this turn, in the last one, and as text.
    struct Move {
        std::uint32_t now = 0, most = 0;
        std::string text;
    };
    Move move();
    std::string matrices();
    std::string vectors();
    // How a chain begins, with `taken` vectors in each of its turns.
    std::string straight(std::uint32_t taken, std::vector<PlainVector>& chain);
    std::string windowed(std::uint32_t taken, std::vector<PlainVector>& chain);
    std::string operand(PlainFile& file, const std::string& name, const std::string& op,
                        std::vector<PlainVector>& chain, std::uint32_t each);
    std::string activation(std::vector<PlainVector>& chain, std::uint32_t each);
    std::string softmax(std::vector<PlainVector>& chain, std::uint32_t each);
    // Sets now and then how mantissas are rounded.
    std::string rounding();
    // Rounded to mantissas of `bits` bits with a shared exponent of 5 bits, or to integers, as block number
    // `block` of an instruction that follows `before` others.
    PlainVector blockOf(const PlainVector& values, int bits, std::uint64_t before, std::uint64_t block) const;
    std::uint64_t before(const std::string& text) const; // the next instruction of a chain
    std::string written(const std::vector<PlainVector>& chain, std::uint32_t each, const std::string& text);
    // A place in that half of a file which this chain reads, or the one that it writes.
    std::uint32_t place(bool isRead, std::uint32_t count);

    std::mt19937_64 m_random;
    Kind m_kind;
    std::uint32_t m_n; // numbers of a native vector
    std::uint32_t m_number = 0, m_iterations = 1;
    std::uint32_t m_rounding = 0, m_seed = 0, m_length = 0;
    struct Loop {
        std::uint32_t turn = 0, turns = 0;
    };
    std::vector<Loop> m_loops; // under way, outermost first
    bool m_mayTake = true;     // from the queue, in every turn
};

} // namespace lw::test
