// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>

// A small deterministic machine for tests of everything that knows machines but no chip: registers with
// latencies, three memories, a DMA engine, flags, a result queue, predicates, calls, faults, halting.
namespace lw::toy {

using namespace machine;

enum Op : std::uint8_t {
    kNop,  // nothing
    kLi,   // r[d] = imm
    kAdd,  // r[d] += r[x] + imm
    kMix,  // r[d] = a hash of r[d], r[x]
    kLess, // p[d] = r[x] < imm
    kLd,   // r[d] = smem[r[x] + imm]
    kSt,   // smem[r[x] + imm] = r[d]
    kBr,   // to imm
    kCall, // r[d] = next bundle, to imm
    kRet,  // to r[x]
    kHalt,
    kSlow,  // r[d] += 1, ready after imm clocks
    kDma,   // hbm granule r[x] -> smem[r[d]..+4], lands after imm clocks, then flag 0 += 1
    kWait,  // until flag 0 >= imm
    kFset,  // flag d = imm
    kPop,   // r[d] = number of pops so far
    kVset,  // vmem[d][0] = float32 with the bits of r[x]
    kTrace, // stream d, r[x]
    kOps,
};

inline constexpr isa::Field field(std::uint16_t offset, std::uint8_t width) {
    return {{{{offset, width, false}}}};
}
inline constexpr isa::Field kOpcode = field(0, 6), kPredicate = field(6, 5), kD = field(11, 5),
                            kX = field(16, 5), kImm = field(21, 16);

inline constexpr std::array kClasses{isa::SlotClass{"scalar", kOpcode, kPredicate, "the only one"}};
inline constexpr std::array kSlots{isa::Slot{"s0", 0, 0, 64}};
inline constexpr std::array kFiles{
    isa::RegisterFile{"r", 32, "registers", ""}, isa::RegisterFile{"p", 16, "predicates", "", 15},
    isa::RegisterFile{"v", 4, "vector registers", ""}, isa::RegisterFile{"f", 8, "flags", ""}};
inline constexpr std::array kUnits{isa::Unit{"alu", "the ALU", false, ""},
                                   isa::Unit{"queue", "a queue", true, ""}};
inline constexpr isa::UnitId kAlu{0}, kQueue{1};
inline constexpr std::array kSpaces{isa::Space{"hbm", 16, "granule", ""}, isa::Space{"vmem", 0, "row", ""},
                                    isa::Space{"smem", 4, "word", ""}};
inline constexpr isa::Operand kWriteR{.name = "d", .access = isa::Access::Write, .file = 0, .field = kD};
inline constexpr isa::Operand kReadWriteR{
    .name = "d", .access = isa::Access::ReadWrite, .file = 0, .field = kD};
inline constexpr isa::Operand kReadD{.name = "d", .file = 0, .field = kD};
inline constexpr isa::Operand kReadX{.name = "x", .file = 0, .field = kX};
inline constexpr isa::Operand kWriteP{.name = "d", .access = isa::Access::Write, .file = 1, .field = kD};
inline constexpr isa::Operand kWriteF{.name = "d", .access = isa::Access::Write, .file = 3, .field = kD};
inline constexpr isa::Operand kNumberD{.name = "d", .field = kD};
inline constexpr isa::Operand kNumber{.name = "imm", .field = kImm};

inline constexpr isa::Insn row(Op op, std::string_view name, isa::Operands operands,
                               isa::Flow flow = isa::Flow::Next) {
    return {.slotClass = 0,
            .name = name,
            .code = op,
            .operands = operands,
            .timing = "",
            .unit = op == kPop ? kQueue : kAlu,
            .summary = "",
            .detail = "",
            .source = "invented",
            .onlySlots = 0,
            .flow = flow,
            .effects = std::uint8_t(op == kPop    ? isa::kPopsResult
                                    : op == kVset ? isa::kMakesFloats
                                                  : 0)};
}
inline constexpr std::array kInsns{
    row(kNop, "nop", {}),
    row(kLi, "li", {kWriteR, kNumber}),
    row(kAdd, "add", {kReadWriteR, kReadX, kNumber}),
    row(kMix, "mix", {kReadWriteR, kReadX}),
    row(kLess, "less", {kWriteP, kReadX, kNumber}),
    row(kLd, "ld", {kWriteR, kReadX, kNumber}),
    row(kSt, "st", {kReadD, kReadX, kNumber}),
    row(kBr, "br", {kNumber}, isa::Flow::Branch),
    row(kCall, "call", {kWriteR, kNumber}, isa::Flow::Call),
    row(kRet, "ret", {kReadX}, isa::Flow::Return),
    row(kHalt, "halt", {}, isa::Flow::Halt),
    row(kSlow, "slow", {kReadWriteR, kNumber}),
    row(kDma, "dma", {kReadD, kReadX, kNumber}),
    row(kWait, "wait", {kNumber}),
    row(kFset, "fset", {kWriteF, kNumber}),
    row(kPop, "pop", {kWriteR}),
    row(kVset, "vset", {kNumberD, kReadX}),
    row(kTrace, "trace", {kNumberD, kReadX}),
};
inline constexpr isa::Spec kSpec{.chip = "toy",
                                 .title = "toy",
                                 .bundleBits = 64,
                                 .classes = kClasses,
                                 .slots = kSlots,
                                 .files = kFiles,
                                 .units = kUnits,
                                 .spaces = kSpaces,
                                 .sharedRegisters = {},
                                 .sharedFile = -1,
                                 .immediates = {},
                                 .reserved = {},
                                 .predicateFile = 1,
                                 .predicateAlways = 15,
                                 .predicateNever = 31,
                                 .predicateInvert = 16,
                                 .insns = kInsns};

// One bundle. `predicate` 15 = always, +16 = inverted.
inline isa::Bits bundle(Op op, unsigned d = 0, unsigned x = 0, int imm = 0, unsigned predicate = 15) {
    isa::Bits bits;
    isa::set(bits, kOpcode, 0, op);
    isa::set(bits, kPredicate, 0, predicate);
    isa::set(bits, kD, 0, d);
    isa::set(bits, kX, 0, x);
    isa::set(bits, kImm, 0, static_cast<std::uint16_t>(imm));
    return bits;
}

inline constexpr std::uint32_t kSmemWords = 8192, kVmemRows = 64, kLanes = 4, kSublanes = 2, kGranules = 4096,
                               kTransfers = 8;
inline constexpr isa::SpaceId kHbm{0}, kVmem{1}, kSmem{2};
enum FileIndex : std::uint8_t { kR, kP, kV, kF };

// One write of one element, as the toy itself saw it.
struct Written {
    NodeId node;
    std::uint64_t element = 0;
    std::uint64_t clock = 0; // in which the bundle issued or the transfer landed
    std::uint32_t bundle = 0;
    bool dma = false;
};

class Toy final : public Machine, public Core {
  public:
    explicit Toy(std::vector<isa::Bits> bundles) : Core({}, "c0", CoreTree(m_tree, {})) {
        addCore(*this);
        m_program.chip = "toy";
        m_program.bundles = std::move(bundles);
        m_target.spec = &kSpec;
        m_target.machine = "toy";
        m_target.spaces = {{16, kGranules}, {kLanes * 4, kVmemRows}, {4, kSmemWords}};
        m_target.constants = {{"LANES", kLanes}};
        m_target.bundles = 1024;
        m_target.tileRows = kSublanes;
        m_target.tileColumns = kLanes;
        describe();
        m_store = std::make_unique<StateStore>(m_bytes, m_hot);
        p()[15] = 1;
        for (std::uint32_t i = 0; i < kGranules * 4; ++i) m_store->edit(m_hbm, i, 1)[0] = i * 2654435761u;
    }

