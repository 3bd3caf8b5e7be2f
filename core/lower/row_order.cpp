// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/row_order.h"

#include "core/base/check.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lw::lower {

namespace {

constexpr std::size_t kMostWaiting = 256; // rows that others may pass

bool conflict(const std::vector<Touch>& some, const std::vector<Touch>& others) {
    return std::ranges::any_of(some, [&](const Touch& one) {
        return std::ranges::any_of(others, [&](const Touch& other) { return one.conflictsWith(other); });
    });
}

// What is under way on the circuit, and when a row can issue beside it.
class UnderWay {
  public:
    // Passes go over the same accumulators one after the other, without waiting for the end of the first.
    std::uint64_t earliest(const RowEffects& row) const {
        std::uint64_t out = std::max(m_clock, row.port == RowPort::None ? 0 : m_free[index(row.port)]);
        for (const Flight& older : m_flights) {
            const bool arePasses = older.port == RowPort::Array && row.port == RowPort::Array;
            if (!arePasses && conflict(older.touches, row.touches)) out = std::max(out, older.end);
        }
        return out;
    }
    void issue(const RowEffects& row, std::uint64_t time) {
        m_clock = time + 1;
        std::uint64_t end = time + row.total;
        if (row.port ==
            RowPort::None) // a swap takes effect when the pass under way has taken its last vector
            end = std::max(m_clock, m_free[index(RowPort::Array)]);
        else
            m_free[index(row.port)] = time + row.busy;
        std::erase_if(m_flights, [&](const Flight& one) { return one.end <= m_clock; });
        m_flights.push_back({row.port, row.touches, end});
    }
    // Continues with what another one has left at its end.
    void goOnFrom(UnderWay other) {
        const auto moved = [&](std::uint64_t time) {
            return time <= other.m_clock ? 0 : time - other.m_clock + m_clock;
        };
        for (Flight& one : other.m_flights) one.end = moved(one.end);
        m_flights = std::move(other.m_flights);
        std::ranges::transform(other.m_free, m_free.begin(), moved);
    }

  private:
    struct Flight {
        RowPort port;
        std::vector<Touch> touches;
        std::uint64_t end;
    };
    static std::size_t index(RowPort port) { return static_cast<std::size_t>(port); }

    std::vector<Flight> m_flights;
    std::array<std::uint64_t, 4> m_free{}; // by port
    std::uint64_t m_clock = 0;
};

class Overlap {
  public:
    // `before`: what is under way where a launch begins.
    Overlap(const ProgramText& straight, const BufferAddresses& addresses,
            const machine::CircuitLimits& circuit, UnderWay before)
        : m_straight(straight.all()), m_before(std::move(before)), m_reader(addresses, circuit) {
        m_out.places.resize(m_straight.size());
    }

    void run() {
        std::uint32_t first = 0; // of the rows that set patterns for the next one
        std::string above;
        for (std::uint32_t i = 0; i < m_straight.size(); ++i) {
            above += m_straight[i].above;
            auto effects = m_reader.read(m_straight[i]);
            if (!effects) continue;
            Waiting row{first, i, std::exchange(above, {}), {}, *std::move(effects)};
            for (const std::string& operand : m_straight[i].operands) {
                const Loops* const loops = m_reader.patternOf(operand);
                row.patterns.push_back(loops != nullptr ? std::optional(*loops) : std::nullopt);
            }
            first = i + 1;
            put(std::move(row));
        }
        drain();
    }
    OrderedText take() { return std::move(m_out); }
    const UnderWay& atEnd() const { return m_underWay; }

  private:
    struct Waiting {
        std::uint32_t first, number; // in the straight text, with the rows that set its patterns
        std::string above;
        std::vector<std::optional<Loops>> patterns; // by operand
        RowEffects effects;
    };

    void put(Waiting row) {
        if (!row.effects.unit) {
            drain();
            if (isLaunch(row)) m_underWay.goOnFrom(m_before);
            write(row);
            return;
        }
        m_waiting.push_back(std::move(row));
        if (m_waiting.size() > kMostWaiting) issueOne();
    }
    void drain() {
        while (!m_waiting.empty()) issueOne();
    }
    bool isLaunch(const Waiting& row) const { return m_straight[row.number].mnemonic == "launch"; }

    // Whether everything that it conflicts with and that precedes it has been issued.
    bool mayIssue(std::size_t which) const {
        return std::none_of(m_waiting.begin(), m_waiting.begin() + static_cast<std::ptrdiff_t>(which),
                            [&](const Waiting& older) {
                                return conflict(older.effects.touches, m_waiting[which].effects.touches);
                            });
    }
    void issueOne() {
        std::array<bool, 3> isSeen{};
        std::size_t best = 0;
        std::uint64_t soonest = 0;
        for (std::size_t i = 0; i < m_waiting.size(); ++i) {
            bool& seen = isSeen[static_cast<std::size_t>(*m_waiting[i].effects.unit)];
            if (std::exchange(seen, true) || !mayIssue(i)) continue;
            const std::uint64_t time = m_underWay.earliest(m_waiting[i].effects);
            if (i == 0 || time < soonest) soonest = time, best = i;
        }
        m_underWay.issue(m_waiting[best].effects, soonest);
        write(m_waiting[best]);
        m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(best));
    }

    void write(const Waiting& row) {
        const TextRow& was = m_straight[row.number];
        ProgramText& text = m_out.text;
        text.above(row.above);
        if (isLaunch(row)) text.forgetPatterns();
        std::vector<std::string> operands = was.operands;
        for (std::size_t i = 0; i < operands.size(); ++i)
            if (row.patterns[i]) operands[i] = text.pattern(*row.patterns[i]);
        for (std::uint32_t i = row.first; i <= row.number; ++i) m_out.places[i] = text.rows();
        text.row(was.mnemonic, operands, was.remark);
    }

    const std::vector<TextRow>& m_straight;
    UnderWay m_before, m_underWay;
    RowReader m_reader;
    std::vector<Waiting> m_waiting; // in their straight order
    OrderedText m_out;
};

} // namespace

std::optional<RowOrder> findRowOrder(std::string_view name) {
    for (const RowOrder order : {RowOrder::Straight, RowOrder::Overlapped})
        if (nameOf(order) == name) return order;
    return {};
}

OrderedText overlapped(const ProgramText& straight, const BufferAddresses& addresses,
                       const machine::CircuitLimits& circuit) {
    // A launch begins while the end of the previous one is under way, which is known after ordering it once.
    Overlap once(straight, addresses, circuit, {});
    once.run();
    Overlap again(straight, addresses, circuit, once.atEnd());
    again.run();
    return again.take();
}

} // namespace lw::lower
