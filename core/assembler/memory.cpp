// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/memory.h"

#include "core/assembler/messages.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace lw::assembler {

void Memory::setTarget(const program::Target& target) {
    m_target = &target;
    m_behind.assign(target.spaces.size(), 0);
}

Problem& Memory::beyond(isa::SpaceId space, std::uint64_t address, const Spot& spot) {
    const isa::Space& named = m_target->spec->spaces[index(space)];
    return m_reports.add(spot, kBeyondSpace,
                         {std::to_string(address), std::string(named.name),
                          std::to_string(m_target->spaces[index(space)].units),
                          std::string(named.unitName) + "s"});
}

bool Memory::begin(isa::SpaceId space, std::optional<std::uint64_t> address, const Spot& spot) {
    m_space = space;
    m_addressed = address.has_value();
    m_continues = false;
    if (!address) {
        m_at = m_behind[index(space)];
        alignUnit();
        return true;
    }
    if (*address > m_target->spaces[index(space)].units) {
        beyond(space, *address, spot);
        return false;
    }
    m_at = *address * unitBytes(space);
    return isWhole(m_at, spot);
}

// Contents of memory are words, also where an address is a byte.
bool Memory::isWhole(std::uint64_t byte, const Spot& spot) {
    if (byte % 4 == 0) return true;
    m_reports.add(spot, kNotOnAWord, {std::to_string(byte)});
    return false;
}

bool Memory::fits(std::uint64_t bytes, const Spot& spot) {
    if (bytes <= sizeOf(m_space) && m_at <= sizeOf(m_space) - bytes) return true;
    beyond(m_space, (m_at + std::min(bytes, sizeOf(m_space))) / unitBytes(m_space), spot);
    return false;
}

bool Memory::align(std::uint64_t units, const Spot& spot) {
    // units < 2^32: no overflow.
    const std::uint64_t step = std::lcm(units * unitBytes(m_space), std::uint64_t{4});
    const std::uint64_t to = (m_at + step - 1) / step * step;
    if (!fits(to - m_at, spot)) return false;
    m_at = to;
    m_continues = false;
    return true;
}

bool Memory::moveTo(std::uint64_t address, const Spot& spot) {
    if (address > m_target->spaces[index(m_space)].units) {
        beyond(m_space, address, spot);
        return false;
    }
    if (address * unitBytes(m_space) < m_at) {
        m_reports.add(
            spot, kBackwards,
            {std::to_string(address), std::to_string((m_at + unitBytes(m_space) - 1) / unitBytes(m_space))});
        return false;
    }
    m_at = address * unitBytes(m_space);
    m_continues = false;
    return isWhole(m_at, spot);
}

// Notes that the next bytes of the section are used.
void Memory::claim(std::uint64_t bytes, const Spot& spot) {
    if (m_continues && m_extents.back().to == m_at)
        m_extents.back().to += bytes;
    else
        m_extents.push_back({m_space, m_at, m_at + bytes, "data", spot, false, m_addressed});
    m_continues = true;
    m_at += bytes;
    m_behind[index(m_space)] = std::max(m_behind[index(m_space)], m_at);
}

bool Memory::mayAdd(std::uint64_t bytes, const Spot& spot) {
    if (bytes <= m_maximumBytes - m_bytes) return true;
    m_reports.add(spot, kTooMuchData, {std::to_string(m_maximumBytes)});
    return false;
}

void Memory::contents(isa::SpaceId space, std::uint64_t address, std::vector<std::byte> bytes) {
    m_bytes += bytes.size();
    m_program.data.push_back({space, address * unitBytes(space), std::move(bytes)});
    m_continues = false;
}

// Room for contents of the section: at the end of the last piece,
// if that is where the section is. Null after a report.
std::byte* Memory::append(std::size_t bytes, const Spot& spot) {
    if (!fits(bytes, spot) || !mayAdd(bytes, spot)) return nullptr;
    auto& data = m_program.data;
    const bool continues = !data.empty() && data.back().space == m_space &&
                           data.back().offset + data.back().bytes.size() == m_at;
    if (!continues) data.push_back({m_space, m_at, {}});
    data.back().bytes.resize(data.back().bytes.size() + bytes);
    m_bytes += bytes;
    claim(bytes, spot);
    return data.back().bytes.data() + data.back().bytes.size() - bytes;
}

bool Memory::space(std::uint64_t words, std::optional<std::uint32_t> fill, const Spot& spot) {
    if (words > sizeOf(m_space) / 4 || !fits(words * 4, spot)) {
        if (words > sizeOf(m_space) / 4) beyond(m_space, address() + words * 4 / unitBytes(m_space), spot);
        return false;
    }
    if (!fill) {
        claim(words * 4, spot);
        return true;
    }
    std::byte* to = append(words * 4, spot);
    if (!to) return false;
    for (std::uint64_t i = 0; i < words; ++i) std::memcpy(to + 4 * i, &*fill, 4);
    return true;
}

