// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/stream_check.h"

#include "core/concord/graph.h"
#include "core/concord/places.h"
#include "core/concord/value_names.h"

#include <algorithm>
#include <cctype>

namespace lw::concord {

namespace {

using Fault = std::optional<std::string>;
constexpr std::uint64_t kMostVectors = std::uint64_t{1} << 25, kMostLocations = 1 << 22,
                        kMostWindow = 1 << 16;
constexpr std::size_t kMostMemories = 16;
constexpr const char* kMatrixFile = "MatrixRf";

// Stands in a comment or a string of the software.
bool isOneLine(const std::string& text) {
    return std::ranges::none_of(text, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '\\' || c == '"';
    });
}

bool isWord(const std::string& name, const char* more) {
    const auto isPart = [&](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view(more).find(c) != std::string_view::npos;
    };
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
           std::ranges::all_of(name, isPart);
}

// A variable of the software is called so.
bool isMemory(const std::string& name) {
    for (const char* const known : {"InitialVrf", "AddSubVrf0", "AddSubVrf1", "MultiplyVrf", kVectorDram})
        if (name == known) return true;
    return isWord(name, "_") && UsedNames().take(name) == name;
}

bool hasOperand(OpKind kind) { return kind >= OpKind::Add && kind <= OpKind::Multiply; }
bool isFunction(OpKind kind) { return kind >= OpKind::Add && kind <= OpKind::Softmax; }
bool isWrite(OpKind kind) { return kind == OpKind::Write || kind == OpKind::WriteQuantised; }

bool isMemoryOf(OpKind kind, const std::string& memory) {
    switch (kind) {
    case OpKind::Read:
    case OpKind::Write:
    case OpKind::WriteQuantised: return memory == kQueue || isMemory(memory);
    case OpKind::Product:
    case OpKind::WriteMatrix: return memory == kMatrixFile;
    case OpKind::ReadMatrix: return memory == kQueue || memory == kMatrixDram;
    case OpKind::StoreMatrix: return memory == kMatrixDram;
    case OpKind::Window: return isMemory(memory);
    default: return hasOperand(kind) ? isMemory(memory) : memory.empty();
    }
}

Fault windowFault(const Op& op) {
    const Window& w = op.window;
    for (const std::uint32_t one : {w.width, w.height, w.depth, w.windowWidth, w.windowHeight, w.strideX,
                                    w.strideY, w.across, w.padLeft + 1, w.padTop + 1})
        if (one == 0 || one > kMostWindow) return "a size of its windows is 0, or too large";
    if (w.pictureVectors() > kMostLocations) return "its picture is too large";
    if (op.skip >= w.windowVectors()) return "\"skip\" leaves nothing of its windows";
    return {};
}

// The first location after all that it reads or writes, in every turn of the loops around it.
std::uint64_t endOf(const OpStream& stream, const std::vector<std::uint32_t>& loops, const Chain& chain,
                    const Op& op) {
    std::uint64_t out =
        op.first + std::uint64_t{op.step} * (chain.turns - 1) + std::uint64_t{chain.rows} * chain.columns;
    for (std::size_t i = 0; i < loops.size(); ++i)
        out += std::uint64_t{op.moves[i]} * (stream.loops[loops[i]].turns - 1);
    return op.kind == OpKind::Window ? std::max(out, op.picture + op.window.pictureVectors()) : out;
}

Fault loopFault(const OpStream& stream) {
    std::vector<std::uint64_t> ends;
    std::uint64_t before = 0;
    for (const Loop& loop : stream.loops) {
        const std::uint64_t end = std::uint64_t{loop.first} + loop.count;
        while (!ends.empty() && ends.back() <= loop.first) ends.pop_back();
        if (loop.first < before || end > (ends.empty() ? stream.chains.size() : ends.back()))
            return "loops must be in the order of their first chains, each wholly in another or after it";
        before = loop.first;
        ends.push_back(end);
        if (ends.size() > kMostLoops)
            return "more than " + std::to_string(kMostLoops) + " loops in each other";
        if (!isOneLine(loop.text)) return "the text of a loop has characters that no comment may have";
    }
    return {};
}

// Of a chain in its loops.
Fault placeFault(const OpStream& stream, std::uint32_t number) {
    const std::vector<std::uint32_t> loops = loopsAround(stream, number);
    for (const Op& op : stream.chains[number].ops) {
        for (std::size_t i = loops.size(); i < kMostLoops; ++i)
            if (op.moves[i] != 0 || op.rounding.moves[i] != 0)
                return "\"" + op.text + "\" moves with a loop that is not around it";
        if (endOf(stream, loops, stream.chains[number], op) > kMostLocations)
            return "\"" + op.text + "\" goes beyond location " + std::to_string(kMostLocations);
    }
    return {};
}

std::uint64_t vectorsOf(const OpStream& stream, const Part& part) {
    std::uint64_t out = 0;
    overPart(
        stream, part,
        [&](std::uint32_t number) {
            const Chain& chain = stream.chains[number];
            const std::uint64_t each = std::uint64_t{chain.rows} * chain.columns * chain.turns;
            for (const Op& op : chain.ops) {
                const bool areRows = op.kind == OpKind::ReadMatrix && op.memory == kQueue; // of matrices
                out += std::min(kMostVectors + 1,
                                std::min(each, kMostVectors + 1) * (areRows ? stream.format.n : 1) +
                                    (op.kind == OpKind::Window ? op.window.pictureVectors() : 0));
            }
        },
        [&](std::uint32_t loop, const Part& body) {
            out += std::min(kMostVectors + 1, vectorsOf(stream, body) * stream.loops[loop].turns);
        });
    return std::min(kMostVectors + 1, out);
}

} // namespace

