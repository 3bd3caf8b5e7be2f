// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/plan.h"

#include "core/chips/training/handlers.h"
#include "core/chips/training/messages.h"
#include "core/isa/encode.h"
#include "core/isa/rules.h"

#include <algorithm>
#include <unordered_map>

namespace lw::training {

namespace {

using isa::Access;
using isa::SlotInsn;
using isa::Value;

// Words that instructions name, once each, after the scalar registers.
class ConstantPool {
  public:
    std::uint32_t indexOf(std::uint32_t word) {
        const auto [at, added] = m_index.try_emplace(word, 32 + static_cast<std::uint32_t>(m_words.size()));
        if (added) m_words.push_back(word);
        return at->second;
    }
    std::vector<std::uint32_t> take() { return std::move(m_words); }

  private:
    std::vector<std::uint32_t> m_words;
    std::unordered_map<std::uint32_t, std::uint32_t> m_index;
};

constexpr std::size_t timingIndex(std::string_view name) {
    return static_cast<std::size_t>(std::find(kTimingKeys.begin(), kTimingKeys.end(), name) -
                                    kTimingKeys.begin());
}
static_assert(std::all_of(kRows.begin(), kRows.end(),
                          [](const Row& row) { return timingIndex(row.insn.timing) < kTimingKeys.size(); }),
              "a row names a timing key that does not exist");
TimingKey timingKeyOf(std::string_view name) { return static_cast<TimingKey>(timingIndex(name)); }

std::uint8_t queueOfUnit(isa::UnitId unit) {
    switch (unit) {
    case kMxu: return kMxuQueue;
    case kXpose: return kXposeQueue;
    case kRpu: return kRpuQueue;
    case kEup: return kEupQueue;
    default: return 0xff;
    }
}

Argument argumentOf(const isa::Operand& operand, const Value& value, ConstantPool& pool) {
    Argument out;
    if (value.kind == Value::Kind::Shared || (value.kind == Value::Kind::Register && operand.file == kR)) {
        out.kind = Argument::Kind::Scalar;
        out.number = static_cast<std::uint8_t>(value.value);
        out.value = value.value;
        out.readyIndex = out.number;
    } else if (value.kind == Value::Kind::Register && operand.file == kV) {
        out.kind = Argument::Kind::Vector;
        out.number = static_cast<std::uint8_t>(value.value);
        out.readyIndex = static_cast<std::uint8_t>(kReadyVector + value.value);
    } else if (value.kind == Value::Kind::Register || operand.selector == nullptr) {
        out.kind = Argument::Kind::Number;
        out.number = static_cast<std::uint8_t>(value.value);
        if (operand.file == kP) out.readyIndex = static_cast<std::uint8_t>(kReadyPredicate + value.value);
    } else {
        out.kind = Argument::Kind::Scalar;
        out.value = pool.indexOf(value.value);
    }
    return out;
}

Work workOf(const Row& row) {
    if (row.meaning.kind == MeaningKind::Scalar) {
        const bool compares = row.insn.operands.size() != 0 && row.insn.operands[0].file == kP;
        return compares ? Work::Compare : Work::Scalar;
    }
    if (row.meaning.kind == MeaningKind::Vector) return row.insn.unit == kEup ? Work::Unary : Work::Vector;
    return row.meaning.kind == MeaningKind::Permute ? Work::Permute : Work::Core;
}

// The parts of a row that have a port or a queue, with the clocks the configuration gives them.
void setTimes(Issue& issue, const isa::Insn& insn, const Config& config) {
    issue.latency = config.clocks(timingKeyOf(insn.timing));
    if ((insn.effects & isa::kPopsResult) != 0) issue.popsQueue = queueOfUnit(insn.unit);
    if ((insn.effects & isa::kPushesResult) != 0) issue.pushesQueue = queueOfUnit(insn.unit);
    const auto takePort = [&](PortIndex port, std::uint32_t clocks) {
        issue.port = port;
        issue.portClocks = clocks;
    };
    // Weights come in through their own port, after the product under way;
    // the switch waits for the last of them.
    if (insn.slotClass == kPush && insn.unit == kMxu) {
        const bool multiplies = issue.op == op(kPush, "mxu.x");
        const std::uint32_t clocks =
            issue.op == op(kPush, "mxu.latch") ? 1 : config.clocks(TimingKey::MxuPort);
        takePort(multiplies ? kMxuPort : kWeightPort, clocks);
    }
    if (insn.slotClass == kPush && insn.unit == kXpose)
        takePort(kXposePort, config.clocks(TimingKey::XposePort));
    if (insn.slotClass == kPush && insn.unit == kRpu) takePort(kRpuPort, config.clocks(TimingKey::RpuPort));
    if (insn.slotClass == kVector && insn.unit == kEup) takePort(kEupPort, 1);
    if (insn.unit == kRandom && insn.slotClass == kVector) takePort(kRandomPort, issue.latency);
}

// Which arguments of an arithmetic instruction are x and y: x is always a register, y may also be a constant.
void findOperands(Issue& issue, const isa::Operands& operands) {
    for (std::uint8_t i = 0; i < operands.size(); ++i) {
        if (operands[i].access == Access::ReadWrite) issue.keepsOld = true;
        if (operands[i].access != Access::Read) continue;
        (operands[i].selector == nullptr ? issue.x : issue.y) = i;
    }
}

Issue issueOf(const SlotInsn& from, std::uint32_t bundle, const Config& config, ConstantPool& pool) {
    const Row& row = kRows[from.op];
    Issue issue;
    issue.op = from.op;
    issue.meaning = row.meaning;
    issue.work = workOf(row);
    issue.slot = from.slot;
    issue.unit = row.insn.unit;
    issue.predicate = from.predicate;
    issue.bundle = bundle;
    // A pop finds its result there, or the bundle waits.
    issue.checks = issue.work == Work::Core && row.insn.slotClass != kPop;
    if (issue.work != Work::Core) findOperands(issue, row.insn.operands);
    setTimes(issue, row.insn, config);
    for (std::size_t i = 0; i < row.insn.operands.size(); ++i) {
        const isa::Operand& operand = row.insn.operands[i];
        const Argument argument = argumentOf(operand, from.operands[i], pool);
        issue.arguments[i] = argument;
        const bool tracked = argument.readyIndex != kReadyConstant;
        if (operand.access != Access::Write && tracked) issue.reads[issue.readCount++] = argument.readyIndex;
        if (operand.access != Access::Read && tracked) issue.destination = argument.readyIndex;
        // Memory instructions copy the never-written state of their data with the data.
        const bool isData =
            operand.access == Access::Read && operand.form == isa::Form::Plain && operand.selector == nullptr;
        const bool copies =
            row.insn.unit == kSmemPort || row.insn.unit == kStorePort || row.insn.unit == kMiscUnit;
        if (isData && copies && tracked) issue.copied = argument.readyIndex;
    }
    return issue;
}

bool readsVector(const Issue& issue, std::uint8_t readyIndex) {
    return std::find(issue.reads.begin(), issue.reads.begin() + issue.readCount, readyIndex) !=
           issue.reads.begin() + issue.readCount;
}

// Readers of a vector register act before its writer. Only the two vector ALUs both read and write vector
// registers; if each reads what the other writes, one of the registers is set aside first.
// A transfer begins when the rest of its bundle is done; a halt in the same bundle sees it begun.
void orderActs(Plan& plan) {
    std::vector<std::uint8_t> alus;
    std::vector<std::uint8_t> writers;
    std::vector<std::uint8_t> last;
    for (std::uint8_t i = 0; i < plan.issues.size(); ++i) {
        const Issue& issue = plan.issues[i];
        const bool writesVector = issue.destination != 0xff && issue.destination >= kReadyVector;
        if (issue.unit == kDma || kRows[issue.op].insn.flow == isa::Flow::Halt)
            last.insert(issue.unit == kDma ? last.begin() : last.end(), i);
        else if (!writesVector)
            plan.order.push_back(i);
        else if (issue.slot == kV0 || issue.slot == kV1)
            alus.push_back(i);
        else
            writers.push_back(i);
    }
    if (alus.size() == 2) {
        const Issue& a = plan.issues[alus[0]];
        const Issue& b = plan.issues[alus[1]];
        const bool bReadsA = readsVector(b, a.destination), aReadsB = readsVector(a, b.destination);
        if (bReadsA && aReadsB) {
            plan.copied = static_cast<std::uint8_t>(a.destination - kReadyVector);
            plan.copyReader = alus[1];
        } else if (bReadsA) {
            std::swap(alus[0], alus[1]);
        }
    }
    plan.order.insert(plan.order.end(), alus.begin(), alus.end());
    plan.order.insert(plan.order.end(), writers.begin(), writers.end());
    plan.order.insert(plan.order.end(), last.begin(), last.end());
}

Plan planOf(const isa::Bundle& bundle, std::uint32_t number, const Config& config, ConstantPool& pool) {
    Plan plan;
    for (const SlotInsn& insn : bundle) {
        const Issue issue = issueOf(insn, number, config, pool);
        plan.slots |= 1u << issue.slot;
        if (issue.predicate != kIsa.predicateAlways) plan.predicated = true;
        plan.all |= 1u << plan.issues.size();
        if (issue.checks) plan.checked |= 1u << plan.issues.size();
        if (issue.unit == kSync || issue.unit == kDma || kRows[issue.op].insn.flow == isa::Flow::Halt)
            plan.waits = true;
        plan.issues.push_back(issue);
    }
    orderActs(plan);
    if ((plan.slots >> kVld & 1) != 0 && (plan.slots >> kVst & 1) != 0) {
        for (std::uint8_t i = 0; i < plan.issues.size(); ++i) {
            if (plan.issues[i].slot == kVld) plan.load = i;
            if (plan.issues[i].slot == kVst) plan.store = i;
        }
    }
    return plan;
}

ScalarSlot scalarSlotOf(const Issue& issue) {
    ScalarSlot slot;
    const isa::Insn& insn = kRows[issue.op].insn;
    for (std::size_t i = 0; i < insn.operands.size(); ++i) {
        const isa::Operand& operand = insn.operands[i];
        const Argument& argument = issue.arguments[i];
        if (operand.access == Access::Write) {
            slot.d = argument.number;
            slot.readyD = argument.readyIndex;
        } else if (operand.selector == nullptr) {
            slot.x = argument.number;
        } else {
            slot.y = argument.value;
            slot.readyY = argument.readyIndex;
        }
    }
    return slot;
}

bool isDirectBranch(const Issue& issue) {
    const isa::Insn& insn = kRows[issue.op].insn;
    if (insn.flow != isa::Flow::Branch && insn.flow != isa::Flow::Call) return false;
    const Argument& target = issue.arguments[insn.operands.size() - 1];
    return target.kind == Argument::Kind::Scalar && target.readyIndex == kReadyConstant;
}

// Whether the bundle is scalar arithmetic and a plain branch,
// which have handlers of their own; fills them in.
bool decodeScalar(const Plan& plan, Decoded& out) {
    std::array<std::uint8_t, 2> shapes{kNopShape, kNopShape};
    std::array<const Issue*, 2> from{};
    std::size_t count = 0;
    Tail tail = Tail::None;
    for (const Issue& issue : plan.issues) {
        const auto shape = shapeOf(issue.op);
        const isa::Insn& insn = kRows[issue.op].insn;
        if (shape && issue.predicate == kIsa.predicateAlways) {
            from[count] = &issue;
            shapes[count++] = *shape;
        } else if (insn.flow == isa::Flow::Branch && isDirectBranch(issue)) {
            const bool isIf = insn.operands.size() == 2;
            const bool predicated = issue.predicate != kIsa.predicateAlways;
            if (isIf && predicated) return false;
            tail = isIf || predicated ? Tail::BranchIf : Tail::Branch;
            out.branchPredicate = isIf ? issue.arguments[0].number : issue.predicate;
        } else {
            return false;
        }
    }
    if (count == 1) std::swap(shapes[0], shapes[1]), std::swap(from[0], from[1]);
    if (shapes[0] > shapes[1]) std::swap(shapes[0], shapes[1]), std::swap(from[0], from[1]);
    const auto fill = [](const Issue* issue, ScalarSlot& slot, std::uint64_t& ready) {
        if (issue == nullptr) return;
        slot = scalarSlotOf(*issue);
        ready = (std::uint64_t{issue->latency} << kClockShift) + issue->bundle - kBundleMask;
    };
    fill(from[0], out.first, out.firstReady);
    fill(from[1], out.second, out.secondReady);
    out.handler = scalarHandler(shapes[0], shapes[1], tail);
    return true;
}

Problem refusal(const program::Program& program, std::uint32_t bundle, const isa::Finding& finding) {
    Problem problem{&kUnusableBundle, {std::to_string(bundle), textOf(finding.problem)}, {}, {}, {}};
    if (bundle < program.places.size()) problem.place = program.places[bundle];
    return problem;
}

Result<isa::Bundle> bundleAt(const program::Program& program, std::uint32_t number) {
    isa::Bundle bundle;
    if (auto finding = isa::decode(kIsa, program.bundles[number], bundle))
        return refusal(program, number, *finding);
    std::vector<isa::Finding> broken;
    isa::checkRules(kIsa, bundle, broken);
    if (!broken.empty()) return refusal(program, number, broken.front());
    return bundle;
}

} // namespace

Result<std::unique_ptr<DecodedProgram>> decodeProgram(const program::Program& program, const Config& config) {
    auto out = std::make_unique<DecodedProgram>();
    ConstantPool pool;
    const auto count = static_cast<std::uint32_t>(program.bundles.size());
    out->plans.reserve(count + 1);
    out->bundles.resize(count + 1);
    for (std::uint32_t i = 0; i < count; ++i) {
        LW_TRY(const isa::Bundle bundle, bundleAt(program, i));
        out->plans.push_back(planOf(bundle, i, config, pool));
    }
    out->plans.emplace_back().waits = true; // after the last bundle: checked closely, and refused
    out->constants = pool.take();
    for (std::uint32_t i = 0; i <= count; ++i) {
        Decoded& decoded = out->bundles[i];
        decoded.plan = &out->plans[i];
        for (const Issue& issue : decoded.plan->issues) {
            if (!isDirectBranch(issue)) continue;
            const std::size_t last = kRows[issue.op].insn.operands.size() - 1;
            const std::uint32_t target = out->constants[issue.arguments[last].value - 32];
            if (target >= count) {
                Problem problem{&kBranchOutside,
                                {std::to_string(i), std::to_string(target), std::to_string(count)},
                                {},
                                {},
                                {}};
                if (i < program.places.size()) problem.place = program.places[i];
                return problem;
            }
            decoded.target = &out->bundles[target];
            decoded.branch = static_cast<std::uint32_t>(out->branchBundles.size());
            out->branchBundles.push_back(i);
        }
        if (i == count || !decodeScalar(*decoded.plan, decoded)) decoded.handler = generalHandler();
        out->handlers.push_back(decoded.handler);
    }
    findChains(*out);
    return out;
}

} // namespace lw::training
