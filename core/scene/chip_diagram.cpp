// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/chip_diagram.h"

#include "core/base/check.h"
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/machine/breakpoints.h"
#include "core/machine/cell_range.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

namespace lw::scene {

using machine::DiagramBox;
using machine::DiagramTest;
using machine::DiagramWire;

namespace {

constexpr std::uint64_t kShownCells = 4; // of a vector register, in a line of text
constexpr std::int64_t kMostRows = 4096; // of rows that a test tries
constexpr int kMostAsked = 500;          // instructions, of a condition in passing
constexpr std::uint8_t kBundleThick = 2; // what is on such wires does not fit a tag

template <typename Number> std::string textOfNumber(Number number) {
    std::array<char, 32> room;
    const auto end = std::to_chars(room.data(), room.data() + room.size(), number).ptr;
    return {room.data(), end};
}

bool contains(const std::vector<isa::OpId>& ops, isa::OpId op) {
    return std::find(ops.begin(), ops.end(), op) != ops.end();
}

// The number wherever an expression has a #.
std::string numbered(std::string expression, std::int64_t number) {
    for (std::size_t at = 0; (at = expression.find('#', at)) != expression.npos;)
        expression.replace(at, 1, textOfNumber(number));
    return expression;
}

// Everything about one moment that is needed for boxes and wires.
class Maker {
  public:
    explicit Maker(const DiagramMoment& moment) : m_moment(moment), m_spec(*moment.scope.target->spec) {
        if (moment.running) {
            findPassed();
            return;
        }
        const bool waits = moment.fault || (moment.waiting && *moment.waiting);
        findHeldUp();
        if (moment.halted || waits || moment.now.bundle >= moment.scope.program->bundles.size()) return;
        isa::Bundle bundle;
        if (isa::decode(m_spec, moment.scope.program->bundles[moment.now.bundle], bundle)) return;
        isa::print(m_spec, bundle, m_issue);
        for (const isa::SlotInsn& insn : bundle)
            if (isExecuted(insn)) m_work.push_back(insn);
    }

    const std::string& issue() const { return m_issue; }
    void dress(DiagramPart& part, const DiagramBox& box) const;
    void dress(DiagramPath& path, const DiagramWire& wire) const;
    DiagramPart core() const; // the whole core as one box, not yet placed

  private:
    // Why no bundle issues in this clock.
    struct HeldUp {
        isa::UnitId unit{};
        char letter = 0;
        std::string reason;
        std::vector<isa::OpId> ops; // the instructions of the bundle that are for that unit
    };
    void findHeldUp();
    void findPassed();
    bool isExecuted(const isa::SlotInsn& insn) const;
    template <typename Part> bool didWork(const Part& part) const;
    bool isTrue(const std::string& expression) const;
    bool holds(const std::vector<DiagramTest>& tests) const;
    // Whether an executed instruction is one of these and names one of the memories.
    template <typename Part> bool concerns(const Part& part, const isa::SlotInsn& insn) const {
        const bool namesOne = !part.names.empty() && namesMemory(insn.op);
        return contains(part.ops, insn.op) &&
               (!namesOne || std::ranges::count(part.names, insn.operands[0].value) != 0);
    }
    // ... and the condition holds.
    template <typename Part> bool worksFor(const Part& part, const isa::SlotInsn& insn) const {
        return concerns(part, insn) && meetsCondition(part.onlyIf, m_moment.now.bundle);
    }
    bool meetsCondition(const std::string& onlyIf, std::uint32_t bundle) const {
        return onlyIf.empty() || isTrue(numbered(onlyIf, bundle));
    }
    bool namesMemory(isa::OpId op) const {
        const isa::Operands& operands = m_spec.insns[op].operands;
        return operands.size() != 0 && operands[0].selector != nullptr;
    }
    std::optional<machine::WatchValue> valueOf(const std::string& expression) const;
    std::string textOf(const isa::SlotInsn& insn) const;
    std::string registerText(std::int8_t file, std::uint32_t number, bool isRead, isa::NumberKind kind) const;
    std::string forwardedText(const isa::SlotInsn& insn) const;
    std::string movedText(const isa::SlotInsn& insn) const;
    std::vector<std::string> operandTexts(const isa::SlotInsn& insn) const;

