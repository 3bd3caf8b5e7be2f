// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/immediates.h"
#include "core/isa/sample.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <optional>

using namespace lw::isa;

namespace {

using Held = std::array<std::optional<std::uint16_t>, 6>;

bool hold(Held& held, std::size_t index, std::uint16_t value) {
    if (held[index] && *held[index] != value) return false;
    held[index] = value;
    return true;
}

// Tries every place for every need, without any cleverness.
bool possible(const ConstantNeeds& needs, std::size_t from, const Held& held) {
    if (from == needs.count) return true;
    const ConstantNeed& need = needs.items[from];
    for (std::size_t i = need.first; i < need.end; ++i) {
        Held more = held;
        const bool fits = need.pair ? hold(more, 2 * i, static_cast<std::uint16_t>(need.value & 0xffff)) &&
                                          hold(more, 2 * i + 1, static_cast<std::uint16_t>(need.value >> 16))
                                    : hold(more, i, static_cast<std::uint16_t>(need.value));
        if (fits && possible(needs, from + 1, more)) return true;
    }
    return false;
}

// Values from 0 to `most`, so that they often meet; the reaches of the training chip's operands.
ConstantNeeds draw(Random& random, std::uint32_t most) {
    ConstantNeeds needs;
    const std::uint32_t count = 1 + random.below(7);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t low = random.below(most + 1), high = random.below(most + 1);
        const bool pair = random.percent(35);
        const std::uint8_t reach = pair ? 3 : std::array<std::uint8_t, 3>{3, 4, 6}[random.below(3)];
        needs.items[needs.count++] = {pair ? low | high << 16 : low, pair, 0, reach, 0, 0, 0, 0};
    }
    return needs;
}

} // namespace

class TestImmediates : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // A bundle is refused only if there is really no way to hold its constants.
    void asGoodAsTryingEverything() {
        Random random(6);
        unsigned placed = 0, refused = 0;
        for (int i = 0; i < 100000; ++i) {
            ConstantNeeds needs = draw(random, 1 + random.below(8));
            Immediates immediates(6);
            const bool good = immediates.place(needs);
            QCOMPARE(good, possible(needs, 0, {}));
            ++(good ? placed : refused);
            if (!good) continue;
            for (const ConstantNeed& need : needs) {
                QVERIFY(need.placed >= need.first && need.placed < need.end);
                if (!need.pair) {
                    QVERIFY(immediates.used(need.placed));
                    QCOMPARE(std::uint32_t{immediates.value(need.placed)}, need.value);
                    continue;
                }
                const std::size_t low = std::size_t{2} * need.placed;
                QVERIFY(immediates.used(low) && immediates.used(low + 1));
                QCOMPARE(immediates.value(low) | std::uint32_t{immediates.value(low + 1)} << 16, need.value);
            }
        }
        QVERIFY(placed > 10000 && refused > 10000);
    }

    void theStatedOrder() {
        Immediates immediates(6);
        ConstantNeeds needs;
        const auto add = [&](std::uint32_t value, bool pair, std::uint8_t reach) {
            needs.items[needs.count++] = {value, pair, 0, reach, 0, 0, 0, 0};
        };
        add(50, false, 6);
        add(0x00070006, true, 3);
        add(40, false, 4);
        add(30, false, 3);
        add(6, false, 6);
        QVERIFY(immediates.place(needs));
        QCOMPARE(int{needs.items[3].placed}, 0); // the narrowest reach first
        QCOMPARE(int{needs.items[2].placed}, 1);
        QCOMPARE(int{needs.items[1].placed}, 1); // the pair in 2 and 3
        QCOMPARE(int{needs.items[0].placed}, 4);
        QCOMPARE(int{needs.items[4].placed}, 2); // is there already
        QVERIFY(!immediates.used(5));
    }
};

int tst_immediates(int argc, char** argv) { return lw::tests::run<TestImmediates>(argc, argv); }
#include "tst_immediates.moc"
