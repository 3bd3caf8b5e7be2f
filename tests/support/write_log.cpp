// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/write_log.h"

#include "core/base/check.h"
#include "core/chips/training/isa.h"
#include "core/isa/encode.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace lw::test {

using namespace training;
using machine::Fault;
using machine::NodeId;
using machine::Writer;
using machine::WriterKind;

namespace {

constexpr std::uint32_t kAllSublanes = 0xffffffff;
constexpr std::uint64_t kLargestList = std::uint64_t{1} << 24;

template <typename T> void readCells(machine::Machine& m, NodeId node, T* to, std::size_t count) {
    m.store().read(m.tree().at(node).offset, std::as_writable_bytes(std::span(to, count)));
}

} // namespace

WriteLog::WriteLog(machine::Machine& machine, const Config& config)
    : m_machine(machine)
    , m_config(config)
    , m_hbm(machine.tree().find("memory/hbm"))
    , m_vmem(machine.tree().find("memory/vmem"))
    , m_smem(machine.tree().find("memory/smem"))
    , m_scalarNode(machine.tree().find("scalar/registers"))
    , m_predicateNode(machine.tree().find("scalar/predicates"))
    , m_vectorNode(machine.tree().find("vector/registers"))
    , m_indexNode(machine.tree().find("vector/index registers"))
    , m_flagNode(machine.tree().find("sync/flags")) {
    for (const isa::Bits& bits : machine.onlyCore().program().bundles) {
        isa::Bundle bundle;
        if (isa::decode(kIsa, bits, bundle)) broken("test", "a bundle", "decodes", __FILE__, __LINE__);
        m_bundles.push_back(bundle);
    }
    const auto keep = [&](NodeId node, std::uint64_t perUnit) {
        Words& words = m_words[node.index];
        words.perUnit = perUnit;
        const std::uint64_t count = machine::countOf(machine.tree().at(node)) / perUnit;
        if (count <= kLargestList) words.list.resize(count);
    };
    keep(m_hbm, 4);
    keep(m_vmem, 4);
    keep(m_smem, 1);
    keep(m_scalarNode, 1);
    keep(m_predicateNode, 1);
    keep(m_vectorNode, config.lanes);
    keep(m_indexNode, config.sublanes);
    keep(m_flagNode, 1);
}

// Who wrote a cell before the first clock, as long as nobody else did: what a memory says was written, and
// other cells that are not zero.
Writer WriteLog::origin(NodeId node, std::uint64_t element) const {
    const machine::StateTree& tree = m_machine.tree();
    const std::uint64_t size = machine::sizeOf(tree.at(node));
    bool written = read(tree.at(node).offset + element * size, size) != std::array<std::byte, 8>{};
    const NodeId memories[] = {m_hbm, m_vmem, m_smem};
    for (isa::SpaceId space{}; index(space) < std::size(memories); ++space) {
        if (memories[index(space)] != node) continue;
        std::array<std::byte, 4> word;
        if (!m_machine.onlyCore().readSpace(space, element * 4, word, std::span(&written, 1)))
            broken("test", "a word of a memory", "can be read", __FILE__, __LINE__);
    }
    return {written ? WriterKind::Preload : WriterKind::Never, {}, 0};
}

std::array<std::byte, 8> WriteLog::read(std::uint64_t offset, std::uint64_t size) const {
    std::array<std::byte, 8> out{};
    m_machine.store().read(offset, std::span(out).first(size));
    return out;
}

void WriteLog::watch(NodeId node, std::uint64_t element) {
    if (m_words.contains(node.index)) return;
    const machine::Node& where = m_machine.tree().at(node);
    Watched watched;
    watched.size = machine::sizeOf(where);
    watched.offset = where.offset + element * watched.size;
    watched.value = read(watched.offset, watched.size);
    watched.last = origin(node, element);
    m_watched.push_back(watched);
}

Writer WriteLog::last(NodeId node, std::uint64_t element) const {
    if (const auto words = m_words.find(node.index); words != m_words.end()) {
        const std::uint64_t unit = element / words->second.perUnit;
        const auto at = words->second.map.find(unit);
        const Writer last = !words->second.list.empty()     ? words->second.list[unit]
                            : at != words->second.map.end() ? at->second
                                                            : Writer{};
        return last.kind == WriterKind::Never ? origin(node, element) : last; // nobody has touched it since
    }
    const machine::Node& where = m_machine.tree().at(node);
    const std::uint64_t offset = where.offset + element * machine::sizeOf(where);
    for (const Watched& watched : m_watched)
        if (watched.offset == offset) return watched.last;
    broken("test", "a cell", "is watched", __FILE__, __LINE__);
}