    const DiagramMoment& m_moment;
    const isa::Spec& m_spec;
    std::optional<HeldUp> m_heldUp;
    std::string m_issue;
    std::vector<isa::SlotInsn> m_work; // instructions that execute in this clock
    // Since the previous picture, with the bundle of each.
    std::vector<std::pair<std::uint32_t, isa::SlotInsn>> m_passed;
};

void Maker::findHeldUp() {
    std::uint32_t bundle = 0;
    const auto& bundles = m_moment.scope.program->bundles;
    if (m_moment.fault) {
        const machine::Fault& fault = *m_moment.fault;
        bundle = fault.bundle;
        m_heldUp = {fault.unit,
                    kFaultLetter.front(),
                    "the machine stopped at bundle " + textOfNumber(bundle) + " by a fault, " +
                        std::string(nameOf(fault.kind)) + ": " + fault.text,
                    {}};
        if (fault.other.bundle < bundles.size())
            m_heldUp->reason += " (the other one is bundle " + textOfNumber(fault.other.bundle) + ")";
    } else if (m_moment.waiting && *m_moment.waiting) {
        const machine::Waiting& waiting = **m_moment.waiting;
        bundle = waiting.bundle;
        m_heldUp = {
            waiting.unit, waiting.letter, waiting.rule + ": bundle " + textOfNumber(bundle) + " waits", {}};
        if (waiting.other.bundle < bundles.size())
            m_heldUp->reason += " for bundle " + textOfNumber(waiting.other.bundle);
    }
    isa::Bundle decoded;
    if (!m_heldUp || bundle >= bundles.size() || isa::decode(m_spec, bundles[bundle], decoded)) return;
    for (const isa::SlotInsn& insn : decoded)
        if (m_spec.insns[insn.op].unit == m_heldUp->unit) m_heldUp->ops.push_back(insn.op);
}

bool Maker::isExecuted(const isa::SlotInsn& insn) const {
    if (insn.predicate == m_spec.predicateAlways) return true;
    const machine::NodeId node = m_moment.scope.tree.ofFile(m_spec.predicateFile);
    const auto number = static_cast<std::uint64_t>(insn.predicate & ~m_spec.predicateInvert);
    const machine::CellRange cell = readCells(m_moment.scope.tree, node, number, 1, m_moment.now);
    const bool isSet = cell.count() != 0 && cell.bits(0) != 0;
    return isSet != ((insn.predicate & m_spec.predicateInvert) != 0);
}

// What was executed since the previous picture. Where no instruction names a memory, counters of units say
// enough.
void Maker::findPassed() {
    const auto& [issued, before] = std::pair(m_moment.issued, m_moment.issuedBefore);
    isa::OpId op{};
    while (op < m_spec.insns.size() && !namesMemory(op)) ++op;
    if (issued.size() != before.size() || op == m_spec.insns.size()) return;
    isa::Bundle bundle;
    for (std::uint32_t i = 0; i < issued.size(); ++i)
        if (issued[i] != before[i] && !isa::decode(m_spec, m_moment.scope.program->bundles[i], bundle))
            for (const isa::SlotInsn& insn : bundle) m_passed.emplace_back(i, insn);
}

// Since the previous picture. Of very many instructions nobody asks which of two like parts did each: then
// both are taken for busy.
template <typename Part> bool Maker::didWork(const Part& part) const {
    if (!m_passed.empty()) {
        int asked = 0;
        return std::ranges::any_of(m_passed, [&](const auto& passed) {
            return concerns(part, passed.second) &&
                   (++asked > kMostAsked || meetsCondition(part.onlyIf, passed.first));
        });
    }
    if (m_moment.units.size() != m_moment.before.size()) return false;
    return std::any_of(part.ops.begin(), part.ops.end(), [&](isa::OpId op) {
        const std::size_t unit = index(m_spec.insns[op].unit);
        return unit < m_moment.units.size() &&
               m_moment.units[unit].instructions != m_moment.before[unit].instructions;
    });
}

std::optional<machine::WatchValue> Maker::valueOf(const std::string& expression) const {
    const auto compiled = machine::Expression::compile(expression, m_moment.scope);
    LW_ASSERT(bool(compiled), "the expressions of a diagram are about its machine");
    const auto value = compiled->evaluate(m_moment.now);
    if (!value) return {};
    return *value;
}

bool Maker::isTrue(const std::string& expression) const {
    const auto value = valueOf(expression);
    return value && value->isTrue();
}

bool Maker::holds(const std::vector<DiagramTest>& tests) const {
    for (const DiagramTest& test : tests) {
        if (test.rows.empty()) {
            if (isTrue(test.when)) return true;
            continue;
        }
        const auto rows = valueOf(test.rows);
        for (std::int64_t row = 0; rows && row < std::min(rows->integer, kMostRows); ++row) {
            if (isTrue(numbered(test.when, row))) return true;
        }
    }
    return false;
}

std::string Maker::textOf(const isa::SlotInsn& insn) const {
    std::string out;
    isa::print(m_spec, insn, out);
    return out;
}

// "r1 = 16", "v2 = 1, 2, 3, 4 ..." if it is read; else the name.
std::string Maker::registerText(std::int8_t file, std::uint32_t number, bool isRead,
                                isa::NumberKind kind) const {
    const isa::RegisterFile& registers = m_spec.files[static_cast<std::size_t>(file)];
    std::string out = std::string(registers.prefix) + textOfNumber(number);
    const machine::NodeId node = m_moment.scope.tree.ofFile(file);
    if (!isRead || node == m_moment.scope.tree.root() || registers.count == 0) return out;
    const std::uint64_t each = countOf(m_moment.scope.tree.at(node)) / registers.count;
    const machine::CellRange cells =
        readCells(m_moment.scope.tree, node, number * each, std::min(each, kShownCells), m_moment.now);
    for (std::uint64_t i = 0; i < cells.count(); ++i) {
        out += i == 0 ? " = " : ", ";
        if (!cells.written[i]) {
            out += "?";
        } else if (kind == isa::NumberKind::Float && cells.bytesEach == 4) {
            out += textOfNumber(std::bit_cast<float>(static_cast<std::uint32_t>(cells.bits(i))));
        } else {
            out += textOfNumber(static_cast<std::int32_t>(cells.bits(i)));
        }
    }
    return each > kShownCells ? out + " ..." : out;
}

std::vector<std::string> Maker::operandTexts(const isa::SlotInsn& insn) const {
    std::vector<std::string> out;
    const isa::Operands& operands = m_spec.insns[insn.op].operands;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const isa::Value& value = insn.operands[i];
        if (value.kind == isa::Value::Kind::Shared)
            out.push_back(registerText(m_spec.sharedFile, value.value, true, isa::NumberKind::Integer));
        else if (value.kind == isa::Value::Kind::Register && operands[i].file >= 0 &&
                 operands[i].access != isa::Access::Write)
            out.push_back(registerText(operands[i].file, value.value, true, operands[i].number));
    }
    return out;
}

// What the instruction sends: its first plain register, with its value if that is a single word.
std::string Maker::movedText(const isa::SlotInsn& insn) const {
    const isa::Operands& operands = m_spec.insns[insn.op].operands;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (insn.operands[i].kind != isa::Value::Kind::Register || operands[i].file < 0 ||
            operands[i].form != isa::Form::Plain)
            continue;
        const machine::NodeId node = m_moment.scope.tree.ofFile(operands[i].file);
        const bool isWord = m_moment.scope.tree.at(node).shape.size() == 1;
        return registerText(operands[i].file, insn.operands[i].value,
                            isWord && operands[i].access != isa::Access::Write, operands[i].number);
    }
    return {};
}

