// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/examples.h"
#include "tests/reference/random.h"

// A convolution whose result is cut into parts, as an array of circuits computes it.
namespace reference {

namespace {

constexpr std::size_t kSide = 12, kChannels = 4, kFilters = 8;

std::vector<std::int8_t> numbers(std::size_t count, std::uint64_t seed, std::size_t largest) {
    Random random(seed);
    std::vector<std::int8_t> out(count);
    for (std::int8_t& x : out)
        x = static_cast<std::int8_t>(static_cast<int>(random.below(2 * largest + 1)) -
                                     static_cast<int>(largest));
    return out;
}

// There are zeros beyond the edge.
std::int32_t convolved(const std::vector<std::int8_t>& x, const std::vector<std::int8_t>& w, std::size_t row,
                       std::size_t column, std::size_t filter) {
    std::int32_t sum = 0;
    for (std::size_t tap = 0; tap < 9; ++tap) {
        const std::size_t r = row + tap / 3, c = column + tap % 3; // one more than in the picture
        if (r < 1 || r > kSide || c < 1 || c > kSide) continue;
        for (std::size_t i = 0; i < kChannels; ++i)
            sum +=
                x[((r - 1) * kSide + c - 1) * kChannels + i] * w[(tap * kChannels + i) * kFilters + filter];
    }
    return sum;
}

} // namespace

Files arrayConvolution(const Request&) {
    const auto x = numbers(kSide * kSide * kChannels, 12, 127), w = numbers(9 * kChannels * kFilters, 9, 127);
    Files out{{"x.npy", arrayOf<std::int8_t>({kSide, kSide, kChannels}, x)},
              {"w.npy", arrayOf<std::int8_t>({9, kChannels, kFilters}, w)}};
    struct Cut {
        std::string name;
        std::size_t rows, columns;
    };
    for (const Cut& cut : {Cut{"", 1, 1}, Cut{"2x2/", 2, 2}, Cut{"1x3/", 1, 3}, Cut{"3x2/", 3, 2}}) {
        const std::size_t high = kSide / cut.rows, wide = kSide / cut.columns;
        for (std::size_t part = 0; part < cut.rows * cut.columns; ++part) {
            const std::size_t row = part / cut.columns, column = part % cut.columns;
            std::vector<std::int32_t> y;
            for (std::size_t r = 0; r < high; ++r)
                for (std::size_t c = 0; c < wide; ++c)
                    for (std::size_t f = 0; f < kFilters; ++f)
                        y.push_back(convolved(x, w, row * high + r, column * wide + c, f));
            const std::string name =
                cut.name.empty() ? "y" : "c" + std::to_string(row) + "_" + std::to_string(column);
            out.push_back(
                {"expected/" + cut.name + name + ".npy", arrayOf<std::int32_t>({high, wide, kFilters}, y)});
        }
    }
    return out;
}

} // namespace reference
