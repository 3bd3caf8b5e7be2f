// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/program.h"

#include "core/base/bits.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace lw::program {
namespace {

// The words and where they are, however they were cut into pieces and in whatever order.
void addContents(const std::vector<Data>& data, Hash& hash) {
    const Data* before = nullptr;
    for (const Data* d : inOrder(data)) {
        if (d->bytes.empty()) continue;
        const bool goesOn =
            before && before->space == d->space && before->offset + before->bytes.size() == d->offset;
        if (!goesOn) hash.add(d->offset << 8 | index(d->space));
        for (std::size_t i = 0; i + 4 <= d->bytes.size(); i += 4) {
            std::uint32_t word = 0;
            std::memcpy(&word, d->bytes.data() + i, 4);
            hash.add(word);
        }
        before = d;
    }
}

} // namespace

std::vector<const Data*> inOrder(const std::vector<Data>& data) {
    std::vector<const Data*> out;
    out.reserve(data.size());
    for (const Data& d : data) out.push_back(&d);
    std::stable_sort(out.begin(), out.end(), [](const Data* a, const Data* b) {
        return std::tie(a->space, a->offset) < std::tie(b->space, b->offset);
    });
    return out;
}

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
        hash.add(static_cast<std::uint64_t>(s.kind) << 8 | index(s.space));
        hash.add(static_cast<std::uint64_t>(s.value));
    }
    for (const NamedTensor& t : program.tensors) {
        text(t.name);
        hash.add(static_cast<std::uint64_t>(t.dtype) << 16 | static_cast<std::uint64_t>(t.layout) << 8 |
                 index(t.space));
        hash.add(t.address);
        hash.add(std::as_bytes(std::span(t.shape)));
    }
    addContents(program.data, hash);
    return hash.value();
}

} // namespace lw::program