    program::Program& mutableProgram() { return m_program; }
    std::uint32_t& r(std::size_t i) { return m_store->raw(m_r)[i]; }
    std::uint8_t* p() { return m_store->raw(m_p); }
    std::uint32_t smem(std::size_t i) const { return m_store->view(m_smem)[i]; }

    const program::Program& program() const override { return m_program; }
    const program::Target& target() const override { return m_target; }
    StateStore& store() override { return *m_store; }
    const StateTree& tree() const override { return m_tree; }
    std::uint64_t clock() const override { return word(kClock); }
    std::uint32_t nextBundle() const override { return m_store->view(m_pc)[0]; }
    bool halted() const override { return word(kHalted) != 0; }
    void setTriggers(std::vector<Trigger> triggers) override { m_triggers = std::move(triggers); }
    void setRecorder(Recorder* recorder) override { m_recorder = recorder; }
    Recorder* recorder() const { return m_recorder; }
    void stateReplaced() override { ++replaced; }
    int replaced = 0;
    std::vector<Written>* log = nullptr;

    Stop run(const RunLimit& limit) override {
        bool passing = !limit.resumed && issueClock() <= clock();
        const std::uint64_t firstBundles = issuedBundles();
        for (;;) {
            if (limit.interrupt && limit.interrupt->load()) return stop(StopKind::Interrupted);
            if (halted()) return stop(StopKind::Halted);
            if (issuedBundles() - firstBundles >= limit.bundles || clock() >= limit.clock)
                return stop(StopKind::Limit);
            const std::uint64_t at = issueClock();
            if (at == kForever) return fault(FaultKind::Deadlock, "waits for a flag that nobody counts");
            if (at > clock()) {
                const std::uint64_t from = clock();
                advanceTo(std::min(at, limit.clock));
                change(kStalled, clock() - from);
                if (!m_fired.empty()) return stop(StopKind::Triggered);
                continue;
            }
            if (!passing) raiseBundle();
            if (!m_fired.empty()) return stop(StopKind::Triggered);
            passing = false;
            const char* wrong = wrongWithBundle();
            if (wrong) return fault(FaultKind::OutOfRange, wrong);
            issue();
            if (!m_fired.empty()) return stop(StopKind::Triggered);
        }
    }

