// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sending_circuits.h"

#include "tests/support/up_to.h"

#include "core/base/check.h"
#include "core/chips/inference/isa.h"
#include "core/chips/inference/links.h"
#include "core/isa/encode.h"

#include <algorithm>

namespace lw::test {

namespace {

using inference::Direction;

constexpr std::uint32_t kSentLetters = 10, kSentInbox = 256;

inference::Config circuitConfigOf(std::mt19937_64& random) {
    inference::Config config = *inference::builtInConfig("inference-teaching");
    do {
        const std::uint32_t rows = 1 + upTo(random, 2), columns = 1 + upTo(random, 2);
        config.cores = {rows * columns, columns};
    } while (config.cores.count == 1);
    constexpr std::uint32_t kLatencies[] = {1, 2, 3, 17, 90};
    constexpr machine::Rate kRates[] = {{16, 1}, {1, 1}, {1, 4}, {24, 5}};
    config.way.latency = kLatencies[upTo(random, 4)];
    config.way.rate = kRates[upTo(random, 3)];
    return config;
}

// What a circuit does, one thing after the other.
class SendingWriter {
  public:
    SendingWriter(std::mt19937_64& random, const inference::Config& config, std::uint32_t self)
        : m_random(random), m_self(self) {
        for (std::uint8_t d = 0; d < inference::kDirections; ++d) {
            const machine::CoreId here{static_cast<std::uint16_t>(self)};
            const auto direction = static_cast<Direction>(d);
            if (inference::neighbourOf(here, direction, config.cores)) m_directions.push_back(direction);
        }
    }

    std::vector<CircuitRow> make() {
        add("fill", {0, shape(256, 1, 1, 0), static_cast<std::uint32_t>(m_random())});
        const std::uint32_t length = 20 + below(60);
        while (m_rows.size() < length) one();
        add("halt", {});
        return std::move(m_rows);
    }

  private:
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(m_random() % n); }
    void add(std::string_view name, std::vector<std::uint32_t> operands) {
        m_rows.push_back({name, std::move(operands)});
    }
    std::uint32_t shape(std::uint32_t n0, std::uint32_t s0, std::uint32_t n1, std::uint32_t s1) {
        const std::uint32_t number = m_shapes++ % inference::kPatterns;
        add("shape", {number, n0, s0, n1, s1});
        return number;
    }
    // The same with an outer loop, which goes on where the others end.
    std::uint32_t shape(std::uint32_t n0, std::uint32_t s0, std::uint32_t n1, std::uint32_t s1,
                        std::uint32_t n2, std::uint32_t s2) {
        const std::uint32_t number = shape(n0, s0, n1, s1);
        if (n2 != 1) add("shape2", {number, n2, s2, below(9)});
        return number;
    }
    // Each has a place of its own at the others, mostly; a signal is of the side it comes from, mostly.
    void send() {
        if (m_letters == kSentLetters) return;
        const Direction direction = m_directions[below(static_cast<std::uint32_t>(m_directions.size()))];
        constexpr std::string_view kNames[] = {"send.n", "send.e", "send.s", "send.w"};
        const std::uint32_t n0 = 1 + below(4), n1 = 1 + below(3);
        const std::uint32_t sender = below(64) == 0 ? 0 : m_self;
        const std::uint32_t place = below(10) == 0 ? below(m_letters + 1) : m_letters;
        const std::uint32_t to = kSentInbox + (sender * kSentLetters + place) * 64;
        ++m_letters;
        const std::uint32_t signal = below(128) == 0 ? below(16) : direction * 4u + below(2);
        const std::uint32_t n2 = n1 == 1 ? 1 + below(2) : 1;
        const std::uint32_t ato = shape(n0, 1 + below(4), n1, 16, n2, 32);
        // Some take what they send from the last byte to the first.
        const std::uint32_t step = below(7), back = below(3) == 0 ? 1 : 0;
        const std::uint32_t aub = shape(n0, back ? 0 - step : step, n1, below(20), n2, below(30));
        add(kNames[direction], {to, below(100) + back * (n0 - 1) * step, ato, aub, signal});
    }
    void wait() {
        const Direction from = m_directions[below(static_cast<std::uint32_t>(m_directions.size()))];
        const std::uint32_t signal = (from + 2u) % 4 * 4 + below(2);
        add("wait", {signal, m_waits[signal] + below(2)});
        m_waits[signal] = std::max(m_waits[signal], m_rows.back().operands[1]);
    }
    // In comes what nobody has written, zeros; out it goes to places of its own.
    void transfer() {
        const std::uint32_t n0 = 1 + below(8), inside = shape(n0, 1 + below(3), 1, 0);
        const std::uint32_t outside = shape(n0, 1, 1, 0);
        if (below(2) == 0) return add("dma.in", {below(200), 0, inside, outside});
        add("dma.out", {64 + 256 * static_cast<std::uint32_t>(m_rows.size()), below(200), outside, inside});
    }
    void one() {
        switch (below(10)) {
        case 0:
        case 1: return send();
        case 2:
            if (below(2) == 0) wait();
            return;
        case 3:
            return add("fill", {below(200), shape(1 + below(8), 1 + below(3), 1, 0),
                                static_cast<std::uint32_t>(m_random())});
        case 4: return add("vload.i8", {below(8), below(60), shape(1 + below(9), 3, 2, 40), 1 + below(6)});
        case 5:
            if (below(3) == 0) // perhaps too early
                add("vload.i8", {0, kSentInbox + below(kBytesInUse - kSentInbox - 64), shape(4, 5, 1, 0), 8});
            return;
        case 6: return transfer();
        default:
            for (std::uint32_t i = below(8); i != 0; --i) add("nop", {});
        }
    }

