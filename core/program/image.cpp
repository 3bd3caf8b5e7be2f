// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/image.h"

#include "core/base/bits.h"
#include "core/base/file.h"
#include "core/isa/encode.h"
#include "core/isa/rules.h"
#include "core/program/hints.h"
#include "core/program/image_sections.h"
#include "core/program/layout.h"
#include "core/program/messages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace lw::program {
namespace {

constexpr std::size_t kMaxNameBytes = 65536;
constexpr std::size_t kMaxExtents = 64;

struct Stretch {
    std::uint32_t count = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

std::string hexText(std::uint64_t value) {
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
    return {digits, end};
}

// Reads one file from its first to its last byte.
// Every section is checked to be where the one canonical image has it.
class Reader {
  public:
    Reader(std::span<const std::byte> file, std::string_view name) : m_file(file), m_name(name) {}

    Outcome frame();
    Result<ImageTarget> target();
    Result<Program> program(const Target& target);

  private:
    Problem damaged(std::string why) const { return damagedAt(m_at, std::move(why)); }
    Problem damagedAt(std::uint64_t where, std::string why) const {
        return {&messages::kObjectDamaged, {m_name, std::to_string(where), std::move(why)}, {}, {}, {}};
    }
    std::uint64_t left() const { return m_end - m_at; }

    // Reading past the end of a section gives zeros and is found out when the section is closed.
    template <typename T> T number() {
        T value{};
        if (left() >= sizeof(T))
            std::memcpy(&value, m_file.data() + m_at, sizeof(T));
        else
            m_short = true;
        m_at += std::min<std::uint64_t>(left(), sizeof(T));
        return value;
    }
    std::string_view text() {
        const auto size = number<std::uint32_t>();
        if (size > left() || size > kMaxNameBytes) m_short = true;
        if (m_short) return {};
        const auto* const begin = static_cast<const char*>(static_cast<const void*>(m_file.data() + m_at));
        m_at += size;
        return {begin, size};
    }
    Place place() {
        Place out;
        out.file = number<std::uint32_t>();
        out.line = number<std::uint32_t>();
        out.column = number<std::uint32_t>();
        out.length = number<std::uint32_t>();
        return out;
    }
    // Begins a section whose entries have at least `leastBytes`; gives their number.
    Result<std::uint32_t> open(Section section, std::uint64_t leastBytes) {
        const Stretch& stretch = m_sections[static_cast<std::size_t>(section) - 1];
        m_at = stretch.offset;
        m_end = stretch.offset + stretch.size;
        if (stretch.count > stretch.size / leastBytes)
            return damaged("the section has fewer bytes than entries need");
        return stretch.count;
    }
    Outcome close() {
        if (m_short) return damaged("an entry exceeds its section");
        if (m_at != m_end) return damaged("something follows the last entry of a section");
        return Done{};
    }
    Outcome goodName(std::string_view name) const;
    Outcome goodPlace(const Place& place, const Program& program) const;

    Outcome sources(Program& out);
    Outcome bundles(const Target& target, Program& out);
    Outcome places(Program& out);
    Outcome symbols(const Target& target, Program& out);
    Outcome tensors(const Target& target, Program& out);
    Outcome tensor(const Target& target, Program& out);
    Outcome tensorsAreNamed(const Program& out) const;
    Outcome tensorsLieApart(const Program& out) const;
    Outcome data(const Target& target, Program& out);
    Outcome hints(Program& out);