    Outcome readSpace(isa::SpaceId space, std::uint64_t offset, std::span<std::byte> out,
                      std::span<bool> written) const override {
        std::fill(written.begin(), written.end(), true);
        m_store->read(base(space) + offset, out);
        return Done{};
    }
    bool isUntouched(isa::SpaceId, std::uint64_t, std::uint64_t) const override { return false; }
    std::optional<machine::BundleOf> unwaitedTransfer(isa::SpaceId, std::uint64_t,
                                                      std::uint64_t) const override {
        return std::nullopt; // it has no transfers
    }
    Outcome writeSpace(isa::SpaceId space, std::uint64_t offset, std::span<const std::byte> bytes) override {
        m_store->write(base(space) + offset, bytes);
        return Done{};
    }
    std::uint64_t issuedBundles() const override { return word(kIssued); }
    std::vector<StallCount> stalls() const override { return {{"waits", kAlu, word(kStalled)}}; }
    std::vector<UnitCount> unitCounts() const override {
        return {{issuedBundles(), issuedBundles(), 0, 0}, {}};
    }
    std::vector<std::uint64_t> bundleCounts() const override { return {}; }
    std::vector<std::uint64_t> bundleStalls() const override { return {}; }
    std::optional<Waiting> waiting() const override {
        const std::uint64_t at = halted() ? clock() : issueClock();
        if (at <= clock()) return {};
        return Waiting{"it waits", nextBundle(), {}, at, kAlu, 'W'};
    }
    std::span<const TraceWord> traceWords() const override { return {}; }
    std::string_view kernel() const override { return "toy"; }

  private:
    enum Word { kClock, kHalted, kIssued, kStalled, kPending, kPops, kTraced, kWords };