    std::mt19937_64& m_random;
    std::uint32_t m_self;
    std::vector<Direction> m_directions;
    std::vector<CircuitRow> m_rows;
    std::uint32_t m_shapes = 0, m_letters = 0;
    std::array<std::uint32_t, inference::kSignals> m_waits{};
};

} // namespace

program::Program programOf(const std::vector<CircuitRow>& rows, const inference::Config& config) {
    const isa::Spec& spec = inference::kIsa;
    const program::Target target = inference::targetOf(config);
    program::Program out;
    out.chip = spec.chip;
    out.machine = target.machine;
    out.machineHash = target.machineHash;
    out.sources = {{"rows", 0}};
    for (const CircuitRow& row : rows) {
        isa::Bundle bundle;
        bundle.count = 1;
        isa::SlotInsn& insn = bundle.insns[0];
        insn.op = isa::find(spec, inference::kRow, row.name);
        insn.predicate = spec.predicateAlways;
        LW_REQUIRE(insn.op != isa::kNoOp, "there is no such instruction");
        const isa::Operands& operands = spec.insns[insn.op].operands;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const bool isRegister = operands[i].file >= 0;
            insn.operands[i] = {isRegister ? isa::Value::Kind::Register : isa::Value::Kind::Number,
                                row.operands.at(i)};
        }
        isa::Bits bits;
        const auto finding = isa::encode(spec, bundle, bits);
        LW_REQUIRE(!finding, textOf(finding->problem).c_str());
        out.bundles.push_back(bits);
        out.places.push_back({0, static_cast<std::uint32_t>(out.bundles.size()), 1, 1});
    }
    return out;
}

SendingCircuits::SendingCircuits(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    config = circuitConfigOf(random);
    for (std::uint32_t i = 0; i < config.cores.count; ++i)
        rows.push_back(SendingWriter(random, config, i).make());
}

std::vector<program::Program> SendingCircuits::programs() const {
    std::vector<program::Program> out;
    for (const auto& one : rows) out.push_back(programOf(one, config));
    return out;
}

} // namespace lw::test