// What the next bundle will read.
void WriteLog::readRegisters() {
    readCells(m_machine, m_scalarNode, m_scalars.data(), m_scalars.size());
    readCells(m_machine, m_predicateNode, m_predicates.data(), m_predicates.size());
    readCells(m_machine, m_flagNode, m_flags.data(), m_flags.size());
    for (std::size_t i = 0; i < m_index.size(); ++i)
        m_machine.store().read(m_machine.tree().at(m_indexNode).offset + i * m_config.sublanes * 4,
                               std::as_writable_bytes(std::span(m_index[i]).first(m_config.sublanes)));
}

bool WriteLog::step() {
    if (m_machine.halted()) return false;
    m_clock = m_machine.clock();
    m_bundle = m_machine.onlyCore().nextBundle();
    const std::uint64_t before = m_machine.issuedBundles();
    readRegisters();
    const machine::Stop stop = m_machine.run({m_clock + 1, machine::kForever, nullptr});
    if (stop.fault) broken("test", stop.fault->text.c_str(), "runs", __FILE__, __LINE__);
    const bool issued = m_machine.issuedBundles() != before;
    if (issued)
        for (const isa::SlotInsn& insn : m_bundles[m_bundle])
            if (executes(insn)) look(insn);
    // What the flags count beyond what the bundle did to them has landed.
    std::array<std::int32_t, 32> flags;
    readCells(m_machine, m_flagNode, flags.data(), flags.size());
    m_landed.reset();
    for (std::uint32_t flag = 0; flag < flags.size(); ++flag)
        if (flags[flag] != m_flags[flag]) land(flag, flags[flag] - m_flags[flag]);
    compareWatched(issued);
    return true;
}

std::uint32_t WriteLog::valueOf(const isa::Value& value) const {
    return value.kind == isa::Value::Kind::Number ? value.value : m_scalars[value.value];
}

bool WriteLog::executes(const isa::SlotInsn& insn) const {
    if (insn.predicate == kIsa.predicateNever) return false;
    return (m_predicates[insn.predicate & 15] != 0) != (insn.predicate >= 16);
}

void WriteLog::look(const isa::SlotInsn& insn) {
    const isa::Insn& row = kIsa.insns[insn.op];
    const std::string_view name = row.name;
    if (row.slotClass == kStore || (row.slotClass == kScalar && name == "st")) return lookAtStore(insn);
    if (name.starts_with("dma.")) return lookAtTransfer(insn);
    if (name == "sync.set" || name == "sync.add") return setFlag(insn);
    if (name == "setiar") return writeRegister(kIar, insn.operands[0].value, kAllSublanes);
    const bool loads = row.slotClass == kLoad; // d, base, offset, stride or index, mask
    for (std::size_t i = 0; i < row.operands.size(); ++i)
        if (row.operands[i].access != isa::Access::Read)
            writeRegister(row.operands[i].file, insn.operands[i].value,
                          loads ? valueOf(insn.operands[4]) : kAllSublanes);
}

void WriteLog::lookAtStore(const isa::SlotInsn& insn) {
    const Writer writer{WriterKind::Bundle, {{}, m_bundle}, m_clock};
    const std::uint32_t first = valueOf(insn.operands[0]) + valueOf(insn.operands[1]);
    const isa::Insn& row = kIsa.insns[insn.op];
    if (row.slotClass == kScalar) return writeUnit(m_smem, first, writer);
    const std::uint32_t mask = valueOf(insn.operands[4]), granules = m_config.lanes / 4;
    for (std::uint32_t sublane = 0; sublane < m_config.sublanes; ++sublane) {
        if ((mask >> sublane & 1) == 0) continue;
        const std::uint32_t away = row.name == "vst.idx" ? m_index[insn.operands[3].value][sublane]
                                                         : sublane * valueOf(insn.operands[3]);
        for (std::uint32_t granule = 0; granule < granules; ++granule)
            writeUnit(m_vmem, std::uint64_t{first + away} * granules + granule, writer);
    }
}