bool Memory::store(std::byte* to, DataKind kind, Number value, const Spot& spot) {
    if (value.poisoned()) return true;
    if (kind == DataKind::Bf16) {
        const auto bits = smallFloatWord(value, numeric::kBfloat16);
        if (!bits) m_reports.add(spot, kBeyondBf16, {textOf(value)});
        if (bits) std::memcpy(to, &*bits, 2);
        return bits.has_value();
    }
    const auto word =
        kind == DataKind::Word
            ? integerWord(value)
            : floatWord(value.kind == Number::Kind::Integer ? Number::real(value.asReal()) : value);
    if (!word) {
        const bool real = kind == DataKind::Word && value.isReal();
        m_reports.add(spot,
                      real                     ? kNeedsInteger
                      : kind == DataKind::Word ? kNotAWord
                                               : kBeyondFloat,
                      {textOf(value)});
        return false;
    }
    std::memcpy(to, &*word, 4);
    return true;
}

bool Memory::element(DataKind kind, NodeId node, std::optional<Number> value, int half) {
    const Spot spot = m_expressions.spotOf(node);
    std::byte* to = nullptr;
    if (half == 1) {
        if (m_program.data.empty()) return false;
        to = m_program.data.back().bytes.data() + m_program.data.back().bytes.size() - 2;
    } else {
        to = append(4, spot);
    }
    if (!to) return false;
    if (value) return store(to, kind, *value, spot);
    const auto data = static_cast<std::uint32_t>(m_program.data.size() - 1);
    m_waiting.push_back(
        {data, static_cast<std::uint64_t>(to - m_program.data.back().bytes.data()), node, kind});
    return true;
}

std::optional<std::uint64_t> Memory::place(isa::SpaceId space, std::uint64_t units,
                                           std::optional<std::uint64_t> address, const std::string& name,
                                           bool hasContents, const Spot& spot) {
    const std::uint64_t unit = unitBytes(space), all = m_target->spaces[index(space)].units;
    const std::uint64_t step = std::max<std::uint64_t>(unit, 4);
    const std::uint64_t from = address ? *address : (m_behind[index(space)] + step - 1) / step * step / unit;
    if (!isWhole(from * unit, spot)) return std::nullopt;
    if (from > all || units > all - from) {
        const isa::Space& named = m_target->spec->spaces[index(space)];
        m_reports.add(spot, kTensorTooLarge,
                      {name, std::to_string(units), std::string(named.unitName) + "s",
                       std::to_string(all - std::min(from, all)) + " left in " + std::string(named.name)});
        return std::nullopt;
    }
    m_extents.push_back({space, from * unit, (from + units) * unit, name, spot, !hasContents, false});
    m_continues = false;
    m_behind[index(space)] = std::max(m_behind[index(space)], (from + units) * unit);
    return from;
}

void Memory::fill() {
    for (const Waiting& w : m_waiting)
        if (const auto value = m_expressions.value(w.value, When::Final))
            store(m_program.data[w.data].bytes.data() + w.offset, w.kind, *value,
                  m_expressions.spotOf(w.value));
}

void Memory::checkOverlaps() {
    std::vector<const Extent*> order;
    for (const Extent& extent : m_extents)
        if (extent.to > extent.from) order.push_back(&extent);
    std::stable_sort(order.begin(), order.end(), [](const Extent* a, const Extent* b) {
        return a->space != b->space ? a->space < b->space : a->from < b->from;
    });
    // Only the open tensor that reaches furthest and the other extent that does can meet the next one.
    const Extent *open = nullptr, *closed = nullptr;
    for (const Extent* extent : order) {
        if (open && !(extent->mayLieIn && extent->to <= open->to)) checkPair(*open, *extent);
        if (closed && !(extent->mayContain && closed->mayLieIn && closed->from >= extent->from &&
                        closed->to <= extent->to))
            checkPair(*closed, *extent);
        const Extent*& last = extent->mayContain ? open : closed;
        if (!last || last->space != extent->space || extent->to > last->to) last = extent;
    }
}

void Memory::checkPair(const Extent& a, const Extent& b) {
    if (a.space != b.space || b.from >= a.to) return;
    const bool later = &a < &b; // the later one in the text is to blame
    const Extent &first = later ? a : b, &second = later ? b : a;
    m_reports.add(second.spot, kOverlap, {second.name, first.name})
        .notes.push_back({&kNoteOther, {}, first.spot.place});
}

} // namespace lw::assembler
