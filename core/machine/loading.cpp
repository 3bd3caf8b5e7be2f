// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/loading.h"

#include "core/isa/spec.h"
#include "core/machine/written_bits.h"
#include "core/program/target.h"

#include <cstring>

namespace lw::machine {

Outcome checkFit(const program::Program& program, const program::Target& target,
                 const FitMessages& messages) {
    if (program.chip != target.spec->chip || program.machineHash != target.machineHash)
        return Problem{&load_messages::kWrongMachine,
                       {program.chip, program.machine, std::string(target.spec->chip), target.machine},
                       {},
                       {},
                       {}};
    if (program.bundles.empty()) return Problem{messages.empty, {}, {}, {}, {}};
    if (program.bundles.size() > target.bundles)
        return Problem{
            messages.tooLong,
            {std::to_string(program.bundles.size()), target.machine, std::to_string(target.bundles)},
            {},
            {},
            {}};
    return Done{};
}

Problem dataOutside(std::string_view space, std::uint64_t offset, std::uint64_t count, std::uint64_t size) {
    return {
        &load_messages::kDataOutside,
        {std::to_string(offset), std::to_string(offset + count), std::string(space), std::to_string(size)},
        {},
        {},
        {}};
}

Outcome checkInside(const SpaceBytes& space, std::uint64_t offset, std::uint64_t count) {
    if (count <= space.count && offset <= space.count - count) return Done{};
    return dataOutside(space.name, offset, count, space.count);
}

Outcome readBytes(const SpaceBytes& from, std::uint64_t offset, std::span<std::byte> out,
                  std::span<bool> written) {
    LW_TRY([[maybe_unused]] const Done inside, checkInside(from, offset, out.size()));
    std::memcpy(out.data(), from.bytes + offset, out.size());
    const std::uint64_t each = written.size() == out.size() ? 1 : 4;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const std::uint64_t count = std::min(each, from.count - offset - each * i);
        written[i] = writtenAt(from.written, offset + each * i, count) != 0;
    }
    return Done{};
}

void readUntouched(std::span<std::byte> out, std::span<bool> written) {
    std::ranges::fill(out, std::byte{0});
    std::ranges::fill(written, false);
}

} // namespace lw::machine
