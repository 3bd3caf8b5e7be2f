// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/flow.h"

#include <algorithm>

namespace lw::network {

namespace {

// The values that depend on `source`, itself included, by paths that do not lead through `except`.
std::vector<bool> dependents(const Flow& flow, std::size_t source, std::size_t except) {
    std::vector<bool> out(flow.reads.size());
    for (std::size_t id = source; id < out.size(); ++id)
        out[id] = id != except && (id == source || std::any_of(flow.reads[id].begin(), flow.reads[id].end(),
                                                               [&](std::size_t read) { return out[read]; }));
    return out;
}

} // namespace

std::vector<std::size_t> usesOf(const Flow& flow) {
    std::vector<std::size_t> uses(flow.reads.size());
    for (const auto& reads : flow.reads)
        for (const std::size_t id : reads) ++uses[id];
    for (const std::size_t id : flow.outputs) ++uses[id];
    return uses;
}

std::vector<bool> dependsOn(const Flow& flow, std::size_t source) {
    return dependents(flow, source, flow.reads.size());
}

std::vector<bool> neededBy(const Flow& flow, const std::vector<std::size_t>& outputs) {
    std::vector<bool> out(flow.reads.size());
    for (const std::size_t id : outputs) out[id] = true;
    for (std::size_t id = out.size(); id-- > 0;)
        if (out[id])
            for (const std::size_t read : flow.reads[id]) out[read] = true;
    return out;
}

Rest restAfter(const Flow& flow, std::size_t from) {
    const std::vector<bool> isBefore = dependents(flow, 0, from), isAfter = dependsOn(flow, from);
    Rest out;
    out.isNeeded.resize(flow.reads.size());
    for (const std::size_t id : flow.outputs)
        if (isAfter[id] && id != from) {
            out.outputs.push_back(id);
            out.isNeeded[id] = true;
        }
    std::vector<std::size_t> readers(flow.reads.size(), 0); // the first reader of each other value; 0: none
    for (std::size_t id = flow.reads.size(); id-- > 0;) {
        if (!out.isNeeded[id]) continue;
        for (const std::size_t read : flow.reads[id]) {
            if (read == from) continue;
            if (isBefore[read] && !isAfter[read])
                readers[read] = id;
            else
                out.isNeeded[read] = true;
        }
    }
    for (std::size_t id = 0; id < readers.size(); ++id)
        if (readers[id] != 0) out.others.emplace_back(readers[id], id);
    std::sort(out.others.begin(), out.others.end());
    return out;
}

std::vector<std::size_t> placesToBegin(const Flow& flow) {
    const std::vector<bool> isNeeded = neededBy(flow, flow.outputs), isComputed = dependsOn(flow, 0);
    std::vector<std::size_t> lastReader(flow.reads.size(), 0);
    for (std::size_t id = 0; id < flow.reads.size(); ++id)
        if (isNeeded[id])
            for (const std::size_t read : flow.reads[id]) lastReader[read] = id;
    std::vector<std::size_t> out;
    std::size_t last = lastReader[0]; // of every value so far
    for (std::size_t id = 1; id < flow.reads.size(); ++id) {
        if (!isComputed[id]) continue;
        if (last <= id && lastReader[id] > id) out.push_back(id);
        last = std::max(last, lastReader[id]);
    }
    return out;
}

} // namespace lw::network
