// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_programs.h"

#include "core/chips/training/isa.h"
#include "core/isa/encode.h"
#include "core/isa/rules.h"
#include "core/isa/uses.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace lw::test {

using namespace training;
using isa::Bundle;
using isa::SlotInsn;
using isa::Value;

namespace {

// r31 counts loops and r30 holds return addresses; p14 says whether a loop goes on.
// Random bundles leave them alone.
constexpr std::uint32_t kCounter = 31, kReturn = 30, kGoOn = 14;
constexpr std::uint32_t kDescriptors = 4, kDescriptorWords = 15;

Value number(std::uint32_t n) { return {Value::Kind::Number, n}; }
Value reg(std::uint32_t n) { return {Value::Kind::Register, n}; }

bool encodes(const Bundle& bundle, isa::Bits& bits) {
    std::vector<isa::Finding> broken;
    if (isa::encode(kIsa, bundle, bits)) return false;
    isa::checkRules(kIsa, bundle, broken);
    return broken.empty();
}

using Balance = std::array<int, kIsa.units.size()>;

class Writer {
  public:
    Writer(const Config& config, std::uint64_t seed, const RandomProgramOptions& options)
        : m_config(config)
        , m_options(options)
        , m_sampler(kIsa, seed, {accepts, options.slotPercent, 25})
        , m_random(m_sampler.random()) {
        m_program.chip = "training";
        m_program.machine = config.name;
        m_program.machineHash = hashOf(config);
    }

    program::Program write() {
        writeMemories();
        writeRegisters();
        unsigned left = m_options.bundles;
        while (left != 0) {
            const unsigned part = std::min(left, 1 + m_random.below(8));
            left -= part;
            if (m_options.straight || m_random.percent(50))
                writeBody(part);
            else
                writeLoop(part);
        }
        add({SlotInsn{op(kScalar, "halt"), kS0, 15, {}}});
        if (!m_options.straight) writeSubroutine();
        return std::move(m_program);
    }

  private:
    // Without the number of the core: on a board too, such a program does what it does alone.
    static bool accepts(const isa::Insn& insn) {
        return insn.flow == isa::Flow::Next && insn.name != "rdcore";
    }

    void add(std::initializer_list<SlotInsn> insns) {
        Bundle bundle;
        for (const SlotInsn& insn : insns) bundle.insns[bundle.count++] = insn;
        addBundle(bundle);
    }
    void addBundle(const Bundle& bundle) {
        isa::Bits bits;
        if (!encodes(bundle, bits))
            broken("test", kIsa.insns[bundle.insns[0].op].name.data(), "a bundle of a random program",
                   __FILE__, __LINE__);
        m_program.bundles.push_back(bits);
        for (unsigned i = 0; i < m_options.emptyAfterEach; ++i)
            m_program.bundles.push_back(isa::lookupOf(kIsa).emptyBits());
    }
    std::uint32_t here() const { return static_cast<std::uint32_t>(m_program.bundles.size()); }

    // Words that are often special as floats, often small as integers.
    std::uint32_t word() {
        static constexpr std::uint32_t special[] = {0,          0x80000000, 0x3f800000, 0xbf800000,
                                                    0x7f800000, 0xff800000, 0x7fc00000, 0x00000001,
                                                    0x00800000, 0x7f7fffff};
        const std::uint32_t kind = m_random.below(4);
        if (kind == 0) return special[m_random.below(10)];
        if (kind == 1) return m_random.below(8);
        if (kind == 2) return 0x3f000000 + m_random.below(0x1800000);
        return static_cast<std::uint32_t>(m_random.next());
    }

    void data(isa::SpaceId space, const std::vector<std::uint32_t>& words) {
        const auto bytes = std::as_bytes(std::span(words));
        m_program.data.push_back({space, 0, {bytes.begin(), bytes.end()}});
    }

    void writeMemories() {
        std::vector<std::uint32_t> smem, vmem, hbm;
        for (std::uint32_t i = 0; i < kDescriptors; ++i) {
            smem.insert(smem.end(), {m_random.below(40), m_random.below(40), m_random.below(4)});
            for (int dimension = 0; dimension < 4; ++dimension)
                smem.insert(smem.end(), {dimension < 2 ? 1 + m_random.below(3) : m_random.below(2),
                                         m_random.below(5), 1 + m_random.below(9)});
        }
        while (smem.size() < 64) smem.push_back(m_random.below(64));
        for (std::uint32_t i = 0; i < 56 * m_config.lanes; ++i) vmem.push_back(word());
        for (std::uint32_t i = 0; i < 64 * 4; ++i) hbm.push_back(word());
        data(kSmem, smem);
        data(kVmem, vmem);
        data(kHbm, hbm);
    }

    // r0 to r3 point at descriptors, the next twelve are small.
    std::uint32_t startWord(std::uint32_t r) {
        if (r < kDescriptors) return r * kDescriptorWords;
        return r < 16 ? m_random.below(12) : word();
    }