    template <typename T>
    Cells<T> cells(const char* name, NodeKind kind, tensor::DType type, std::vector<std::uint64_t> shape,
                   Role role, std::optional<std::uint8_t> file = {}, std::optional<isa::SpaceId> space = {}) {
        std::uint64_t count = 1;
        for (const std::uint64_t n : shape) count *= n;
        const NodeId id = m_tree.add(
            m_tree.root(),
            {name, kind, type, role, {}, m_bytes, std::move(shape), "", {}, false, {}, {}, file, space});
        const Cells<T> made{id, m_bytes, count};
        m_bytes += (count * sizeof(T) + 63) / 64 * 64;
        return made;
    }
    void describe() {
        m_words =
            cells<std::uint64_t>("control", NodeKind::Register, tensor::DType::U64, {kWords}, Role::None);
        m_pc = cells<std::uint32_t>("pc", NodeKind::Register, tensor::DType::U32, {1}, Role::ProgramCounter);
        m_r = cells<std::uint32_t>("registers", NodeKind::RegisterFile, tensor::DType::I32, {32},
                                   Role::ScalarRegisters, kR);
        m_p = cells<std::uint8_t>("predicates", NodeKind::RegisterFile, tensor::DType::U8, {16},
                                  Role::Predicates, kP);
        m_v = cells<std::uint32_t>("vectors", NodeKind::RegisterFile, tensor::DType::F32,
                                   {4, kSublanes, kLanes}, Role::VectorRegisters, kV);
        m_f = cells<std::int32_t>("flags", NodeKind::Flag, tensor::DType::I32, {8}, Role::SyncFlags, kF);
        m_ready = cells<std::uint64_t>("ready", NodeKind::Timer, tensor::DType::U64, {32}, Role::None);
        m_dma = cells<std::uint64_t>("transfers", NodeKind::Queue, tensor::DType::U64, {kTransfers, 4},
                                     Role::Queue);
        m_hot = m_bytes;
        m_smem = cells<std::uint32_t>("smem", NodeKind::Memory, tensor::DType::I32, {kSmemWords},
                                      Role::ScalarMemory, std::nullopt, kSmem);
        m_vmem = cells<std::uint32_t>("vmem", NodeKind::Memory, tensor::DType::F32, {kVmemRows, kLanes},
                                      Role::VectorMemory, std::nullopt, kVmem);
        m_hbm = cells<std::uint32_t>("hbm", NodeKind::Memory, tensor::DType::F32, {kGranules, 4},
                                     Role::HighBandwidthMemory, std::nullopt, kHbm);
    }

    std::uint64_t word(Word which) const { return m_store->view(m_words)[which]; }
    void change(Word which, std::uint64_t by) { m_store->raw(m_words)[which] += by; }
    std::uint64_t base(isa::SpaceId space) const {
        return space == kHbm ? m_hbm.offset : space == kVmem ? m_vmem.offset : m_smem.offset;
    }
    Stop stop(StopKind kind) {
        Stop out{kind, clock(), {}, nextBundle(), {}, {}, std::move(m_fired), std::move(m_causes)};
        m_fired.clear();
        m_causes.clear();
        return out;
    }
    Stop fault(FaultKind kind, const char* text) {
        Stop out = stop(StopKind::Faulted);
        out.fault = Fault{kind, kAlu, {}, nextBundle(), {}, clock(), text, "mend it"};
        return out;
    }
    std::uint64_t get(const isa::Field& f) const { return isa::get(m_program.bundles[nextBundle()], f, 0); }
    std::int32_t imm() const { return static_cast<std::int16_t>(get(kImm)); }
    bool enabled() const {
        const auto predicate = get(kPredicate);
        return (m_store->view(m_p)[predicate & 15] != 0) != ((predicate & 16) != 0);
    }
    std::uint64_t* transfer(std::uint64_t i) { return m_store->raw(m_dma) + i * 4; }