std::string Maker::forwardedText(const isa::SlotInsn& insn) const {
    std::string out;
    for (std::size_t i = 0; i < m_spec.insns[insn.op].operands.size(); ++i)
        if (insn.operands[i].kind == isa::Value::Kind::Shared)
            out += (out.empty() ? "" : ", ") +
                   registerText(m_spec.sharedFile, insn.operands[i].value, true, isa::NumberKind::Integer);
    return out;
}

void Maker::dress(DiagramPart& part, const DiagramBox& box) const {
    bool isActive = holds(box.busy);
    if (isActive) part.values.emplace_back("older work is under way");
    if (m_moment.running) isActive |= didWork(box);
    for (const isa::SlotInsn& insn : m_work) {
        if (!worksFor(box, insn)) continue;
        isActive = true;
        part.values.push_back(textOf(insn));
    }
    if (isActive) part.activity = Activity::Active;
    if (m_heldUp && std::find(box.units.begin(), box.units.end(), m_heldUp->unit) != box.units.end()) {
        part.activity = Activity::Stalled;
        part.letter = m_heldUp->letter;
        part.reason = m_heldUp->reason;
    }
    if (!box.level.empty())
        if (const auto level = valueOf(box.level))
            part.level = static_cast<std::uint64_t>(std::max<std::int64_t>(level->integer, 0));
    for (const machine::DiagramValue& line : box.values) {
        const auto value = valueOf(line.expression);
        if (value && (!line.onlyIfNotZero || value->isTrue()))
            part.values.push_back(line.label + ": " + machine::textOf(*value));
    }
    for (const isa::UnitId unit : box.units)
        if (index(unit) < m_moment.units.size() && m_moment.units[index(unit)].instructions != 0)
            part.values.push_back(std::string(m_spec.units[index(unit)].title) + ": " +
                                  textOfNumber(m_moment.units[index(unit)].instructions) + " instructions, " +
                                  textOfNumber(m_moment.units[index(unit)].busyClocks) + " clocks busy");
}

