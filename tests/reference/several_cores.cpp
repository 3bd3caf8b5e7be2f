// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/arithmetic.h"
#include "tests/reference/examples.h"
#include "tests/reference/random.h"

// What several cores do together is what one would do: the plain loops know of no cores.
namespace reference {

// Four rounds, in each of which every number of the ball is counted up in four memories.
Files pingPong(const Request&) {
    std::vector<std::int32_t> ball(2 * 4);
    for (int round = 0; round < 4; ++round)
        for (int stroke = 0; stroke < 4; ++stroke)
            for (std::int32_t& number : ball) ++number;
    return {{"expected/ball.npy", arrayOf<std::int32_t>({2, 4}, ball)}};
}

Files sharedProduct(const Request&) {
    constexpr std::size_t kLanes = 4;
    Random random(21);
    Matrix a(2 * kLanes, kLanes), b(kLanes, kLanes);
    for (float& v : a.values) v = random.symmetric(4.0f);
    for (float& v : b.values) v = random.symmetric(4.0f);
    const Matrix c = tiledProduct(a, b, kLanes);
    return {{"a.npy", arrayOf<float>({a.rows, a.columns}, a.values)},
            {"b.npy", arrayOf<float>({b.rows, b.columns}, b.values)},
            {"expected/c.npy", arrayOf<float>({c.rows, c.columns}, c.values)}};
}

} // namespace reference
