// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/chips/nnp/random_chains.h"

#include "tests/core/numeric/plain_float.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lw::test {

namespace {

// Philox4x32-10 as its paper has it: a multiplication and a permutation, ten times.
std::uint32_t plainDraw(std::uint64_t seed, std::uint64_t before, std::uint64_t block,
                        std::uint64_t element) {
    std::uint64_t word[4] = {before & 0xffffffff, before >> 32, block, element};
    std::uint64_t key[2] = {seed & 0xffffffff, seed >> 32};
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t x = word[0] * 0xd2511f53, y = word[2] * 0xcd9e8d57;
        const std::uint64_t next[4] = {(y >> 32) ^ word[1] ^ key[0], y & 0xffffffff,
                                       (x >> 32) ^ word[3] ^ key[1], x & 0xffffffff};
        std::copy_n(next, 4, word);
        key[0] = (key[0] + 0x9e3779b9) & 0xffffffff;
        key[1] = (key[1] + 0xbb67ae85) & 0xffffffff;
    }
    return static_cast<std::uint32_t>(word[0]);
}

// Where the identity is, in DRAM and in MatrixRf.
constexpr std::uint32_t kIdentity = kPlainVectors - 1;

// Sums of few bits: exact in a double, and nothing below the window of 2^-40.
double dot(const PlainVector& x, const PlainVector& y) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
    return sum;
}

} // namespace

PlainVector RandomChains::blockOf(const PlainVector& values, int bits, std::uint64_t before,
                                  std::uint64_t block) const {
    double largest = 0;
    for (const double value : values) largest = std::fmax(largest, std::fabs(value));
    int exponent = -15;
    if (largest != 0) std::frexp(largest, &exponent);
    exponent = m_kind.areIntegers ? bits - 1 : std::clamp(exponent, -15, 16);
    PlainVector out(values.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const double unit = std::ldexp(1, exponent - (bits - 1)), most = std::ldexp(1, bits - 1);
        const double exact = values[i] / unit, size = std::fabs(exact), floor = std::floor(size);
        const bool isLarger = plainDraw(m_seed, before, block, i) < std::floor((size - floor) * 4294967296.0);
        const double rounded = m_rounding == 0   ? std::nearbyint(exact)
                               : m_rounding == 1 ? std::trunc(exact)
                                                 : std::copysign(floor + (isLarger ? 1 : 0), exact);
        out[i] = std::clamp(rounded, -most, most - 1) * unit + 0.0; // no -0
    }
    return out;
}

