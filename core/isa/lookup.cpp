// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/lookup.h"

#include "core/base/check.h"
#include "core/base/closest_word.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <charconv>
#include <cstring>
#include <memory>
#include <mutex>

namespace lw::isa {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// The number at the end of a register name; no leading zeros, so that every register has one spelling.
std::optional<unsigned> numberIn(std::string_view digits) {
    if (digits.empty() || digits.size() > 3 || (digits.size() > 1 && digits[0] == '0')) return std::nullopt;
    unsigned number = 0;
    for (const char c : digits) {
        if (!isDigit(c)) return std::nullopt;
        number = number * 10 + static_cast<unsigned>(c - '0');
    }
    return number;
}

template <typename Id, typename List> std::optional<Id> idOf(const List& list, std::string_view name) {
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].name == name) return static_cast<Id>(i);
    return std::nullopt;
}

void sortOnce(std::vector<std::string_view>& names) {
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
}

} // namespace

Lookup::Lookup(const Spec& spec) : m_spec(&spec) {
    buildNames();
    buildCodes();
    for (const Slot& slot : spec.slots)
        set(m_empty, spec.classes[slot.slotClass].predicate, slot.base, spec.predicateNever);
}

// Mnemonics are short: their first and last eight bytes and their length tell them apart.
std::size_t Lookup::homeOf(std::string_view name) const {
    std::uint64_t head = 0, tail = 0;
    const std::size_t size = name.size();
    if (size >= 8) {
        std::memcpy(&head, name.data(), 8);
        std::memcpy(&tail, name.data() + size - 8, 8);
    } else {
        for (std::size_t i = 0; i < size; ++i)
            head |= std::uint64_t{static_cast<unsigned char>(name[i])} << (8 * i);
    }
    const std::uint64_t mixed = (head ^ std::rotl(tail, 23) ^ size) * (m_seed | 1);
    return static_cast<std::size_t>((mixed ^ (mixed >> 32)) >> 7) & m_mask;
}

bool Lookup::place(const std::vector<Entry>& entries) {
    std::fill(m_table.begin(), m_table.end(), Entry{});
    for (const Entry& entry : entries) {
        Entry& home = m_table[homeOf(entry.name)];
        if (home.count != 0) return false;
        home = entry;
    }
    return true;
}

void Lookup::buildNames() {
    std::vector<OpId> ids(m_spec->insns.size());
    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<OpId>(i);
    const auto nameOf = [&](OpId id) { return m_spec->insns[id].name; };
    std::stable_sort(ids.begin(), ids.end(), [&](OpId a, OpId b) { return nameOf(a) < nameOf(b); });
    std::vector<Entry> entries;
    for (const OpId id : ids) {
        if (entries.empty() || entries.back().name != nameOf(id)) {
            entries.push_back({nameOf(id), static_cast<std::uint16_t>(m_ops.size()), 0});
            m_mnemonics.push_back(nameOf(id));
        }
        m_ops.push_back(id);
        ++entries.back().count;
    }
    // Looks for a multiplier for which no two names collide: then a lookup is one comparison. The table
    // grows until there is one, so the search ends.
    std::size_t size = std::bit_ceil(std::max<std::size_t>(16, entries.size() * 8));
    for (std::uint64_t round = 1;; ++round) {
        if (round % 256 == 0) size *= 2;
        LW_ASSERT(size <= (std::size_t{1} << 24), "two names of an instruction set cannot be told apart");
        m_mask = size - 1;
        m_table.resize(size);
        m_seed = round * 0x9e3779b97f4a7c15ull;
        if (place(entries)) return;
    }
}

void Lookup::buildCodes() {
    std::array<OpId, kCodes> none;
    none.fill(kNoOp);
    m_byCode.assign(m_spec->classes.size(), none);
    for (std::size_t i = 0; i < m_spec->insns.size(); ++i) {
        const Insn& insn = m_spec->insns[i];
        m_byCode[insn.slotClass][insn.code] = static_cast<OpId>(i);
        std::uint16_t slots = 0;
        for (std::size_t s = 0; s < m_spec->slots.size(); ++s)
            if (m_spec->slots[s].slotClass == insn.slotClass) slots |= static_cast<std::uint16_t>(1u << s);
        m_slotsOf.push_back(insn.onlySlots != 0 ? static_cast<std::uint16_t>(slots & insn.onlySlots) : slots);
    }
}

std::span<const OpId> Lookup::opsNamed(std::string_view name) const {
    const Entry& entry = m_table[homeOf(name)];
    if (entry.name != name) return {};
    return std::span(m_ops).subspan(entry.first, entry.count);
}

