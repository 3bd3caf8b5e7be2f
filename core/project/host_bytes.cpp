// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/host_bytes.h"

#include "core/base/check.h"

#include <array>
#include <numeric>
#include <span>

namespace lw::project {

HostBytes hostBytesOf(machine::Machine& machine) {
    HostBytes out;
    for (const machine::Core* const core : machine.cores()) {
        const machine::NodeId id = core->tree().find("counters/host bytes");
        LW_ASSERT(id != core->tree().root(), "the inference circuit counts the bytes of its host interface");
        std::array<std::uint64_t, 2> words{};
        machine.store().read(machine.tree().at(id).offset, std::as_writable_bytes(std::span(words)));
        out.in += words[0];
        out.out += words[1];
        const machine::NodeId links = core->tree().find("links/bytes");
        if (links == core->tree().root()) continue;
        std::array<std::uint64_t, 4> sent{}; // in each direction
        machine.store().read(machine.tree().at(links).offset, std::as_writable_bytes(std::span(sent)));
        out.sent = std::accumulate(sent.begin(), sent.end(), out.sent);
    }
    return out;
}

} // namespace lw::project