std::uint64_t RandomChains::before(const std::string& text) const {
    return executed + static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string RandomChains::rounding() {
    const std::uint32_t which = below(6), seed = below(1000);
    if (which > 2) return {};
    m_rounding = which;
    m_seed = seed;
    return "s_wr rounding, " + std::to_string(which) + "\ns_wr seed, " + std::to_string(seed) + "\n";
}

// FP16 numbers from 2^-6 to 4, so that nothing becomes infinite in a few chains.
double RandomChains::number() {
    return plainHalf(std::ldexp(static_cast<double>(below(4096)) - 2048, -9 - static_cast<int>(below(6))));
}

RandomChains::RandomChains(std::uint32_t seed, Kind kind, std::uint32_t n)
    : start(n), processor(n), m_random(seed), m_kind(kind), m_n(n) {
    constexpr double kLargest = 65504;
    const double unit = kind.areIntegers ? 4 : 1; // with 1, most numbers would round to 0
    for (PlainFile* const file : {&start.initial, &start.add0, &start.add1, &start.multiply, &start.dram})
        for (PlainVector& vector : *file) {
            const int scale = below(16) == 0 ? -18 : 0; // denormals, in blocks of the lowest exponent
            for (double& value : vector) value = plainHalf(std::ldexp(number() * unit, scale));
            if (kind.isWide && below(6) == 0)
                for (double& value : vector)
                    value = std::clamp(plainHalf(value * 16384), -kLargest, kLargest);
            if (kind.isWide && below(48) == 0) vector[below(n)] = HUGE_VAL;
        }
    for (auto& matrix : start.matrices)
        for (PlainVector& row : matrix)
            for (double& value : row) value = number() * unit / (kind.areIntegers ? 8 : 4);
    for (std::size_t i = 0; i < n; ++i) {
        std::ranges::fill(start.matrices[kIdentity][i], 0.0);
        start.matrices[kIdentity][i][i] = 1;
    }
    for (int i = 0; i < 400; ++i)
        for (double& value : start.in.emplace_back(n)) value = number() * unit;
    processor = start;
}

std::uint32_t RandomChains::place(bool isRead, std::uint32_t count) {
    constexpr std::uint32_t kHalf = kPlainVectors / 2;
    const bool isUpper = isRead == (m_number % 2 == 0);
    return (isUpper ? kHalf : 0) + below(kHalf - count);
}

std::string RandomChains::next() {
    if (below(16) == 0) {
        ++executed;
        return "nop\n";
    }
    m_mayTake = processor.taken + std::max<std::size_t>(9, 2 * m_n) * 3 * 2 * 2 <= processor.in.size();
    return m_number > 0 && below(7) == 0 ? loop(2 + below(2), 2) : chain();
}

std::string RandomChains::chain() {
    ++m_number;
    ++chains;
    const std::string text = m_number == 1 || below(6) == 0 ? matrices() : vectors();
    executed = before(text);
    return text;
}

// Each turn draws the same numbers, and so writes the same text.
std::string RandomChains::loop(std::uint32_t turns, std::uint32_t most) {
    ++loops;
    const std::mt19937_64 random = m_random;
    const std::uint32_t number = m_number;
    const std::size_t depth = m_loops.size();
    m_loops.push_back({0, turns});
    std::string text;
    ++executed;
    for (; m_loops[depth].turn < turns; ++m_loops[depth].turn) {
        m_random = random;
        m_number = number;
        text.clear();
        const std::uint32_t count = 1 + below(most);
        for (std::uint32_t i = 0; i < count; ++i) text += depth == 0 && below(4) == 0 ? loop(2, 1) : chain();
        ++executed; // endloop
    }
    m_loops.pop_back();
    return "loop " + std::to_string(turns) + "\n" + text + "endloop\n";
}

RandomChains::Move RandomChains::move() {
    Move out;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, m_loops.size()); ++i) {
        const Loop& loop = m_loops[m_loops.size() - 1 - i];
        const std::uint32_t step = below(3);
        out.now += step * loop.turn;
        out.most += step * (loop.turns - 1);
        if (step > 0) out.text += (i == 0 ? ", step=" : ", outer=") + std::to_string(step);
    }
    return out;
}

// The first time all matrices of DRAM; later ones leave the identity where it is, here and there.
std::string RandomChains::matrices() {
    const bool areAll = m_number == 1, isQueue = !areAll && m_mayTake && below(4) == 0,
               isStored = !areAll && below(4) == 0;
    const std::uint32_t rows = areAll ? 8 : 1 + below(2),
                        cols = areAll ? 8 : 1 + below(isQueue ? 3 - rows : 3);
    const Move fromMove = move(), toMove = move();
    // What is copied inside of DRAM goes from one half to the other.
    const std::uint32_t count = rows * cols, half = isStored ? kPlainVectors / 2 : kPlainVectors;
    const bool isUpper = isStored && below(2) == 0;
    const std::uint32_t from = (isUpper ? half : 0) + below(half - count + 1 - fromMove.most);
    const std::uint32_t last = isStored && isUpper ? half : kIdentity,
                        least = isStored && !isUpper ? half : 0;
    const std::uint32_t to = areAll ? 0 : least + below(last - least - count + 1 - toMove.most);
    const std::string text =
        rounding() + "s_wr rows, " + std::to_string(rows) + "\ns_wr cols, " + std::to_string(cols) +
        (isQueue ? "\nm_rd NetQ, 0\n" : "\nm_rd Dram, " + std::to_string(from) + fromMove.text + "\n");
    drawn += m_rounding == 2 && !isStored;
    streamed += products > 0 && !isStored;
    queuedMatrices += isQueue;
    storedMatrices += isStored;
    for (std::uint32_t i = 0; i < count; ++i) {
        PlainFile matrix;
        for (std::uint32_t row = 0; row < m_n; ++row)
            matrix.push_back(isQueue ? processor.in[processor.taken++]
                                     : processor.matrices[from + fromMove.now + i][row]);
        if (isStored) {
            processor.matrices[to + toMove.now + i] = matrix;
            continue;
        }
        for (std::uint32_t row = 0; row < m_n; ++row)
            processor.quantised[to + toMove.now + i][row] =
                blockOf(matrix[row], 4, before(text), i * m_n + row);
    }
    return text + (isStored ? "m_wr Dram, " : "m_wr MatrixRf, ") + std::to_string(to) + toMove.text +
           "\nend_chain\n";
}