Fault faultOf(const Op& op) {
    if (!isOneLine(op.text)) return "its text has characters that no comment may have";
    if (!isMemoryOf(op.kind, op.memory))
        return "\"" + std::string(nameOf(op.kind)) + "\" is nothing that memory \"" + op.memory + "\" is for";
    if (op.kind == OpKind::Window) return windowFault(op);
    return {};
}

Fault faultOf(const Chain& chain) {
    if (!chain.layer.empty() && !isWord(chain.layer, "_.@"))
        return "its layer has no name that a function may have";
    if (!std::ranges::all_of(chain.labels, isOneLine))
        return "a label has characters that no comment may have";
    const auto kindAt = [&](std::size_t i) { return chain.ops[i].kind; };
    const std::size_t count = chain.ops.size();
    if (count < 2) return "it reads, and writes in the end";
    if (kindAt(0) == OpKind::ReadMatrix)
        return count == 2 && (kindAt(1) == OpKind::WriteMatrix || kindAt(1) == OpKind::StoreMatrix)
                   ? Fault()
                   : "matrices are read and written, and nothing else";
    if (kindAt(0) != OpKind::Read && kindAt(0) != OpKind::Window) return "it begins with what it reads";
    std::size_t at = 1;
    if (kindAt(at) == OpKind::Product) ++at;
    while (at < count && isFunction(kindAt(at))) {
        const Op& op = chain.ops[at++];
        const std::uint64_t most = std::uint64_t{chain.rows} << 12;
        if (op.kind == OpKind::Softmax && (op.length == 0 || op.length > most))
            return "softmax is of no elements, or of too many";
    }
    if (at == count || !isWrite(kindAt(at))) return "what is computed has to be written";
    while (at < count && isWrite(kindAt(at))) ++at;
    return at == count ? Fault() : "after reading come a product, functions and writes, in this order";
}

Fault faultOf(const TensorName& tensor) {
    if (!isWord(tensor.name, "_.@") || !isOneLine(tensor.memory))
        return "a tensor has no name that a variable may have";
    if (std::ranges::find(tensor.shape, std::uint64_t{0}) != tensor.shape.end())
        return "a tensor has no size";
    for (const ArrayPart& part : tensor.parts) {
        if (!isWord(part.array, "_.@"))
            return "what a tensor is made of has no name that a variable may have";
        if (tensor.shape.empty() || (part.end != 0 && part.end - part.first != tensor.shape.front()))
            return "what a tensor is made of has other rows than the tensor";
    }
    return {};
}

Fault faultOf(const OpStream& stream) {
    if (!isOneLine(stream.name)) return "the firmware's name has characters that no comment may have";
    if (auto wrong = loopFault(stream)) return wrong;
    if (vectorMemories(stream).size() > kMostMemories)
        return "it has more memories than " + std::to_string(kMostMemories);
    for (std::uint32_t number = 0; number < stream.chains.size(); ++number) {
        if (auto wrong = placeFault(stream, number)) return "chain " + std::to_string(number) + ": " + *wrong;
        for (const Op& op : stream.chains[number].ops)
            if (op.kind == OpKind::Softmax && op.length > stream.chains[number].rows * stream.format.n)
                return "chain " + std::to_string(number) + ": softmax is of more elements than there are";
    }
    return {};
}

bool isSmallEnough(const OpStream& stream) { return vectorsOf(stream, wholeOf(stream)) <= kMostVectors; }

} // namespace lw::concord
