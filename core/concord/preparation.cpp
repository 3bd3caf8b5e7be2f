// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/preparation.h"

#include "core/concord/places.h"

#include <algorithm>
#include <optional>
#include <span>

namespace lw::concord {

namespace {

bool isWriteOp(OpKind kind) {
    return kind == OpKind::Write || kind == OpKind::WriteQuantised || kind == OpKind::WriteMatrix ||
           kind == OpKind::StoreMatrix;
}
bool standsStill(const Op& op) {
    return std::ranges::all_of(op.moves, [](std::uint32_t move) { return move == 0; });
}

// What a write covers; of one that moves with a loop all from its beginning on.
std::uint64_t endOfWrite(const Chain& chain, const Op& op) {
    const Access access = accessOf(chain, op);
    return standsStill(op) ? op.first + access.step * (access.times - 1) + access.count : UINT64_MAX;
}

// Where what a chain writes stood in DRAM, if it only moves that from there.
std::optional<std::uint64_t> movedFrom(const Chain& chain, const Op& write) {
    const Op& read = chain.ops.front();
    const bool isMove = std::all_of(chain.ops.begin() + 1, chain.ops.end(), [](const Op& op) {
        return op.kind == OpKind::Write || op.kind == OpKind::WriteMatrix;
    });
    const bool isOfDram = read.memory == kVectorDram || read.memory == kMatrixDram;
    if (!isMove || !isOfDram || chain.turns != 1 || !standsStill(read) || !standsStill(write)) return {};
    return read.first;
}

// Where what a register file holds in a place stood in DRAM: nothing else is ever written there.
std::optional<std::uint64_t> originOf(const OpStream& stream, const TensorName& place) {
    std::optional<std::uint64_t> out;
    std::uint64_t moved = 0;
    for (const Chain& chain : stream.chains)
        for (const Op& op : chain.ops) {
            const std::uint64_t end =
                isWriteOp(op.kind) && op.memory == place.memory ? endOfWrite(chain, op) : 0;
            if (op.first >= place.first + place.count || end <= place.first) continue;
            const auto from = movedFrom(chain, op);
            if (!from || *from + place.first < op.first) return {};
            const std::uint64_t first = *from + place.first - op.first;
            if (out.value_or(first) != first) return {};
            out = first;
            moved += std::min(end, place.first + place.count) - std::max(op.first, place.first);
        }
    return moved == place.count ? out : std::nullopt;
}

// A place whose hint may be about what is written there: one that says of which arrays it is made is about
// the start.
bool isWrittenOver(const OpStream& stream, const Prepared& part, Source source) {
    if (!part.tensor->parts.empty()) return false;
    const std::string_view dram = source == kOfMatrixDram ? kMatrixDram : kVectorDram;
    return std::ranges::any_of(stream.chains, [&](const Chain& chain) {
        return std::ranges::any_of(chain.ops, [&](const Op& op) {
            return isWriteOp(op.kind) && op.memory == dram && op.first < part.first + part.count &&
                   endOfWrite(chain, op) > part.first;
        });
    });
}

// How many native vectors or matrices a shape takes.
std::uint64_t nativesOf(std::span<const std::uint64_t> shape, bool areMatrices, std::uint64_t n) {
    const auto tiles = [n](std::uint64_t extent) { return (extent + n - 1) / n; };
    std::uint64_t out = tiles(shape.back());
    if (shape.size() > 1) out *= areMatrices ? tiles(shape.front()) : shape.front();
    return shape.size() == 3 ? out * shape[1] : out;
}

// What a hint says of a source; without a tensor: nothing.
Prepared preparedOf(const OpStream& stream, const TensorName& tensor, Source source) {
    const bool areMatrices = source == kOfMatrixDram;
    const bool isShape =
        areMatrices ? tensor.shape.size() > 1 : !tensor.shape.empty() && tensor.shape.size() < 3;
    if (!isShape || tensor.count == 0 ||
        nativesOf(tensor.shape, areMatrices, stream.format.n) != tensor.count)
        return {};
    const bool isIn = tensor.memory == nameOf(source) || (!areMatrices && tensor.memory == kVectorDram);
    if (isIn) return {tensor.first, tensor.count, &tensor};
    if (tensor.memory == nameOf(kFromQueue) || tensor.memory == "netout" ||
        areMatrices != (tensor.memory == "MatrixRf"))
        return {};
    const auto origin = originOf(stream, tensor);
    return origin ? Prepared{*origin, tensor.count, &tensor} : Prepared{};
}

} // namespace

std::vector<Prepared> preparedParts(const Graph& graph, const OpStream& stream, Source source) {
    const std::uint64_t used = usedOf(graph, source);
    std::vector<Prepared> known, out;
    for (const TensorName& tensor : stream.tensors) {
        const Prepared part = preparedOf(stream, tensor, source);
        if (part.tensor != nullptr && part.first + part.count <= used && !isWrittenOver(stream, part, source))
            known.push_back(part);
    }
    std::ranges::stable_sort(known, {}, &Prepared::first);
    std::uint64_t next = 0;
    for (const Prepared& part : known) {
        if (part.first < next) continue; // another hint has named it
        if (part.first > next) out.push_back({next, part.first - next, nullptr});
        out.push_back(part);
        next = part.first + part.count;
    }
    if (next < used && next > 0) out.push_back({next, used - next, nullptr});
    return out;
}

} // namespace lw::concord