    std::span<const std::byte> m_file;
    std::string m_name;
    std::vector<Stretch> m_sections;
    std::uint64_t m_at = 0;
    std::uint64_t m_end = 0;
    std::uint32_t m_bundleBits = 0;
    bool m_short = false;
};

Outcome Reader::frame() {
    const auto notObject = [&](std::string why) {
        return Problem{&messages::kNotObject, {m_name, std::move(why)}, {}, {}, {}};
    };
    const auto magic = std::as_bytes(std::span(kImageMagic));
    if (m_file.size() < magic.size() || !std::equal(magic.begin(), magic.end(), m_file.begin()))
        return notObject(m_file.empty() ? "it is empty" : "it begins with other bytes");
    m_end = m_file.size();
    m_at = magic.size();
    const auto version = number<std::uint32_t>(), count = number<std::uint32_t>();
    const auto size = number<std::uint64_t>(), checksum = number<std::uint64_t>();
    if (version > kImageVersion && !m_short)
        return Problem{&messages::kNewerObject,
                       {m_name, std::to_string(version), std::to_string(kImageVersion)},
                       {},
                       {},
                       {}};
    m_sections.resize(sectionsOf(version));
    const std::uint64_t tableEnd = kImageHeaderBytes + m_sections.size() * kSectionEntryBytes;
    if (m_short || size != m_file.size() || size < tableEnd)
        return Problem{&messages::kObjectSize,
                       {m_name, std::to_string(size), std::to_string(m_file.size())},
                       {},
                       {},
                       {}};
    std::vector<std::byte> covered(m_file.begin(), m_file.begin() + kImageHeaderBytes - 8);
    covered.insert(covered.end(), m_file.begin() + kImageHeaderBytes,
                   m_file.begin() + static_cast<std::ptrdiff_t>(tableEnd));
    Hash hash;
    hash.add(covered);
    const auto differs = [&](std::string_view what, std::uint64_t where) {
        return Problem{
            &messages::kObjectChecksum, {m_name, std::string(what), std::to_string(where)}, {}, {}, {}};
    };
    if (hash.value() != checksum) return differs("the header", kImageHeaderBytes - 8);
    if (version == 0 || count != m_sections.size())
        return damagedAt(magic.size(), "version 1 has seven sections, version 2 eight");
    std::uint64_t expected = tableEnd;
    for (std::size_t i = 0; i < m_sections.size(); ++i) {
        Stretch& section = m_sections[i];
        const auto kind = number<std::uint32_t>();
        section.count = number<std::uint32_t>();
        section.offset = number<std::uint64_t>();
        section.size = number<std::uint64_t>();
        const auto sum = number<std::uint64_t>();
        if (kind != i + 1 || section.offset != expected || section.size > size - expected)
            return damagedAt(m_at - kSectionEntryBytes, "the sections do not follow each other");
        Hash content;
        content.add(m_file.subspan(section.offset, section.size));
        if (content.value() != sum)
            return differs("section '" + std::string(kSectionNames[i]) + "'", section.offset);
        expected += section.size;
    }
    if (expected != size) return damagedAt(expected, "something follows the last section");
    return Done{};
}

Result<ImageTarget> Reader::target() {
    LW_TRY(const std::uint32_t count, open(Section::Target, 1));
    if (count != 1) return damaged("an object file is for one machine");
    ImageTarget out;
    out.chip = text();
    out.machine = text();
    out.machineHash = number<std::uint64_t>();
    m_bundleBits = number<std::uint32_t>(); // for whoever reads the file without knowing the chip
    LW_TRY([[maybe_unused]] const Done closed, close());
    return out;
}

Outcome Reader::goodName(std::string_view name) const {
    const auto bad = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; };
    if (name.empty() || std::any_of(name.begin(), name.end(), bad)) return damaged("this is not a name");
    return Done{};
}

Outcome Reader::goodPlace(const Place& place, const Program& program) const {
    if (place.file != Place::kNoFile && place.file >= program.sources.size())
        return damaged("there is no such source file");
    return Done{};
}

Outcome Reader::sources(Program& out) {
    LW_TRY(const std::uint32_t count, open(Section::Sources, 12));
    for (std::uint32_t i = 0; i < count && !m_short; ++i) {
        std::string path(text());
        out.sources.push_back({std::move(path), number<std::uint64_t>()});
    }
    return close();
}

Outcome Reader::bundles(const Target& target, Program& out) {
    const std::size_t bytes = (target.spec->bundleBits + 7u) / 8;
    LW_TRY(const std::uint32_t count, open(Section::Bundles, bytes));
    if (count > target.bundles)
        return Problem{&messages::kTooManyBundles,
                       {m_name, std::to_string(count), std::to_string(target.bundles)},
                       {},
                       {},
                       {}};
    if (left() != count * bytes) return damaged("the section has more bytes than its bundles");
    out.bundles.resize(count);
    std::vector<isa::Finding> broken;
    for (std::uint32_t i = 0; i < count; ++i) {
        std::memcpy(&out.bundles[i].words, m_file.data() + m_at, bytes);
        isa::Bundle bundle;
        if (const auto finding = isa::decode(*target.spec, out.bundles[i], bundle))
            broken.push_back(*finding);
        else
            isa::checkRules(*target.spec, bundle, broken);
        if (!broken.empty())
            return Problem{&messages::kObjectBundle,
                           {m_name, std::to_string(i), std::to_string(m_at), textOf(broken.front().problem)},
                           {},
                           {},
                           {}};
        m_at += bytes;
    }
    return close();
}

Outcome Reader::places(Program& out) {
    LW_TRY(const std::uint32_t count, open(Section::Places, kPlaceBytes));
    if (count != out.bundles.size()) return damaged("every bundle has one place");
    out.places.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        out.places.push_back(place());
        LW_TRY([[maybe_unused]] const Done good, goodPlace(out.places.back(), out));
    }
    return close();
}

