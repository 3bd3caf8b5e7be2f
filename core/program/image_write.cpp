// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bits.h"
#include "core/base/file.h"
#include "core/program/image.h"
#include "core/program/image_sections.h"

#include <algorithm>
#include <bit>

namespace lw::program {
namespace {

// Bytes being put together, little-endian.
class Writer {
  public:
    template <typename T> void number(T value) {
        static_assert(std::is_unsigned_v<T> && std::endian::native == std::endian::little);
        const auto bytes = std::as_bytes(std::span(&value, 1));
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    }
    void text(std::string_view text) {
        number(static_cast<std::uint32_t>(text.size()));
        raw(std::as_bytes(std::span(text.data(), text.size())));
    }
    void raw(std::span<const std::byte> bytes) { m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end()); }
    void place(const Place& place) {
        for (const std::uint32_t part : {place.file, place.line, place.column, place.length}) number(part);
    }
    void reserve(std::size_t bytes) { m_bytes.reserve(bytes); }
    const std::vector<std::byte>& bytes() const { return m_bytes; }
    std::vector<std::byte> take() { return std::move(m_bytes); }

  private:
    std::vector<std::byte> m_bytes;
};

struct Part {
    std::uint32_t count = 0;
    Writer bytes;
};

void writeTarget(const Program& program, const isa::Spec& spec, Part& part) {
    part.count = 1;
    part.bytes.text(program.chip);
    part.bytes.text(program.machine);
    part.bytes.number(program.machineHash);
    part.bytes.number(std::uint32_t{spec.bundleBits});
}

void writeBundles(const Program& program, const isa::Spec& spec, Part& part) {
    const std::size_t bytes = (spec.bundleBits + 7u) / 8;
    part.count = static_cast<std::uint32_t>(program.bundles.size());
    part.bytes.reserve(bytes * program.bundles.size());
    for (const isa::Bits& bits : program.bundles)
        part.bytes.raw(std::as_bytes(std::span(bits.words)).first(bytes));
}

void writePlaces(const Program& program, Part& part) {
    LW_REQUIRE(program.places.size() == program.bundles.size(), "every bundle has a place");
    part.count = static_cast<std::uint32_t>(program.places.size());
    part.bytes.reserve(kPlaceBytes * program.places.size());
    for (const Place& place : program.places) part.bytes.place(place);
}

void writeSymbols(const Program& program, Part& part) {
    part.count = static_cast<std::uint32_t>(program.symbols.size());
    for (const Symbol& symbol : program.symbols) {
        part.bytes.text(symbol.name);
        part.bytes.number(static_cast<std::uint8_t>(symbol.kind));
        part.bytes.number(static_cast<std::uint8_t>(symbol.space));
        part.bytes.number(static_cast<std::uint64_t>(symbol.value));
        part.bytes.place(symbol.place);
    }
}

void writeTensors(const Program& program, Part& part) {
    part.count = static_cast<std::uint32_t>(program.tensors.size());
    for (const NamedTensor& tensor : program.tensors) {
        part.bytes.text(tensor.name);
        part.bytes.text(tensor::nameOf(tensor.dtype));
        part.bytes.number(static_cast<std::uint8_t>(tensor.space));
        part.bytes.number(static_cast<std::uint8_t>(tensor.layout));
        part.bytes.number(static_cast<std::uint32_t>(tensor.shape.size()));
        for (const std::uint64_t extent : tensor.shape) part.bytes.number(extent);
        part.bytes.number(tensor.address);
        part.bytes.number(tensor.units);
        part.bytes.place(tensor.place);
    }
}

void writeData(const Program& program, Part& part) {
    part.count = static_cast<std::uint32_t>(program.data.size());
    for (const Data& data : program.data) {
        part.bytes.number(static_cast<std::uint8_t>(data.space));
        part.bytes.number(data.offset);
        part.bytes.number(std::uint64_t{data.bytes.size()});
        part.bytes.raw(data.bytes);
    }
}

void writeSources(const Program& program, Part& part) {
    part.count = static_cast<std::uint32_t>(program.sources.size());
    for (const SourceName& source : program.sources) {
        part.bytes.text(source.path);
        part.bytes.number(source.hash);
    }
}

void writeHints(const Program& program, Part& part) {
    part.count = static_cast<std::uint32_t>(program.hints.size());
    for (const HintLine& hint : program.hints) {
        part.bytes.text(hint.text);
        part.bytes.number(hint.bundle);
        part.bytes.place(hint.place);
    }
}

std::uint64_t checksumOf(std::span<const std::byte> bytes) {
    Hash hash;
    hash.add(bytes);
    return hash.value();
}

} // namespace

std::vector<std::byte> formatImage(const Program& program, const isa::Spec& spec) {
    const std::uint32_t version = program.hints.empty() ? 1 : kImageVersion;
    std::vector<Part> parts(sectionsOf(version));
    writeTarget(program, spec, parts[0]);
    writeBundles(program, spec, parts[1]);
    writePlaces(program, parts[2]);
    writeSymbols(program, parts[3]);
    writeTensors(program, parts[4]);
    writeData(program, parts[5]);
    writeSources(program, parts[6]);
    if (!program.hints.empty()) writeHints(program, parts[7]);

    Writer table;
    std::uint64_t offset = kImageHeaderBytes + parts.size() * kSectionEntryBytes;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto& bytes = parts[i].bytes.bytes();
        table.number(static_cast<std::uint32_t>(i + 1));
        table.number(parts[i].count);
        table.number(offset);
        table.number(std::uint64_t{bytes.size()});
        table.number(checksumOf(bytes));
        offset += bytes.size();
    }
    Writer out;
    out.reserve(offset);
    out.raw(std::as_bytes(std::span(kImageMagic)));
    out.number(version);
    out.number(static_cast<std::uint32_t>(parts.size()));
    out.number(offset);
    Writer head = out; // the frame's own checksum covers what comes before it, and the table
    head.raw(table.bytes());
    out.number(checksumOf(head.bytes()));
    out.raw(table.bytes());
    for (const Part& part : parts) out.raw(part.bytes.bytes());
    return out.take();
}

Outcome writeImage(const std::string& path, const Program& program, const isa::Spec& spec) {
    return writeFileAtomically(path, formatImage(program, spec));
}

} // namespace lw::program