    std::uint64_t issueClock() const {
        if (nextBundle() >= m_program.bundles.size() || !enabled()) return clock();
        const auto ready = m_store->view(m_ready);
        std::uint64_t at = std::max({clock(), ready[get(kD)], ready[get(kX)]});
        if (get(kOpcode) == kWait) {
            std::int32_t missing = imm() - m_store->view(m_f)[0];
            if (missing > 0 && static_cast<std::uint64_t>(missing) > word(kPending)) return kForever;
            if (missing > 0)
                at = std::max(at, m_store->view(m_dma)[static_cast<std::size_t>(missing - 1) * 4]);
        }
        return at;
    }
    std::uint64_t address() const {
        return static_cast<std::uint32_t>(m_store->view(m_r)[get(kX)] + static_cast<std::uint32_t>(imm()));
    }
    const char* wrongWithBundle() const {
        if (nextBundle() >= m_program.bundles.size()) return "beyond the program";
        const auto op = get(kOpcode);
        if ((op == kLd || op == kSt) && enabled() && address() >= kSmemWords) return "beyond scalar memory";
        if (op == kDma && enabled() && word(kPending) == kTransfers) return "too many transfers";
        return nullptr;
    }

    void fire(TriggerKind kind, std::uint32_t cause, auto&& matches) {
        for (const Trigger& t : m_triggers)
            if (t.kind == kind && matches(t)) m_fired.push_back(t.id), m_causes.push_back({{}, cause});
    }
    static bool within(const Trigger& t, isa::SpaceId space, std::uint64_t first, std::uint64_t count) {
        return t.space == space && first < t.first + t.count && t.first < first + count;
    }
    void raiseBundle() {
        fire(TriggerKind::Bundle, nextBundle(), [&](const Trigger& t) { return t.bundle == nextBundle(); });
    }
    void setFlag(std::size_t flag, std::int32_t value, std::uint32_t cause) {
        std::int32_t& now = m_store->raw(m_f)[flag];
        const std::int32_t was = std::exchange(now, value);
        fire(TriggerKind::FlagReached, cause,
             [&](const Trigger& t) { return t.flag == flag && was < t.value && value >= t.value; });
    }
    // Goes to a clock, or to the first one on the way at which something more fires.
    void advanceTo(std::uint64_t target) {
        const std::size_t fired = m_fired.size();
        std::uint64_t* pending = &m_store->raw(m_words)[kPending];
        while (*pending > 0 && transfer(0)[0] <= target && m_fired.size() == fired) land(pending);
        std::uint64_t& now = m_store->raw(m_words)[kClock];
        now = m_fired.size() == fired ? target : std::max(now, m_landed);
        while (*pending > 0 && transfer(0)[0] <= now) land(pending);
    }
    void note(NodeId node, std::uint64_t element, std::uint64_t at, std::uint32_t cause, bool dma = false) {
        if (log) log->push_back({node, element, at, cause, dma});
    }
    void land(std::uint64_t* pending) {
        const std::uint64_t* t = transfer(0);
        const std::uint64_t source = t[1], destination = t[2];
        const auto cause = static_cast<std::uint32_t>(t[3]);
        m_landed = t[0];
        const auto from = m_store->view(m_hbm).subspan(source * 4, 4);
        std::copy(from.begin(), from.end(), m_store->edit(m_smem, destination, 4).begin());
        for (std::uint64_t i = 1; i < kTransfers; ++i) std::memcpy(transfer(i - 1), transfer(i), 32);
        std::fill_n(transfer(kTransfers - 1), 4, 0);
        --*pending;
        for (std::uint64_t i = 0; i < 4; ++i) note(m_smem.node, destination + i, m_landed, cause, true);
        note(m_f.node, 0, m_landed, cause, true);
        fire(TriggerKind::DmaLanded, cause,
             [&](const Trigger& w) { return within(w, kSmem, destination, 4); });
        setFlag(0, m_store->view(m_f)[0] + 1, cause);
    }