Outcome Reader::symbols(const Target& target, Program& out) {
    LW_TRY(const std::uint32_t count, open(Section::Symbols, 14 + kPlaceBytes));
    for (std::uint32_t i = 0; i < count && !m_short; ++i) {
        Symbol symbol;
        symbol.name = text();
        if (m_short) break;
        LW_TRY([[maybe_unused]] const Done named, goodName(symbol.name));
        const auto kind = number<std::uint8_t>();
        symbol.kind = static_cast<SymbolKind>(kind);
        symbol.space = number<isa::SpaceId>();
        symbol.value = static_cast<std::int64_t>(number<std::uint64_t>());
        symbol.place = place();
        if (!out.symbols.empty() && out.symbols.back().name >= symbol.name)
            return damaged("the names are not in order");
        if (kind > static_cast<std::uint8_t>(SymbolKind::Data))
            return damaged("there is no such kind of name");
        const bool inSpace = symbol.kind == SymbolKind::Tensor || symbol.kind == SymbolKind::Data;
        if (index(symbol.space) >= (inSpace ? target.spaces.size() : 1))
            return damaged("there is no such memory");
        const auto value = static_cast<std::uint64_t>(symbol.value);
        if (symbol.kind == SymbolKind::Label && value > out.bundles.size())
            return damaged("a label lies beyond the program");
        if (inSpace && value > target.spaces[index(symbol.space)].units)
            return damaged("a name lies beyond its memory");
        LW_TRY([[maybe_unused]] const Done good, goodPlace(symbol.place, out));
        out.symbols.push_back(std::move(symbol));
    }
    return close();
}

Outcome Reader::tensor(const Target& target, Program& out) {
    NamedTensor tensor;
    tensor.name = text();
    const auto dtype = tensor::dtypeNamed(text());
    if (!dtype) return damaged("there is no such element type");
    tensor.dtype = *dtype;
    tensor.space = number<isa::SpaceId>();
    const auto layout = number<std::uint8_t>();
    if (layout > static_cast<std::uint8_t>(Layout::Tile)) return damaged("there is no such layout");
    tensor.layout = static_cast<Layout>(layout);
    const auto extents = number<std::uint32_t>();
    if (extents > kMaxExtents) return damaged("a tensor has more than 64 dimensions");
    for (std::uint32_t i = 0; i < extents; ++i) tensor.shape.push_back(number<std::uint64_t>());
    tensor.address = number<std::uint64_t>();
    tensor.units = number<std::uint64_t>();
    tensor.place = place();
    if (m_short) return close();
    const auto arrangement = Arrangement::make(target, tensor);
    if (!arrangement) return damaged(textOf(arrangement.problem()));
    if (tensor.units != arrangement->units()) return damaged("a tensor has another length than its shape");
    const std::uint64_t units = target.spaces[index(tensor.space)].units;
    if (tensor.address > units || tensor.units > units - tensor.address)
        return damaged("a tensor lies outside of its memory");
    const Symbol* const symbol = findSymbol(out, tensor.name);
    if (!symbol || symbol->kind != SymbolKind::Tensor || symbol->space != tensor.space ||
        static_cast<std::uint64_t>(symbol->value) != tensor.address)
        return damaged("a tensor is not among the names");
    LW_TRY([[maybe_unused]] const Done good, goodPlace(tensor.place, out));
    out.tensors.push_back(std::move(tensor));
    return Done{};
}

Outcome Reader::tensors(const Target& target, Program& out) {
    LW_TRY(const std::uint32_t count, open(Section::Tensors, 30 + kPlaceBytes));
    for (std::uint32_t i = 0; i < count && !m_short; ++i) {
        LW_TRY([[maybe_unused]] const Done one, tensor(target, out));
    }
    LW_TRY([[maybe_unused]] const Done closed, close());
    LW_TRY([[maybe_unused]] const Done apart, tensorsLieApart(out));
    return tensorsAreNamed(out);
}

// As in a text: no two tensors have a word in common.
Outcome Reader::tensorsLieApart(const Program& out) const {
    std::vector<const NamedTensor*> order;
    for (const NamedTensor& tensor : out.tensors)
        if (tensor.units != 0) order.push_back(&tensor);
    std::sort(order.begin(), order.end(), [](const NamedTensor* a, const NamedTensor* b) {
        return std::pair(a->space, a->address) < std::pair(b->space, b->address);
    });
    for (std::size_t i = 0; i + 1 < order.size(); ++i)
        if (order[i]->space == order[i + 1]->space &&
            order[i + 1]->address - order[i]->address < order[i]->units)
            return damaged("two tensors overlap");
    return Done{};
}

// Each tensor was found among the symbols; now as many symbols as tensors, and no tensor twice.
Outcome Reader::tensorsAreNamed(const Program& out) const {
    std::vector<std::string_view> names;
    for (const NamedTensor& tensor : out.tensors) names.push_back(tensor.name);
    std::sort(names.begin(), names.end());
    if (std::adjacent_find(names.begin(), names.end()) != names.end())
        return damaged("two tensors have one name");
    const auto isTensor = [](const Symbol& symbol) { return symbol.kind == SymbolKind::Tensor; };
    const auto named = std::count_if(out.symbols.begin(), out.symbols.end(), isTensor);
    if (static_cast<std::size_t>(named) != names.size())
        return damaged("a name stands for a tensor that is missing");
    return Done{};
}

