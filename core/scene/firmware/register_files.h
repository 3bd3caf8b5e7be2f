// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/chain_times.h"
#include "core/scene/lanes.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// Register files of a firmware over the clocks of a run: what reads and writes them, which chains wait for
// that, and how much of them is still to be read.
namespace lw::scene::firmware {

enum class FileUseKind : std::uint8_t {
    Read,
    Write,
    WaitForWrite, // a chain that would read a vector, or multiply by a matrix, before it is there
    WaitForRead,  // a chain that would replace a matrix that is still multiplied by
    Held          // written, and still to be read
};

// What a bar stands for, but for those of Held.
struct FileUse {
    FileUseKind kind = FileUseKind::Read;
    std::uint32_t bundle = 0;             // the instruction; of a wait the first one of the chain that waits
    std::uint32_t chain = 0, time = 0;    // of the stream; in which execution
    std::uint64_t first = 0, count = 0;   // vectors or matrices of an iteration, and where they begin
    std::uint32_t step = 0, turns = 1;    // each iteration that much further
    std::optional<std::uint32_t> other{}; // of a wait: the instruction that is waited for
    bool operator==(const FileUse&) const = default;
};

struct RegisterFile {
    std::string name;
    bool areMatrices = false;
    std::uint64_t reads = 0, writes = 0; // vectors or matrices
    std::uint64_t most = 0;              // that are held at a time
    std::uint64_t waited = 0;            // clocks
    bool operator==(const RegisterFile&) const = default;
};

// A group of lanes for each file, in the order in which they are first used. The number of a bar says which
// of `uses` it is; of Held it is how many vectors or matrices are held.
struct RegisterFiles {
    std::vector<RegisterFile> files;
    std::vector<FileUse> uses;
    Lanes lanes;
    bool operator==(const RegisterFiles&) const = default;
};

// `chains` began in a run that ended at clock `end`; a fault ended it where `isFaulted`.
RegisterFiles registerFiles(const concord::OpStream& stream, std::span<const concord::ChainTime> chains,
                            std::uint64_t end, bool isFaulted);

Json jsonOf(const RegisterFiles& files);

} // namespace lw::scene::firmware
