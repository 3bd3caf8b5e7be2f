// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bits.h"
#include "core/program/disassemble.h"
#include "core/program/image.h"
#include "core/program/image_sections.h"
#include "core/program/lint.h"
#include "core/program/listing.h"
#include "tests/fuzz/chips.h"
#include "tests/fuzz/input.h"

#include <algorithm>
#include <cstring>
#include <vector>

using namespace lw;

namespace {

using Bytes = std::vector<std::byte>;

std::uint64_t wordAt(const Bytes& file, std::size_t at) {
    std::uint64_t value = 0;
    std::memcpy(&value, file.data() + at, sizeof value);
    return value;
}

void put(Bytes& file, std::size_t at, std::uint64_t value) {
    std::memcpy(file.data() + at, &value, sizeof value);
}

std::uint64_t hashOf(std::span<const std::byte> bytes) {
    Hash hash;
    hash.add(bytes);
    return hash.value();
}

// The same file with the size and all checksums right, so that what lies after them is looked at too.
Bytes repaired(Bytes file) {
    using namespace program;
    if (file.size() < kImageHeaderBytes) return file;
    const auto version = static_cast<std::uint32_t>(wordAt(file, kImageMagic.size()));
    const std::size_t tableEnd = kImageHeaderBytes + sectionsOf(version) * kSectionEntryBytes;
    if (file.size() < tableEnd) return file;
    put(file, 16, file.size());
    for (std::size_t entry = kImageHeaderBytes; entry < tableEnd; entry += kSectionEntryBytes) {
        const std::uint64_t offset = wordAt(file, entry + 8), bytes = wordAt(file, entry + 16);
        if (offset <= file.size() && bytes <= file.size() - offset)
            put(file, entry + 24, hashOf(std::span(file).subspan(offset, bytes)));
    }
    Bytes covered(file.begin(), file.begin() + kImageHeaderBytes - 8);
    covered.insert(covered.end(), file.begin() + kImageHeaderBytes,
                   file.begin() + static_cast<std::ptrdiff_t>(tableEnd));
    put(file, kImageHeaderBytes - 8, hashOf(covered));
    return file;
}

// A file is refused, or it is the one image of its program, which every reader can read.
void check(const Bytes& file, const chips::Chip& chip) {
    const chips::MachineChoice& machine = fuzz::teachingMachineOf(chip);
    const program::Target& target = machine.target;
    (void)program::parseImageTarget(file, "object");
    const auto program = program::parseImage(file, "object", target);
    if (!program) return;
    LW_REQUIRE(program::formatImage(*program, *target.spec) == file, "a program has two images");
    LW_REQUIRE(program::disassemble(*program, target), "a loaded program cannot be disassembled");
    LW_REQUIRE(program::listing(*program, target, {}), "a loaded program has no listing");
    Diagnostics warnings;
    program::lint(*program, target, {}, warnings);
    if (chip.brokenRules != nullptr) (void)chip.brokenRules(*program, machine.json);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const chips::Chip& chip = fuzz::chipOf(*data);
    const auto bytes = fuzz::bytesOf(data, size).subspan(1);
    const Bytes file(bytes.begin(), bytes.end());
    check(file, chip);
    check(repaired(file), chip);
    return 0;
}