Outcome Reader::data(const Target& target, Program& out) {
    LW_TRY(const std::uint32_t count, open(Section::Data, 17));
    for (std::uint32_t i = 0; i < count && !m_short; ++i) {
        Data piece;
        piece.space = number<isa::SpaceId>();
        piece.offset = number<std::uint64_t>();
        const auto size = number<std::uint64_t>();
        if (size > left()) return damaged("an entry exceeds its section");
        if (index(piece.space) >= target.spaces.size()) return damaged("there is no such memory");
        const SpaceSize& space = target.spaces[index(piece.space)];
        const std::uint64_t bytes = space.units * space.unitBytes;
        if (piece.offset > bytes || size > bytes - piece.offset)
            return damaged("data lies outside of its memory");
        if ((piece.offset | size) % 4 != 0) return damaged("data is not made of words");
        const auto from = m_file.subspan(m_at, size);
        piece.bytes.assign(from.begin(), from.end());
        m_at += size;
        out.data.push_back(std::move(piece));
    }
    LW_TRY([[maybe_unused]] const Done closed, close());
    const std::vector<const Data*> sorted = inOrder(out.data);
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (sorted[i]->space == sorted[i - 1]->space &&
            sorted[i]->offset < sorted[i - 1]->offset + sorted[i - 1]->bytes.size())
            return damaged("a byte of memory is given twice");
    return Done{};
}

// Of a file of version 2, which is there for them.
Outcome Reader::hints(Program& out) {
    if (m_sections.size() < kSectionNames.size()) return Done{};
    LW_TRY(const std::uint32_t count, open(Section::Hints, 8 + kPlaceBytes));
    if (count == 0) return damaged("a program without hints is a file of version 1");
    for (std::uint32_t i = 0; i < count && !m_short; ++i) {
        HintLine hint;
        hint.text = text();
        hint.bundle = number<std::uint32_t>();
        hint.place = place();
        if (m_short) break;
        if (!parseHint(hint.text)) return damaged("this is not a hint");
        if (hint.bundle > out.bundles.size() || (i > 0 && hint.bundle < out.hints.back().bundle))
            return damaged("a hint is in the wrong place");
        LW_TRY([[maybe_unused]] const Done good, goodPlace(hint.place, out));
        out.hints.push_back(std::move(hint));
    }
    return close();
}

Result<Program> Reader::program(const Target& target) {
    LW_TRY(const ImageTarget madeFor, this->target());
    if (madeFor.chip != target.spec->chip)
        return Problem{
            &messages::kOtherChip, {m_name, madeFor.chip, std::string(target.spec->chip)}, {}, {}, {}};
    if (madeFor.machineHash != target.machineHash)
        return Problem{&messages::kOtherMachine,
                       {m_name, madeFor.machine, hexText(madeFor.machineHash), target.machine,
                        hexText(target.machineHash)},
                       {},
                       {},
                       {}};
    if (m_bundleBits != target.spec->bundleBits)
        return damaged("a bundle of the chip has another number of bits");
    Program out;
    out.chip = madeFor.chip;
    out.machine = madeFor.machine;
    out.machineHash = madeFor.machineHash;
    LW_TRY([[maybe_unused]] const Done sourcesRead, sources(out));
    LW_TRY([[maybe_unused]] const Done bundlesRead, bundles(target, out));
    LW_TRY([[maybe_unused]] const Done placesRead, places(out));
    LW_TRY([[maybe_unused]] const Done symbolsRead, symbols(target, out));
    LW_TRY([[maybe_unused]] const Done tensorsRead, tensors(target, out));
    LW_TRY([[maybe_unused]] const Done dataRead, data(target, out));
    LW_TRY([[maybe_unused]] const Done hintsRead, hints(out));
    return out;
}

} // namespace

Result<ImageTarget> parseImageTarget(std::span<const std::byte> file, std::string_view name) {
    Reader reader(file, name);
    LW_TRY([[maybe_unused]] const Done framed, reader.frame());
    return reader.target();
}

Result<Program> parseImage(std::span<const std::byte> file, std::string_view name, const Target& target) {
    Reader reader(file, name);
    LW_TRY([[maybe_unused]] const Done framed, reader.frame());
    return reader.program(target);
}

Result<Program> readImage(const std::string& path, const Target& target) {
    LW_TRY(const std::vector<std::byte> file, readFile(path));
    return parseImage(file, path, target);
}

} // namespace lw::program
