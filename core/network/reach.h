// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

// The elements of its input on which a layer's element depends, along rows or along columns alone: the basis
// of receptive fields and tilings. Both directions are independent of each other.
namespace lw::network {

enum class Direction : std::uint8_t { Rows, Columns };
inline constexpr std::string_view kDirectionNames[] = {"rows", "columns"};

// A step of `over / under` elements, reduced.
struct Fraction {
    std::int64_t over = 1, under = 1;
    Fraction times(std::int64_t factor) const { return reduced(over * factor, under); }
    Fraction by(std::int64_t divisor) const { return reduced(over, under * divisor); }
    static Fraction reduced(std::int64_t over, std::int64_t under) {
        const std::int64_t common = std::gcd(over, under);
        return {over / common, under / common};
    }
    bool operator==(const Fraction&) const = default;
};

// How one layer reaches along one direction.
struct Reach {
    enum class How : std::uint8_t {
        Same,   // element by element
        Window, // conv, pool: element o of what comes out reads o * stride - before + tap * dilation
        Spread // conv_transpose, upsampling: element i of what it reads gives i * stride - before + tap * dilation
    };
    How how = How::Same;
    std::int64_t kernel = 1, stride = 1, dilation = 1;
    std::int64_t before = 0, after = 0; // padding that is added, for Spread cut from the output
    std::int64_t extra = 0;             // for Spread: output padding
    bool ceil = false;                  // for Window: a partial one at the end counts

    std::int64_t span() const { return dilation * (kernel - 1) + 1; }
    // How many elements come out for that many; 0 or less: none.
    std::int64_t size(std::int64_t read) const;
    // Elements that come out for each one that goes in.
    Fraction scale() const { return how == How::Spread ? Fraction{stride, 1} : Fraction{1, stride}; }
    bool operator==(const Reach&) const = default;
};

// Values along one direction: number 0 is the input, number i + 1 what layer i computes.
struct Line {
    struct Layer {
        std::string name;
        Reach reach;
        std::vector<ValueId> inputs; // none: it is constant, and the same everywhere
    };
    std::vector<Layer> layers;
    std::vector<ValueId> outputs; // once each
};

// Why images of different sizes that meet are not local, as long as there are any.
inline constexpr std::string_view kRepeatsOne = "one of its values is a single row or column, repeated";

// For a whole network, whatever the sizes of its images. E616, with the reason, for a layer with an element
// that may depend on a whole image.
Result<Line> lineOf(const Network& network, Direction direction);

// For the layers before the first such one, which is `refused`: for all layers if there is none.
struct LocalPart {
    Line line; // with the outputs among these layers
    std::optional<Problem> refused{};
};
LocalPart localPartOf(const Network& network, Direction direction);

// Elements of each value for that many of the input; 0 for constants and where nothing comes out.
std::vector<std::int64_t> sizesOf(const Line& line, std::int64_t input);

// Rounded down and up, for negative numbers too; `b` is above 0.
constexpr std::int64_t floorOf(std::int64_t a, std::int64_t b) {
    return a / b - (a % b != 0 && a < 0 ? 1 : 0);
}
constexpr std::int64_t ceilOf(std::int64_t a, std::int64_t b) { return -floorOf(-a, b); }

} // namespace lw::network