    void writeRegisters() {
        for (std::uint32_t i = 0; i < 32; i += 2) {
            const std::uint32_t first = 16 + m_random.below(30);
            add({SlotInsn{op(kScalar, "movi"), kS0, 15, {reg(i), number(startWord(i))}},
                 SlotInsn{op(kScalar, "movi"), kS1, 15, {reg(i + 1), number(startWord(i + 1))}},
                 SlotInsn{op(kVector, "bcast"), kV0, 15, {reg(i), number(word() & 0xffff0000)}},
                 SlotInsn{op(kLoad, "vld"),
                          kVld,
                          15,
                          {reg(i + 1), number(0), number(first), number(1), number(0xffffffff)}}});
        }
        for (std::uint32_t i = 0; i < 16; i += 2) {
            const auto compare = [&](std::uint8_t slot, std::uint32_t p) {
                return SlotInsn{op(kScalar, "cmp.lt"),
                                slot,
                                15,
                                {reg(p), reg(m_random.below(32)), number(m_random.below(20))}};
            };
            if (i + 1 < 15)
                add({compare(kS0, i), compare(kS1, i + 1)});
            else
                add({compare(kS0, i)});
        }
        for (std::uint32_t i = 0; i < m_config.lanes / m_config.sublanes; ++i)
            add({SlotInsn{op(kPush, "mxu.w"), kPushSlot, 15, {reg(m_random.below(32))}}});
        add({SlotInsn{op(kPush, "mxu.latch"), kPushSlot, 15, {}}});
    }

    // Makes the numbers of an instruction likely to mean something.
    void tame(SlotInsn& insn) {
        const isa::Insn& row = kIsa.insns[insn.op];
        const bool isDma = row.unit == kDma;
        for (std::size_t i = 0; i < row.operands.size(); ++i) {
            const isa::Operand& operand = row.operands[i];
            Value& value = insn.operands[i];
            const bool isNumber = value.kind == Value::Kind::Number;
            if (operand.file == kF) value.value %= 4;
            if (isDma)
                value = i == 0 ? reg(m_random.below(kDescriptors)) : number(0);
            else if (operand.form == isa::Form::Base && !isNumber)
                value.value = 4 + m_random.below(12);
            else if (operand.form == isa::Form::Offset)
                value = number(m_random.below(row.unit == kSmemPort ? 50 : 28));
            else if (operand.name == "stride" && isNumber)
                value.value = m_random.below(4);
            else if (operand.name == "mask" && isNumber)
                value.value = m_random.percent(50) ? ~0u : m_random.below(256);
            else if (operand.name == "index" && isNumber)
                value.value = m_random.below(8);
            else if (operand.name == "number")
                value.value &= 1;
            else if (row.unit == kSync && isNumber)
                value.value = m_random.below(2);
            else if (isNumber && operand.number == isa::NumberKind::Integer && m_random.percent(60))
                value.value = m_random.below(40);
        }
    }

    bool leavesLoopsAlone(const Bundle& bundle) const {
        isa::RegisterUses uses;
        isa::usesOf(kIsa, bundle, uses);
        return std::none_of(uses.begin(), uses.end(), [](const isa::RegisterUse& use) {
            return use.writes() && ((use.file == kR && (use.number == kCounter || use.number == kReturn)) ||
                                    (use.file == kP && use.number == kGoOn));
        });
    }

    // Pops follow pushes, and no more than two results wait, most of the time.
    bool keepsBalance(const Bundle& bundle, Balance& balance) {
        for (const SlotInsn& insn : bundle) {
            const isa::Insn& row = kIsa.insns[insn.op];
            const bool pops = row.slotClass == kPop;
            const bool isWeights = row.unit == kMxu && row.slotClass == kPush && row.name != "mxu.x";
            if (isWeights || (!pops && row.slotClass != kPush && row.unit != kEup)) continue;
            int& waiting = balance[index(row.unit)];
            waiting += pops ? -1 : 1;
            const bool odd = waiting < 0 || waiting > 2 || insn.predicate != kIsa.predicateAlways;
            if (odd && !m_random.percent(3)) return false;
        }
        return true;
    }

    Bundle randomBundle() {
        for (;;) {
            Bundle bundle = m_sampler.bundle();
            for (SlotInsn& insn : bundle) tame(insn);
            isa::Bits bits;
            Balance next = m_balance;
            if (bundle.count == 0 || !encodes(bundle, bits) || !leavesLoopsAlone(bundle)) continue;
            if (!keepsBalance(bundle, next)) continue;
            m_balance = next;
            return bundle;
        }
    }