std::string RandomChains::operand(PlainFile& file, const std::string& name, const std::string& op,
                                  std::vector<PlainVector>& chain, std::uint32_t each) {
    const Move moves = move();
    const std::uint32_t step = below(3), first = place(true, each + 2 * step + 1 + moves.most);
    if (!name.empty()) ++adds[name == "AddSubVrf1"];
    for (std::size_t i = 0; i < chain.size(); ++i)
        for (std::size_t k = 0; k < m_n; ++k) {
            const double y = file[first + moves.now + i / each * step + i % each][k];
            double& x = chain[i][k];
            x = op == "vv_add"       ? plainHalf(x + y)
                : op == "vv_a_sub_b" ? plainHalf(x - y)
                : op == "vv_b_sub_a" ? plainHalf(y - x)
                : op == "vv_max"     ? (x < y || (x == y && std::signbit(x)) ? y : x)
                                     : plainHalf(x * y);
        }
    return op + " " + (name.empty() ? "" : name + ", ") + std::to_string(first) +
           (step == 0 ? "" : ", inc=" + std::to_string(step)) + moves.text + "\n";
}

// Of the first elements of each iteration's vectors.
std::string RandomChains::softmax(std::vector<PlainVector>& chain, std::uint32_t each) {
    ++softmaxes;
    const std::uint32_t length = m_length == 0 ? each * m_n : m_length;
    for (std::size_t first = 0; first < chain.size(); first += each) {
        const auto at = [&](std::uint32_t i) -> double& { return chain[first + i / m_n][i % m_n]; };
        double largest = at(0);
        for (std::uint32_t i = 0; i < length; ++i) largest = std::fmax(largest, at(i));
        float sum = 0;
        for (std::uint32_t i = 0; i < length; ++i) {
            at(i) = plainHalf(
                static_cast<double>(std::exp(static_cast<long double>(plainHalf(at(i) - largest)))));
            sum += static_cast<float>(at(i));
        }
        for (std::uint32_t i = 0; i < each * m_n; ++i)
            at(i) = i < length ? plainHalf(at(i) / static_cast<double>(sum)) : 0;
    }
    return "v_softmax\n";
}

std::string RandomChains::activation(std::vector<PlainVector>& chain, std::uint32_t each) {
    const std::uint32_t which = below(4);
    if (which == 3) return softmax(chain, each);
    for (PlainVector& vector : chain)
        for (double& x : vector) {
            const auto wide = static_cast<long double>(x);
            x = which == 0 ? (x > 0 ? x : 0)
                           : plainHalf(which == 1 ? 1 / (1 + std::exp(-wide)) : std::tanh(wide));
        }
    return which == 0 ? "v_relu\n" : which == 1 ? "v_sigm\n" : "v_tanh\n";
}