DiagramPart Maker::core() const {
    DiagramPart out;
    out.id = m_moment.scope.names.nameOf(m_moment.scope.core);
    out.title = m_moment.scope.names.titleOf(m_moment.scope.core);
    out.size = m_moment.halted ? "halted" : machine::bundleText(*m_moment.scope.program, m_moment.now.bundle);
    out.group = isa::UnitGroup::Vector;
    if (m_moment.halted) return out;
    if (m_heldUp) {
        out.activity = Activity::Stalled;
        out.letter = m_heldUp->letter;
        out.reason = m_heldUp->reason;
        return out;
    }
    const auto& [now, before] = std::pair(m_moment.units, m_moment.before);
    const bool isSame = std::ranges::equal(now, before, {}, &machine::UnitCount::instructions,
                                           &machine::UnitCount::instructions);
    if (!m_moment.running || !isSame) out.activity = Activity::Active;
    if (!m_issue.empty()) out.values.push_back(m_issue);
    return out;
}

void Maker::dress(DiagramPath& path, const DiagramWire& wire) const {
    bool isActive = holds(wire.busy);
    if (m_moment.running) isActive |= didWork(wire);
    for (const isa::SlotInsn& insn : m_work) {
        const std::string forwarded = wire.forwards ? forwardedText(insn) : std::string();
        if (forwarded.empty() && !worksFor(wire, insn)) continue;
        isActive = true;
        const std::string moved = forwarded.empty() ? movedText(insn) : forwarded;
        if (wire.thickness != kBundleThick && !moved.empty())
            path.tag += (path.tag.empty() ? "" : ", ") + moved;
        path.values.push_back(textOf(insn));
        if (wire.thickness == kBundleThick) continue;
        for (std::string& text : operandTexts(insn)) path.values.push_back(std::move(text));
    }
    if (isActive) path.activity = Activity::Active;
    if (!m_heldUp) return;
    if (std::none_of(m_heldUp->ops.begin(), m_heldUp->ops.end(),
                     [&](isa::OpId op) { return contains(wire.ops, op); }))
        return;
    path.activity = Activity::Stalled;
    path.reason = m_heldUp->reason;
}

} // namespace

ChipDiagram chipDiagram(const machine::Diagram& diagram) {
    ChipDiagram out{diagram.width, diagram.height, 0, {}, {}, {}};
    for (const DiagramBox& box : diagram.boxes) {
        out.boxes.push_back({box.id,
                             box.title,
                             box.size,
                             box.group,
                             box.x,
                             box.y,
                             box.width,
                             box.height,
                             box.columns,
                             box.rows,
                             Activity::Idle,
                             {},
                             {},
                             0,
                             box.capacity,
                             {}});
        if (!box.note.empty()) out.boxes.back().values.push_back(box.note);
    }
    for (const DiagramWire& wire : diagram.wires)
        out.wires.push_back({wire.id,
                             wire.from,
                             wire.to,
                             wire.carries,
                             wire.points,
                             wire.thickness,
                             Activity::Idle,
                             {},
                             {},
                             {}});
    return out;
}

ChipDiagram chipDiagram(const machine::Diagram& diagram, const DiagramMoment& moment) {
    ChipDiagram out = chipDiagram(diagram);
    const Maker maker(moment);
    out.clock = moment.now.clock;
    out.issue = maker.issue();
    for (std::size_t i = 0; i < diagram.boxes.size(); ++i) maker.dress(out.boxes[i], diagram.boxes[i]);
    for (std::size_t i = 0; i < diagram.wires.size(); ++i) maker.dress(out.wires[i], diagram.wires[i]);
    return out;
}

DiagramPart coreBox(const DiagramMoment& moment) { return Maker(moment).core(); }

} // namespace lw::scene