    // Random bundles, now and then one that skips the next ones, is a call, or asks a predicate.
    void writeBody(unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            addBundle(randomBundle());
            if (m_options.straight || !m_random.percent(20)) continue;
            const std::uint32_t each = 1 + m_options.emptyAfterEach, afterTwo = here() + 2 * each;
            const auto predicate = static_cast<std::uint8_t>(m_random.below(14) + 16 * m_random.below(2));
            switch (m_random.below(4)) {
            case 0: // over one bundle
                add({SlotInsn{op(kScalar, "brc"), kS0, 15, {reg(predicate & 15), number(afterTwo)}}});
                addBundle(randomBundle());
                break;
            case 1:
                add({SlotInsn{op(kScalar, "br"), kS1, predicate, {number(afterTwo)}}});
                addBundle(randomBundle());
                break;
            case 2: // through a register
                add({SlotInsn{op(kScalar, "movi"), kS0, 15, {reg(kReturn), number(afterTwo)}}});
                add({SlotInsn{op(kScalar, "br"), kS1, 15, {reg(kReturn)}}});
                break;
            default:
                m_calls.push_back(here());
                add({SlotInsn{op(kScalar, "call"), kS0, 15, {reg(kReturn), number(0)}}});
            }
        }
    }

    void writeLoop(unsigned count) {
        add({SlotInsn{op(kScalar, "movi"), kS0, 15, {reg(kCounter), number(1 + m_random.below(6))}}});
        const std::uint32_t start = here();
        writeBody(count);
        add({SlotInsn{op(kScalar, "sub"), kS0, 15, {reg(kCounter), reg(kCounter), number(1)}},
             SlotInsn{op(kScalar, "cmp.ne"), kS1, 15, {reg(kGoOn), reg(kCounter), number(1)}}});
        add({SlotInsn{op(kScalar, "brc"), kS1, 15, {reg(kGoOn), number(start)}}});
    }

    void writeSubroutine() {
        for (const std::uint32_t from : m_calls) {
            isa::Bits bits;
            Bundle bundle;
            bundle.insns[bundle.count++] = {op(kScalar, "call"), kS0, 15, {reg(kReturn), number(here())}};
            if (encodes(bundle, bits)) m_program.bundles[from] = bits;
        }
        addBundle(randomBundle());
        add({SlotInsn{op(kScalar, "ret"), kS1, 15, {reg(kReturn)}}});
    }

    const Config& m_config;
    const RandomProgramOptions& m_options;
    isa::Sampler m_sampler;
    isa::Random& m_random;
    program::Program m_program;
    std::vector<std::uint32_t> m_calls;
    Balance m_balance{}; // results that wait, by unit, if every bundle issues once
};

} // namespace

Config teachingMachine() { return *builtInConfig("training-teaching"); }

Config eightLanes() {
    Config c = teachingMachine();
    c.name = "eight-lanes";
    c.lanes = c.sublanes = 8;
    c.vmemRows = 256;
    c.queueDepth = 4;
    c.dmaQueueDepth = 2;
    c.dmaRate.bytes = 24;
    c.dmaRate.clocks = 5;
    const auto set = [&](TimingKey key, std::uint32_t clocks) {
        c.timing[static_cast<std::size_t>(key)].clocks = clocks;
    };
    set(TimingKey::MxuPort, 8);
    set(TimingKey::XposePort, 8);
    set(TimingKey::RpuPort, 8);
    set(TimingKey::Mxu, 14);
    set(TimingKey::Rng, 4);
    set(TimingKey::SmemLoad, 3);
    set(TimingKey::VectorAlu, 2);
    set(TimingKey::ScalarAlu, 2);
    return c;
}

program::Program randomProgram(const Config& config, std::uint64_t seed,
                               const RandomProgramOptions& options) {
    return Writer(config, seed, options).write();
}

std::unique_ptr<machine::Machine> machineWith(const program::Program& program, const Config& config,
                                              const MachineOptions& options) {
    auto made = createMachine(program, config, options);
    if (!made)
        broken("test", textOf(made.problem()).c_str(), "a program of a test does not load", __FILE__,
               __LINE__);
    return *std::move(made);
}

program::Program runningProgram(const Config& config, std::uint64_t seed, std::uint64_t clocks, int repairs,
                                const RandomProgramOptions& options) {
    program::Program program = randomProgram(config, seed, options);
    for (int i = 0; i < repairs; ++i) {
        const machine::Stop stop =
            machineWith(program, config, {})->run({clocks, machine::kForever, nullptr});
        if (!stop.fault) break;
        repair(program, *stop.fault);
    }
    return program;
}

void repair(program::Program& program, const machine::Fault& fault) {
    isa::Bits& bits = program.bundles[fault.bundle];
    Bundle bundle, less;
    if (isa::decode(kIsa, bits, bundle)) return;
    for (const SlotInsn& insn : bundle)
        if (kIsa.insns[insn.op].unit != fault.unit) less.insns[less.count++] = insn;
    if (isa::encode(kIsa, less, bits)) bits = isa::lookupOf(kIsa).emptyBits();
}

} // namespace lw::test
