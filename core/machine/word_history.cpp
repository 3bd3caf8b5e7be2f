// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/encode.h"
#include "core/machine/last_writer.h"
#include "core/machine/word_reading.h"

#include <algorithm>

namespace lw::machine {

namespace {

constexpr int kMostLookedAt = 24; // writers: each is a search in the history

class WordHistory {
  public:
    WordHistory(const WordMakers& makers, Timeline& timeline, const Core& core, UnitReports units)
        : m_makers(makers)
        , m_timeline(timeline)
        , m_core(core)
        , m_spec(*core.target().spec)
        , m_node(core.tree().ofFile(makers.file()))
        , m_units(units) {}

    // Where the timeline stands, which may be elsewhere afterwards.
    bool held(std::uint8_t number) {
        if (m_makers.isAlways(number)) return true;
        if (m_makers.isNever(number) || m_looks == 0) return false;
        --m_looks;
        const Node& node = m_core.tree().at(m_node);
        const std::uint64_t bytes = countOf(node) / node.shape.front() * sizeOf(node);
        const auto writer = lastWriter(m_timeline, node.offset + number * bytes, sizeOf(node));
        if (!writer || writer->kind != WriterKind::Bundle) return false;
        const std::uint32_t bundle = writer->bundle.bundle;
        const std::vector<std::uint64_t> words = wordsHere(number);
        const Making making = m_makers.making(bundle, number);
        switch (making.kind) {
        case Making::Kind::Integers: return true;
        case Making::Kind::Moved: return isMoved(making, words, writer->clock);
        case Making::Kind::Popped: m_timeline.seek(writer->clock); return isPopped(making.unit);
        case Making::Kind::Loaded: m_timeline.seek(writer->clock); return isLoaded(bundle, words);
        default: return false;
        }
    }

  private:
    Moment now() const { return momentOf(m_timeline.machine(), m_core.id()); }
    std::vector<std::uint64_t> wordsHere(std::uint8_t number) const {
        return wordsOf(m_core.tree(), m_node, number, now());
    }

    // A selection takes every word from one of its sources.
    bool isMoved(const Making& making, const std::vector<std::uint64_t>& words, std::uint64_t clock) {
        std::vector<std::vector<std::uint64_t>> sources;
        for (const std::uint8_t source : making.sources) {
            m_timeline.seek(clock);
            std::vector<std::uint64_t> had = wordsHere(source);
            if (held(source)) sources.push_back(std::move(had));
        }
        for (std::size_t i = 0; i < words.size(); ++i)
            if (std::ranges::none_of(sources, [&](const auto& source) { return source[i] == words[i]; }))
                return false;
        return true;
    }

    // The oldest result of the unit is what the next pop gets.
    bool isPopped(isa::UnitId unit) {
        if (m_units == nullptr) return false;
        for (const UnitReport& report : m_units(m_core.tree(), now())) {
            if (report.unit != m_spec.units[index(unit)].name) continue;
            const auto oldest = std::ranges::find_if(
                report.pictures, [](const UnitPicture& picture) { return picture.bundle != kNoBundle; });
            if (oldest == report.pictures.end()) return false;
            const auto given = m_makers.giving(oldest->bundle, unit);
            return given && !given->makesFloats && goBackTo(oldest->bundle) && held(given->source);
        }
        return false;
    }
    // Where the bundle issued last. Of results of one bundle that wait in a queue that is the newest.
    bool goBackTo(std::uint32_t bundle) {
        const std::vector<Trigger> kept = m_timeline.triggers();
        Trigger trigger;
        trigger.core = m_core.id();
        trigger.bundle = bundle;
        m_timeline.setTriggers({trigger});
        const Stop stop = m_timeline.runBack({});
        m_timeline.setTriggers(kept);
        return stop.kind == StopKind::Triggered;
    }

    // The first row of the register, if it is the one that was loaded there.
    bool isLoaded(std::uint32_t bundle, const std::vector<std::uint64_t>& words) {
        const auto space = std::ranges::find_if(m_spec.spaces, [](const isa::Space& s) {
            return s.unitBytes == 0; // of rows
        });
        const auto row = addressIn(bundle);
        if (space == m_spec.spaces.end() || !row) return false;
        const isa::SpaceId id{static_cast<std::uint8_t>(space - m_spec.spaces.begin())};
        const program::SpaceSize& size = m_core.target().spaces[index(id)];
        if (*row >= size.units) return false;
        const std::uint64_t offset =
            m_core.tree().at(m_core.tree().ofSpace(id)).offset + *row * size.unitBytes;
        for (std::uint64_t i = 0; i < size.unitBytes / 4 && i < words.size(); ++i)
            if (wordAt(offset + 4 * i) != words[i]) return false;
        const auto writer = lastWriter(m_timeline, offset, 4);
        if (!writer) return false;
        if (writer->kind != WriterKind::Bundle) return isTensorOfIntegers(id, *row);
        const auto source = m_makers.stored(writer->bundle.bundle);
        m_timeline.seek(writer->clock);
        return source && held(*source);
    }
    std::uint32_t wordAt(std::uint64_t offset) const {
        std::uint32_t word = 0;
        now().read(offset, std::as_writable_bytes(std::span(&word, 1)));
        return word;
    }
    // [base+offset] of what loads a register of the file.
    std::optional<std::uint32_t> addressIn(std::uint32_t bundle) const {
        isa::Bundle decoded;
        if (isa::decode(m_spec, m_core.program().bundles[bundle], decoded)) return {};
        for (const isa::SlotInsn& insn : decoded) {
            const isa::Operands& operands = m_spec.insns[insn.op].operands;
            std::uint32_t address = 0;
            bool isLoad = false;
            for (std::size_t i = 0; i < operands.size(); ++i) {
                isLoad = isLoad ||
                         (operands[i].access != isa::Access::Read && operands[i].file == m_makers.file());
                if (operands[i].form == isa::Form::Base || operands[i].form == isa::Form::Offset)
                    address += valueOf(insn.operands[i], operands[i]);
            }
            if (isLoad && m_spec.units[index(m_spec.insns[insn.op].unit)].group == isa::UnitGroup::Memory)
                return address;
        }
        return {};
    }
    std::uint32_t valueOf(const isa::Value& value, const isa::Operand& operand) const {
        if (value.kind == isa::Value::Kind::Number) return value.value;
        const std::int8_t file = value.kind == isa::Value::Kind::Shared ? m_spec.sharedFile : operand.file;
        const std::vector<std::uint64_t> words =
            wordsOf(m_core.tree(), m_core.tree().ofFile(file), static_cast<std::uint8_t>(value.value), now());
        return static_cast<std::uint32_t>(words.front());
    }
    bool isTensorOfIntegers(isa::SpaceId space, std::uint64_t row) const {
        return std::ranges::any_of(m_core.program().tensors, [&](const program::NamedTensor& tensor) {
            return tensor.space == space && row >= tensor.address && row - tensor.address < tensor.units &&
                   (tensor.dtype == tensor::DType::I32 || tensor.dtype == tensor::DType::U32);
        });
    }

    const WordMakers& m_makers;
    Timeline& m_timeline;
    const Core& m_core;
    const isa::Spec& m_spec;
    NodeId m_node;
    UnitReports m_units;
    int m_looks = kMostLookedAt;
};

} // namespace

bool heldIntegers(const WordMakers& makers, std::uint8_t number, Timeline& timeline, const Core& core,
                  UnitReports units) {
    const Timeline::Bookmark here = timeline.leave();
    const bool held = WordHistory(makers, timeline, core, units).held(number);
    timeline.comeBack(here);
    return held;
}

} // namespace lw::machine