std::string RandomChains::written(const std::vector<PlainVector>& chain, std::uint32_t each,
                                  const std::string& text) {
    const std::array<std::pair<const char*, PlainFile*>, 5> files{{{"InitialVrf", &processor.initial},
                                                                   {"AddSubVrf0", &processor.add0},
                                                                   {"AddSubVrf1", &processor.add1},
                                                                   {"MultiplyVrf", &processor.multiply},
                                                                   {"Dram", &processor.dram}}};
    const auto& [name, file] = files[below(5)];
    const bool isRounded = below(3) == 0, isOut = below(5) == 0;
    const Move moves = move();
    const std::uint32_t step = each + below(2), first = place(false, step * 3 + moves.most);
    quantisedWrites += isRounded;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const PlainVector value = isRounded ? blockOf(chain[i], 5, before(text), i) : chain[i];
        if (isOut)
            processor.out.push_back(value);
        else
            (*file)[first + moves.now + i / each * step + i % each] = value;
    }
    return std::string(isRounded ? "v_wr.q " : "v_wr ") +
           (isOut ? "NetQ, 0"
                  : std::string(name) + ", " + std::to_string(first) + ", inc=" + std::to_string(step) +
                        moves.text) +
           "\n";
}

// Small pictures in that half of a memory which this chain reads; empty where there are too few windows for
// all turns.
std::string RandomChains::windowed(std::uint32_t taken, std::vector<PlainVector>& chain) {
    const std::uint32_t depth = taken % 2 == 0 ? 1 + below(2) : taken == 3 ? 1 + 2 * below(2) : 1;
    const std::uint32_t most = depth == 1 ? 4 : 3, pixels = taken / depth, skipped = below(2);
    const bool isLine = depth == 1 && below(4) == 0;
    const std::uint32_t width = 1 + below(most), height = isLine ? 1 : 1 + below(most), across = 1 + below(3),
                        windowWidth = isLine ? pixels + skipped + below(2) : 1 + below(3),
                        windowHeight =
                            isLine ? 1 : (pixels + skipped + windowWidth - 1) / windowWidth + below(2);
    const std::uint32_t strideX = 1 + below(2), strideY = 1 + below(2), left = below(windowWidth),
                        top = below(windowHeight);
    const std::uint32_t fitting = (width - 1 + left) / strideX + 1, inRow = std::min(across, fitting),
                        count = inRow * ((height - 1 + top) / strideY + 1);
    const bool isDram = below(2) == 0;
    const std::uint32_t code = std::array<std::uint32_t, 3>{0, 0x3c00, 0xc000}[below(3)];
    const double padding = code == 0 ? 0 : code == 0x3c00 ? 1 : -2;
    const std::uint32_t picture = place(true, width * height * depth);
    const Move moves = move();
    if (count < m_iterations + moves.most) return {};
    ++windows;
    const bool hasOneRow = height == 1 && windowHeight == 1;
    deep += depth > 1;
    linear += depth == 1 && hasOneRow;
    flat += depth == 1 && !hasOneRow;
    padded += left > 0 || top > 0;
    const std::uint32_t first = below(count - m_iterations - moves.most + 1);
    const PlainFile& file = isDram ? processor.dram : processor.initial;
    for (std::uint32_t i = 0; i < m_iterations; ++i)
        for (std::uint32_t k = skipped * depth; k < skipped * depth + taken; ++k) {
            const std::uint32_t window = first + moves.now + i, pixel = k / depth;
            const int x =
                static_cast<int>(window % inRow * strideX + pixel % windowWidth) - static_cast<int>(left);
            const int y =
                static_cast<int>(window / inRow * strideY + pixel / windowWidth) - static_cast<int>(top);
            PlainVector vector(m_n, padding);
            if (x >= 0 && y >= 0 && x < static_cast<int>(width) && y < static_cast<int>(height))
                vector =
                    file[picture +
                         (static_cast<std::uint32_t>(y) * width + static_cast<std::uint32_t>(x)) * depth +
                         k % depth];
            chain.push_back(vector);
        }
    std::string text;
    const std::pair<const char*, std::uint32_t> settings[] = {
        {"picture", picture},     {"picture_width", width},      {"picture_height", height},
        {"picture_depth", depth}, {"window_width", windowWidth}, {"window_height", windowHeight},
        {"stride_x", strideX},    {"stride_y", strideY},         {"pad_left", left},
        {"pad_top", top},         {"windows_across", inRow},     {"padding", code}};
    for (const auto& [name, value] : settings)
        text += std::string("s_wr ") + name + ", " + std::to_string(value) + "\n";
    return text + "v_rd.w " + (isDram ? "Dram, " : "InitialVrf, ") + std::to_string(first) +
           (skipped == 0 ? "" : ", skip=" + std::to_string(depth)) + moves.text + "\n";
}