    void issue() {
        const std::uint32_t here = nextBundle();
        std::uint64_t next = here + 1;
        if (enabled()) next = act(here);
        *m_store->raw(m_pc) = static_cast<std::uint32_t>(next);
        change(kIssued, 1);
        advanceTo(clock() + 1);
    }
    std::uint64_t act(std::uint32_t here) {
        const auto d = get(kD), x = get(kX);
        const auto op = get(kOpcode);
        const auto immediate = static_cast<std::uint32_t>(imm());
        if (op == kLi || op == kAdd || op == kMix || op == kLd || op == kSlow || op == kPop || op == kCall)
            note(m_r.node, d, clock(), here);
        if (op == kLess) note(m_p.node, d, clock(), here);
        if (op == kFset) note(m_f.node, d, clock(), here);
        if (op == kSt) note(m_smem.node, address(), clock(), here);
        if (op == kVset) note(m_vmem.node, d * kLanes, clock(), here);
        if (op == kLi) r(d) = immediate;
        if (op == kAdd) r(d) += r(x) + immediate;
        if (op == kMix) r(d) = (r(d) ^ (r(x) >> 7)) * 2654435761u + 12345;
        if (op == kLess) p()[d] = static_cast<std::int32_t>(r(x)) < imm();
        if (op == kLd) {
            r(d) = smem(address());
            fire(TriggerKind::MemoryRead, here,
                 [&](const Trigger& t) { return within(t, kSmem, address(), 1); });
        }
        if (op == kSt) {
            m_store->edit(m_smem, address(), 1)[0] = r(d);
            fire(TriggerKind::MemoryWrite, here,
                 [&](const Trigger& t) { return within(t, kSmem, address(), 1); });
        }
        if (op == kSlow) ++r(d), m_store->raw(m_ready)[d] = clock() + immediate;
        if (op == kDma) startTransfer(here, immediate);
        if (op == kFset) setFlag(d, imm(), here);
        if (op == kPop) {
            change(kPops, 1);
            r(d) = static_cast<std::uint32_t>(word(kPops));
            fire(TriggerKind::ResultPopped, here, [](const Trigger& t) { return t.unit == kQueue; });
        }
        if (op == kVset) {
            m_store->edit(m_vmem, d * kLanes, 1)[0] = r(x);
            fire(TriggerKind::MemoryWrite, here, [&](const Trigger& t) { return within(t, kVmem, d, 1); });
            if (!std::isfinite(std::bit_cast<float>(r(x))))
                fire(TriggerKind::NotFinite, here, [](const Trigger& t) { return t.unit == kAlu; });
        }
        if (op == kTrace) change(kTraced, 1);
        if (op == kHalt) m_store->raw(m_words)[kHalted] = 1;
        if (op == kBr) return immediate;
        if (op == kCall) return r(d) = here + 1, immediate;
        if (op == kRet) return r(x);
        return here + 1;
    }
    // Transfers stay in the order in which they land; equal clocks in the order of issue.
    void startTransfer(std::uint32_t here, std::uint64_t latency) {
        std::uint64_t at = word(kPending);
        const std::uint64_t landing = clock() + std::max<std::uint64_t>(latency, 1);
        for (; at > 0 && transfer(at - 1)[0] > landing; --at) std::memcpy(transfer(at), transfer(at - 1), 32);
        transfer(at)[0] = landing;
        transfer(at)[1] = r(get(kX)) % kGranules;
        transfer(at)[2] = r(get(kD)) % (kSmemWords - 4);
        transfer(at)[3] = here;
        change(kPending, 1);
    }

    program::Program m_program;
    program::Target m_target;
    StateTree m_tree;
    std::uint64_t m_bytes = 0, m_hot = 0;
    Cells<std::uint64_t> m_words, m_ready, m_dma;
    Cells<std::uint32_t> m_pc, m_r, m_v, m_smem, m_vmem, m_hbm;
    Cells<std::uint8_t> m_p;
    Cells<std::int32_t> m_f;
    std::unique_ptr<StateStore> m_store;
    std::vector<Trigger> m_triggers;
    Recorder* m_recorder = nullptr;
    std::vector<std::uint32_t> m_fired;
    std::vector<BundleOf> m_causes;
    std::uint64_t m_landed = 0;
};

} // namespace lw::toy
