// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/program.h"

#include "core/base/bits.h"

#include <algorithm>

namespace lw::program {

const Symbol* findSymbol(const Program& program, std::string_view name) {
    const auto at = std::lower_bound(program.symbols.begin(), program.symbols.end(), name,
                                     [](const Symbol& s, std::string_view n) { return s.name < n; });
    return at != program.symbols.end() && at->name == name ? &*at : nullptr;
}

const NamedTensor* findTensor(const Program& program, std::string_view name) {
    const auto at = std::find_if(program.tensors.begin(), program.tensors.end(),
                                 [&](const NamedTensor& t) { return t.name == name; });
    return at != program.tensors.end() ? &*at : nullptr;
}

std::uint64_t hashOf(const Program& program) {
    Hash hash;
    const auto text = [&](const std::string& s) { hash.add(std::as_bytes(std::span(s))); };
    text(program.chip);
    hash.add(program.machineHash);
    hash.add(std::as_bytes(std::span(program.bundles)));
    for (const Symbol& s : program.symbols) {
        text(s.name);
        hash.add(static_cast<std::uint64_t>(s.kind) << 8 | s.space);
        hash.add(static_cast<std::uint64_t>(s.value));
    }
    for (const NamedTensor& t : program.tensors) {
        text(t.name);
        hash.add(static_cast<std::uint64_t>(t.dtype) << 16 | static_cast<std::uint64_t>(t.layout) << 8 | t.space);
        hash.add(t.address);
        hash.add(std::as_bytes(std::span(t.shape)));
    }
    for (const Data& d : program.data) {
        hash.add(d.offset << 8 | d.space);
        hash.add(std::as_bytes(std::span(d.bytes)));
    }
    return hash.value();
}

} // namespace lw::program