std::string RandomChains::straight(std::uint32_t taken, std::vector<PlainVector>& chain) {
    const Move moves = move();
    const std::uint32_t from = below(5), step = below(3),
                        first = place(true, taken + 2 * step + 1 + moves.most);
    const bool isQueue = from == 0 && m_mayTake;
    stepped += !isQueue && step > 0 && m_iterations > 1;
    for (std::uint32_t i = 0; i < m_iterations * taken; ++i)
        chain.push_back(
            isQueue ? processor.in[processor.taken++]
                    : (from == 1 ? processor.dram
                                 : processor.initial)[first + moves.now + i / taken * step + i % taken]);
    return isQueue ? "v_rd NetQ, 0\n"
                   : std::string("v_rd ") + (from == 1 ? "Dram" : "InitialVrf") + ", " +
                         std::to_string(first) + ", inc=" + std::to_string(step) + moves.text + "\n";
}

std::string RandomChains::vectors() {
    const bool hasProduct = below(2) == 0, hasIdentity = hasProduct && below(5) == 0;
    const std::uint32_t rows = hasIdentity ? 1 : 1 + below(3), cols = hasIdentity ? 1 : 1 + below(3);
    m_iterations = 1 + below(3);
    iterated += m_iterations > 1;
    identities += hasIdentity;
    drawn += hasProduct && m_rounding == 2;
    products += hasProduct;
    tall += hasProduct && rows > 1;
    broad += hasProduct && cols > 1;
    const std::uint32_t taken = hasProduct ? cols : rows;
    m_length = below(2) == 0 ? 0 : 1 + below(rows * m_n);
    std::string text = rounding() + "s_wr length, " + std::to_string(m_length) + "\ns_wr rows, " +
                       std::to_string(rows) + "\ns_wr cols, " + std::to_string(cols) + "\ns_wr iterations, " +
                       std::to_string(m_iterations) + "\n";
    std::vector<PlainVector> chain;
    if (below(4) == 0) text += windowed(taken, chain);
    if (chain.empty()) text += straight(taken, chain);
    if (hasProduct) {
        const Move matrixMoves = hasIdentity ? Move{} : move();
        const std::uint32_t matrix =
            hasIdentity ? kIdentity : below(kPlainVectors - rows * cols - matrixMoves.most);
        std::vector<PlainVector> out;
        for (std::uint32_t turn = 0; turn < m_iterations; ++turn)
            for (std::uint32_t r = 0; r < rows; ++r) {
                PlainVector sums(m_n);
                for (std::uint32_t c = 0; c < cols; ++c) {
                    const PlainVector x = blockOf(chain[turn * cols + c], 5, before(text), turn * cols + c);
                    for (std::size_t line = 0; line < m_n; ++line)
                        sums[line] +=
                            dot(x, processor.quantised[matrix + matrixMoves.now + r * cols + c][line]);
                }
                for (double& sum : sums) sum = plainHalf(sum);
                out.push_back(sums);
            }
        chain = std::move(out);
        text += "mv_mul " + std::to_string(matrix) + matrixMoves.text + "\n";
    }
    const std::array<std::string, 4> adders{"vv_add", "vv_a_sub_b", "vv_b_sub_a", "vv_max"};
    if (below(3) == 0) text += activation(chain, rows);
    if (below(2) == 0) text += operand(processor.add0, "AddSubVrf0", adders[below(4)], chain, rows);
    if (below(3) == 0) text += operand(processor.multiply, "", "vv_mul", chain, rows);
    if (below(3) == 0) text += operand(processor.add1, "AddSubVrf1", adders[below(4)], chain, rows);
    if (below(3) == 0) text += activation(chain, rows);
    const std::uint32_t writes = 1 + below(2);
    multicasts += writes > 1;
    for (std::uint32_t i = 0; i < writes; ++i) text += written(chain, rows, text);
    return text + "end_chain\n";
}

} // namespace lw::test
