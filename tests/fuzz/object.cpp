// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bits.h"
#include "core/chips/training/config.h"
#include "core/program/disassemble.h"
#include "core/program/image.h"
#include "core/program/image_sections.h"
#include "core/program/lint.h"
#include "core/program/listing.h"
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
    const std::size_t tableEnd = kImageHeaderBytes + kSectionNames.size() * kSectionEntryBytes;
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
void check(const Bytes& file, const program::Target& target) {
    (void)program::parseImageTarget(file, "object");
    const auto program = program::parseImage(file, "object", target);
    if (!program) return;
    LW_REQUIRE(program::formatImage(*program, *target.spec) == file, "a program has two images");
    LW_REQUIRE(program::disassemble(*program, target), "a loaded program cannot be disassembled");
    LW_REQUIRE(program::listing(*program, target, {}), "a loaded program has no listing");
    Diagnostics warnings;
    program::lint(*program, target, {}, warnings);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const program::Target target = training::targetOf(*training::builtInConfig("training-teaching"));
    const auto bytes = fuzz::bytesOf(data, size);
    const Bytes file(bytes.begin(), bytes.end());
    check(file, target);
    check(repaired(file), target);
    return 0;
}
