// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/concord/op_stream.h"
#include "core/program/program.h"
#include "core/program/target.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lw {
class Json;
}

// A firmware and software that gives its bits, line by line, and which lines of the two belong together.
namespace lw::scene::firmware {

struct FirmwareLine {
    std::uint32_t bundle = 0;
    std::string text;
    std::vector<std::string> labels{};
    std::string layer{};                  // that begins here; empty: none does
    std::optional<std::uint32_t> chain{}; // that it is in; in a loop of which a turn stands alone the first
    bool operator==(const FirmwareLine&) const = default;
};

struct SoftwareLine {
    std::string text;
    std::optional<std::uint32_t> bundle{}; // the instruction that it stands for; nothing: none
    bool operator==(const SoftwareLine&) const = default;
};

struct Beside {
    std::string language; // "numpy"
    std::vector<FirmwareLine> firmware;
    std::vector<SoftwareLine> software;
    bool operator==(const Beside&) const = default;
};

// `text` is software in that language made of the stream of the program: its notes say which instruction a
// line stands for, "# 19: vv_add AddSubVrf0, 0". E410 where bits of the program are not an instruction.
Result<Beside> besideOf(const program::Program& program, const program::Target& target,
                        const concord::OpStream& stream, std::string language, std::string_view text);

// Lines of the software of an instruction; where it has none, as reads and writes without loops do not, those
// of its chain.
struct LinesOf {
    bool areOfChain = false;
    std::vector<std::size_t> lines;
    bool operator==(const LinesOf&) const = default;
};
LinesOf softwareLinesOf(const Beside& scene, std::uint32_t bundle);

Json jsonOf(const Beside& scene);

} // namespace lw::scene::firmware
