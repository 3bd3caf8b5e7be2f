// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/arithmetic.h"
#include "tests/reference/examples.h"
#include "tests/reference/random.h"
#include "tests/reference/unary.h"

#include <algorithm>

namespace reference {

namespace {

constexpr std::size_t kLanes = 128;

// Columns c, c + 128, c + 256 ... meet in lane c first, in ascending order; then the lanes are added.
float rowSum(const std::vector<float>& row) {
    std::vector<float> lanes(kLanes, 0.0f);
    for (std::size_t c = 0; c < row.size(); ++c)
        lanes[c % kLanes] = c < kLanes ? row[c] : add(lanes[c % kLanes], row[c]);
    return laneSum(lanes.data(), kLanes, kLanes);
}

Matrix normalised(const Matrix& x, const std::vector<float>& gamma, const std::vector<float>& beta) {
    const float share = static_cast<float>(1.0 / static_cast<double>(x.columns));
    Matrix out = x;
    for (std::size_t r = 0; r < x.rows; ++r) {
        std::vector<float> row(x.values.begin() + static_cast<std::ptrdiff_t>(r * x.columns),
                               x.values.begin() + static_cast<std::ptrdiff_t>((r + 1) * x.columns));
        const float mean = multiply(rowSum(row), share);
        std::vector<float> squares;
        for (float& v : row) {
            v = subtract(v, mean);
            squares.push_back(multiply(v, v));
        }
        const float scale = reciprocalSquareRoot(add(multiply(rowSum(squares), share), 1e-5f));
        for (std::size_t c = 0; c < x.columns; ++c)
            out.at(r, c) = add(multiply(multiply(row[c], scale), gamma[c]), beta[c]);
    }
    return out;
}

// One input with a random scale around 1 and a random shift.
void addCase(Files& files, const std::string& prefix, const Matrix& x, Random& random) {
    std::vector<float> gamma(x.columns), beta(x.columns);
    for (float& v : gamma) v = 1.0f + random.symmetric(0.5f);
    for (float& v : beta) v = random.symmetric(1.0f);
    files.push_back({prefix + "gamma.npy", arrayOf<float>({x.columns}, gamma)});
    files.push_back({prefix + "beta.npy", arrayOf<float>({x.columns}, beta)});
    files.push_back({"expected/" + prefix + "y.npy",
                     arrayOf<float>({x.rows, x.columns}, normalised(x, gamma, beta).values)});
}

} // namespace

Files layerNorm(const Request& request) {
    Files files;
    Random random(31);
    addCase(files, "", {256, 256, floatsOf(readNpy(request.dataFolder + "/camera_256x256_grey.npy"))},
            random);
    addCase(files, "wine_", {178, 13, floatsOf(readNpy(request.dataFolder + "/wine_features_f32.npy"))},
            random);
    Matrix odd(57, 203);
    for (float& v : odd.values) v = random.symmetric(10.0f);
    files.push_back({"odd_x.npy", arrayOf<float>({odd.rows, odd.columns}, odd.values)});
    addCase(files, "odd_", odd, random);
    return files;
}

} // namespace reference
