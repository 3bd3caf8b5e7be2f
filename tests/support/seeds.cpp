// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/seeds.h"

#include <QTest>

#include <cmath>
#include <cstdlib>
#include <random>

namespace lw::test {

Seeds::Seeds(std::uint32_t count) {
    if (const char* const one = std::getenv("LW_SEED")) {
        m_numbers.push_back(static_cast<std::uint32_t>(std::strtoul(one, nullptr, 10)));
        return;
    }
    const bool isEvery = std::getenv("LW_EVERY_SEED") != nullptr;
    const std::uint32_t step = isEvery ? 1 : 50;
    std::mt19937 random(std::random_device{}());
    // Any one of them: tests take what is even or odd for different cases.
    for (std::uint32_t block = 0; block < count; block += step)
        if (const std::uint32_t seed = block + static_cast<std::uint32_t>(random() % step); seed < count)
            m_numbers.push_back(seed);
}

Seeds::~Seeds() {
    if (QTest::currentTestFailed() && !m_numbers.empty()) qInfo("again with LW_SEED=%u", m_last);
}

// Five standard deviations of the number that is found by chance are allowed for.
bool Seeds::areEnough(int found, double each) const {
    const double usual = static_cast<double>(m_numbers.size()) / each;
    return found >= usual - 5 * std::sqrt(usual);
}

} // namespace lw::test