OpId Lookup::opNamed(std::uint8_t slotClass, std::string_view name) const {
    for (const OpId id : opsNamed(name))
        if (m_spec->insns[id].slotClass == slotClass) return id;
    return kNoOp;
}

std::int8_t Lookup::fileOf(std::string_view name) const {
    for (std::size_t i = 0; i < m_spec->files.size(); ++i) {
        const std::string_view prefix = m_spec->files[i].prefix;
        if (!name.starts_with(prefix) || name.size() == prefix.size()) continue;
        if (std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(), isDigit))
            return static_cast<std::int8_t>(i);
    }
    return -1;
}

std::optional<RegisterName> Lookup::registerNamed(std::string_view name) const {
    for (std::size_t i = 0; i < m_spec->files.size(); ++i) {
        const RegisterFile& file = m_spec->files[i];
        if (!name.starts_with(file.prefix)) continue;
        const auto number = numberIn(name.substr(file.prefix.size()));
        if (number && *number < file.count)
            return RegisterName{static_cast<std::int8_t>(i), static_cast<std::uint8_t>(*number)};
    }
    return std::nullopt;
}

std::optional<std::uint8_t> Lookup::slotNamed(std::string_view name) const {
    return idOf<std::uint8_t>(m_spec->slots, name);
}
std::optional<UnitId> Lookup::unitNamed(std::string_view name) const {
    return idOf<UnitId>(m_spec->units, name);
}
std::optional<SpaceId> Lookup::spaceNamed(std::string_view name) const {
    return idOf<SpaceId>(m_spec->spaces, name);
}

std::string_view Lookup::nearestMnemonic(std::string_view name) const {
    return closestWord(name, m_mnemonics);
}

std::string_view Lookup::nearestSlot(std::string_view name) const {
    std::vector<std::string_view> names;
    for (const Slot& slot : m_spec->slots) names.push_back(slot.name);
    return closestWord(name, names);
}

const Lookup& lookupOf(const Spec& spec) {
    // A handful of chips at most; a chain that only grows is read without a lock.
    struct Node {
        const Lookup lookup;
        const Node* next;
    };
    static std::atomic<const Node*> first{nullptr};
    static std::mutex building;
    const auto known = [&]() -> const Lookup* {
        for (const Node* node = first.load(std::memory_order_acquire); node != nullptr; node = node->next)
            if (&node->lookup.spec() == &spec) return &node->lookup;
        return nullptr;
    };
    if (const Lookup* lookup = known()) return *lookup;
    const std::lock_guard lock(building);
    if (const Lookup* lookup = known()) return *lookup;
    static std::vector<std::unique_ptr<Node>> owned;
    owned.push_back(std::make_unique<Node>(Node{Lookup(spec), first.load(std::memory_order_relaxed)}));
    first.store(owned.back().get(), std::memory_order_release);
    return owned.back()->lookup;
}

Words words(const Spec& spec) {
    Words out;
    const auto known = lookupOf(spec).mnemonics();
    out.mnemonics.assign(known.begin(), known.end());
    for (const Slot& slot : spec.slots) out.slots.push_back(slot.name);
    for (const Space& space : spec.spaces) out.spaces.push_back(space.name);
    for (const Insn& insn : spec.insns)
        for (const Operand& operand : insn.operands)
            if (operand.form == Form::Named) out.namedOperands.push_back(operand.name);
    for (auto* names : {&out.slots, &out.spaces, &out.namedOperands}) sortOnce(*names);
    for (std::size_t i = 0; i < spec.files.size(); ++i)
        for (unsigned n = 0; n < spec.files[i].count; ++n)
            out.registers.push_back(registerText(spec, static_cast<std::int8_t>(i), n));
    std::sort(out.registers.begin(), out.registers.end());
    return out;
}

std::string registerText(const Spec& spec, std::int8_t file, unsigned number) {
    std::array<char, 12> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    std::string out(spec.files[static_cast<std::size_t>(file)].prefix);
    return out.append(digits.data(), end);
}

std::string slotsText(const Spec& spec, std::uint16_t slots) {
    std::string out;
    for (std::size_t i = 0; i < spec.slots.size(); ++i) {
        if ((slots >> i & 1) == 0) continue;
        if (!out.empty()) out += (slots >> (i + 1)) != 0 ? ", " : " or ";
        out += spec.slots[i].name;
    }
    return out;
}

} // namespace lw::isa