void WriteLog::writeRegister(std::int8_t file, std::uint32_t number, std::uint32_t mask) {
    const Writer writer{WriterKind::Bundle, {{}, m_bundle}, m_clock};
    if (file == kR) writeUnit(m_scalarNode, number, writer);
    if (file == kP) writeUnit(m_predicateNode, number, writer);
    if (file == kIar) writeUnit(m_indexNode, number, writer);
    if (file != kV) return;
    for (std::uint32_t sublane = 0; sublane < m_config.sublanes; ++sublane)
        if ((mask >> sublane & 1) != 0) writeUnit(m_vectorNode, number * m_config.sublanes + sublane, writer);
}

void WriteLog::writeUnit(NodeId node, std::uint64_t unit, const Writer& writer) {
    Words& words = m_words.at(node.index);
    if (words.list.empty())
        words.map[unit] = writer;
    else
        words.list.at(unit) = writer;
}

void WriteLog::setFlag(const isa::SlotInsn& insn) {
    const std::uint32_t flag = insn.operands[0].value;
    const auto y = static_cast<std::int32_t>(valueOf(insn.operands[1]));
    m_flags[flag] = kIsa.insns[insn.op].name == "sync.add" ? m_flags[flag] + y : y;
    writeUnit(m_flagNode, flag, {WriterKind::Bundle, {{}, m_bundle}, m_clock});
}

void WriteLog::lookAtTransfer(const isa::SlotInsn& insn) {
    const std::string_view name = kIsa.insns[insn.op].name;
    Transfer t;
    t.bundle = m_bundle;
    t.out = name.ends_with("2h");
    t.space = name.find('v') != std::string_view::npos ? kVmem : kSmem;
    const std::uint64_t at = valueOf(insn.operands[0]) + valueOf(insn.operands[1]);
    m_machine.store().read(m_machine.tree().at(m_smem).offset + at * 4,
                           std::as_writable_bytes(std::span(t.descriptor)));
    t.flag = t.descriptor[2];
    t.granules = 1;
    for (std::size_t i = 3; i < 15; i += 3) {
        t.descriptor[i] = std::max(t.descriptor[i], 1u);
        t.granules *= t.descriptor[i];
    }
    m_transfers.push_back(t);
}

// So many granules have landed of the transfers that count on the flag, in the order in which these began.
void WriteLog::land(std::uint32_t flag, std::int32_t granules) {
    for (Transfer& t : m_transfers)
        for (; t.flag == flag && t.landed < t.granules && granules > 0; --granules) {
            landGranule(t);
            ++t.landed;
        }
    if (granules != 0) broken("test", "a flag", "counts granules", __FILE__, __LINE__);
    std::erase_if(m_transfers, [](const Transfer& t) { return t.landed == t.granules; });
}

// They are there at the next position.
void WriteLog::landGranule(const Transfer& t) {
    m_landed = Writer{WriterKind::Dma, {{}, t.bundle}, m_clock + 1};
    const std::size_t strides = 2; // of the destination, in a dimension's three words
    std::uint64_t rest = t.landed;
    std::int64_t destination = t.descriptor[1];
    for (std::size_t i = 3; i < 15; i += 3) {
        destination += static_cast<std::int64_t>(rest % t.descriptor[i]) *
                       static_cast<std::int32_t>(t.descriptor[i + strides]);
        rest /= t.descriptor[i];
    }
    const auto unit = static_cast<std::uint64_t>(destination);
    if (t.out)
        writeUnit(m_hbm, unit, *m_landed);
    else if (t.space == kVmem)
        writeUnit(m_vmem, unit, *m_landed);
    else
        for (std::uint64_t word = 0; word < 4; ++word) writeUnit(m_smem, unit + word, *m_landed);
    writeUnit(m_flagNode, t.flag, *m_landed);
}

// The bundle that issued changed the cell, or else a granule that landed, or else the bundle that waits.
void WriteLog::compareWatched(bool issued) {
    for (Watched& watched : m_watched) {
        const std::array<std::byte, 8> now = read(watched.offset, watched.size);
        if (now == watched.value) continue;
        watched.value = now;
        watched.last = !issued && m_landed ? *m_landed : Writer{WriterKind::Bundle, {{}, m_bundle}, m_clock};
    }
}

} // namespace lw::test
