// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/foreign_values.h"

#include "core/base/json_value.h"
#include "core/network/image_order.h"
#include "core/network/json_readers.h"
#include "core/numeric/half.h"
#include "core/project/messages.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace lw::project {

using concord::Numbers;
using concord::Piece;
using concord::Pieces;

namespace {

constexpr std::size_t kMostSuspects = 64; // nodes in which a mistake is looked for

// What a name stands for: vectors of nodes, and which of their numbers are not filling.
struct NamedValue {
    const concord::TensorName* tensor = nullptr;
    Pieces pieces;
    std::uint32_t last = 0; // node
    std::vector<std::size_t> logical;
};

Pieces slice(const Pieces& of, std::uint64_t first, std::uint64_t count) {
    Pieces out;
    std::uint64_t at = 0;
    for (const Piece& piece : of)
        concord::overPiece(piece, [&](std::uint32_t vector) {
            if (at >= first && at < first + count) out.push_back({piece.node, vector, 1});
            ++at;
        });
    return out;
}

void finish(NamedValue& value, std::uint32_t n) {
    for (const Piece& piece : value.pieces) value.last = std::max(value.last, piece.node);
    const auto& shape = value.tensor->shape;
    const std::uint64_t groups = shape.size() == 2 ? shape[0] : 1, vectors = concord::countOf(value.pieces);
    const std::uint64_t each = value.tensor->count / groups * n, kept = shape.empty() ? each : shape.back();
    for (std::uint64_t i = 0; i < vectors * n; ++i)
        if (i % each < kept) value.logical.push_back(i);
}

// In the order of the graph.
std::vector<NamedValue> namedValues(const Software& of) {
    std::vector<NamedValue> out;
    for (const concord::TensorName& tensor : of.stream.tensors) {
        NamedValue value{&tensor, {}, 0, {}};
        if (tensor.memory == concord::nameOf(concord::kFromQueue) &&
            tensor.first + tensor.count <= concord::usedOf(of.graph, concord::kFromQueue))
            value.pieces = {{concord::kFromQueue, static_cast<std::uint32_t>(tensor.first),
                             static_cast<std::uint32_t>(tensor.count)}};
        if (tensor.memory == "netout") value.pieces = slice(of.graph.output, tensor.first, tensor.count);
        for (const concord::Written& written : of.graph.writes) {
            const concord::Op& op = of.stream.chains[written.chain].ops[written.op];
            const bool isOf = !areMatrices(op.kind) &&
                              concord::nameOfPlace(of.stream, written.memory, written.first,
                                                   concord::countOf(written.pieces), op.bundle) == &tensor;
            if (isOf) value.pieces.insert(value.pieces.end(), written.pieces.begin(), written.pieces.end());
        }
        if (value.pieces.empty()) continue;
        finish(value, of.stream.format.n);
        out.push_back(std::move(value));
    }
    std::ranges::stable_sort(out, {}, &NamedValue::last);
    return out;
}

std::uint16_t codeAt(const tensor::Tensor& array, std::uint64_t element) {
    if (array.dtype() == tensor::DType::U16) return array.at<std::uint16_t>(element);
    const double value = tensor::valueAt(array, element);
    return std::isnan(value) ? numeric::kHalfNan : numeric::halfOf(value, numeric::Overflow::Infinity);
}

bool isSame(std::uint16_t x, std::uint16_t y) {
    const auto isNan = [](std::uint16_t code) { return (code & 0x7fff) > 0x7c00; };
    return x == y || (isNan(x) && isNan(y));
}

// Looks for the node whose mistake reaches the value that differs.
class Search {
  public:
    // Of the value the native vector with the number `first` is looked at: others may have mistakes too.
    Search(const Software& of, const concord::NodeNumbers& numbers, const NamedValue& value,
           const std::vector<std::uint16_t>& theirs, std::size_t first)
        : m_of(of), m_numbers(numbers), m_value(value), m_theirs(theirs) {
        const std::size_t n = of.stream.format.n, vector = value.logical[first] / n;
        for (std::size_t i = 0; i < theirs.size(); ++i)
            if (value.logical[i] / n == vector) m_compared.push_back(i);
    }

    // `known`: values that are equal, after which nobody needs to look.
    void run(std::span<const NamedValue* const> known, ForeignComparison& out) const {
        std::set<std::uint32_t> cleared, suspects;
        for (const NamedValue* one : known)
            for (const Piece& piece : one->pieces) addBehind(piece.node, {}, cleared);
        for (const Piece& piece : m_value.pieces) addBehind(piece.node, cleared, suspects);
        std::size_t looked = 0;
        for (const std::uint32_t node : suspects) {
            const concord::OpKind kind = m_of.graph.nodes[node].kind;
            if (node < concord::kSources || areMatrices(kind)) continue;
            if (++looked > kMostSuspects) return;
            out.trap = concord::likelyTrap(m_of.graph, m_of.stream, m_numbers, node,
                                           [&](const Numbers& value) { return reaches(node, value); });
            if (!out.trap) continue;
            out.trapNode = node;
            return;
        }
    }

  private:
    void addBehind(std::uint32_t node, const std::set<std::uint32_t>& but,
                   std::set<std::uint32_t>& to) const {
        if (but.contains(node) || !to.insert(node).second) return;
        for (const Pieces* pieces : {&m_of.graph.nodes[node].in, &m_of.graph.nodes[node].operand})
            for (const Piece& piece : *pieces) addBehind(piece.node, but, to);
    }

    // With another value in a node, and all after it computed again.
    bool reaches(std::uint32_t from, const Numbers& value) const {
        const concord::Format& format = m_of.stream.format;
        concord::NodeNumbers numbers = m_numbers;
        std::set<std::uint32_t> changed{from};
        numbers[from] = roundedOf(value);
        for (std::uint32_t number = from + 1; number <= m_value.last; ++number) {
            const concord::Node& node = m_of.graph.nodes[number];
            const auto isChanged = [&](const Piece& piece) { return changed.contains(piece.node); };
            if (areMatrices(node.kind) ||
                (std::ranges::none_of(node.in, isChanged) && std::ranges::none_of(node.operand, isChanged)))
                continue;
            const std::uint32_t each = node.kind == concord::OpKind::Product ? format.n * format.n : format.n;
            numbers[number] = concord::valueOf(node, format, concord::numbersOf(node.in, numbers, format.n),
                                               concord::numbersOf(node.operand, numbers, each));
            changed.insert(number);
        }
        const auto codes = concord::codesOf(concord::numbersOf(m_value.pieces, numbers, format.n), format);
        return std::ranges::all_of(
            m_compared, [&](std::size_t i) { return isSame(codes[m_value.logical[i]], m_theirs[i]); });
    }
    Numbers roundedOf(const Numbers& value) const {
        Numbers out;
        for (const std::uint16_t code : concord::codesOf(value, m_of.stream.format))
            out.push_back(numeric::halfValue(code));
        return out;
    }

    const Software& m_of;
    const concord::NodeNumbers& m_numbers;
    const NamedValue& m_value;
    const std::vector<std::uint16_t>& m_theirs;
    std::vector<std::size_t> m_compared;
};

// The vector of a node that a number of the value is in.
std::optional<FirstDifference> placeOf(const NamedValue& value, std::size_t number, std::uint32_t n) {
    std::optional<FirstDifference> out;
    std::size_t at = 0;
    for (const Piece& piece : value.pieces)
        concord::overPiece(piece, [&](std::uint32_t vector) {
            if (at++ == number / n && piece.node >= concord::kSources)
                out = FirstDifference{piece.node, vector, number % n, 0, 0};
        });
    return out;
}

// Those of an array, without what fills vectors up.
Result<std::vector<std::uint16_t>> codesOf(const tensor::Tensor& array, const NamedValue& value,
                                           std::uint32_t n) {
    const std::uint64_t all = concord::countOf(value.pieces) * n, count = array.count();
    if (count != all && count != value.logical.size())
        return Problem{&messages::kOtherCount,
                       {value.tensor->name, std::to_string(count), std::to_string(value.logical.size()),
                        std::to_string(all)},
                       {},
                       {},
                       {}};
    std::vector<std::uint16_t> out;
    for (std::size_t i = 0; i < value.logical.size(); ++i)
        out.push_back(codeAt(array, count == all ? value.logical[i] : i));
    return out;
}

void explainFirst(const Software& of, const program::Program& program, const NamedValue& value,
                  std::size_t number, std::uint16_t ours, const std::vector<std::uint16_t>& theirs,
                  const concord::NodeNumbers& numbers, std::span<const NamedValue* const> known,
                  ForeignComparison& out) {
    auto first = placeOf(value, value.logical[number], of.stream.format.n);
    if (!first) {
        out.lines = {"it comes from the network: give both the same numbers"};
        return;
    }
    first->firmware = ours;
    first->software = theirs[number];
    out.lines = {textOf(*first, of)};
    for (std::string& line : linesOf(of, program, *first, numbers)) out.lines.push_back(std::move(line));
    Search(of, numbers, value, theirs, number).run(known, out);
    if (!out.trap) {
        out.lines.emplace_back("none of the mistakes T1 to T11 in one place gives this value");
        return;
    }
    const concord::Node& node = of.graph.nodes[*out.trapNode];
    const concord::Op& op = of.stream.chains[node.chain].ops[node.op];
    const concord::TrapWords words = concord::wordsOf(*out.trap);
    out.lines.push_back("likely " + std::string(words.name) + " in v" + std::to_string(*out.trapNode) +
                        " (instruction " + std::to_string(op.bundle) + ", " + op.text +
                        "): " + std::string(words.text));
}

} // namespace

namespace {

// {"array": "its name", "layout": "nchw"}
Result<ForeignName> laidName(const std::string& name, const JsonValue& value) {
    constexpr std::string_view kRequired[] = {"array"}, kOptional[] = {"layout"};
    LW_TRY(const JsonObject object, JsonObject::of(value, name, kRequired, kOptional));
    ForeignName out{name, {}};
    LW_TRY(out.array, object.text("array"));
    if (!object.has("layout")) return out;
    LW_TRY(const std::size_t layout, network::readChoice(object, "layout", network::kImageOrderNames));
    out.isChannelsFirst = static_cast<network::ImageOrder>(layout) == network::ImageOrder::ChannelsFirst;
    return out;
}

} // namespace

Result<std::vector<ForeignName>> readNameMap(const std::string& text, const std::string& path) {
    const auto refused = [&](std::string why) {
        return Problem{&messages::kBadNameMap, {path, std::move(why)}, {}, {}, {}};
    };
    const auto json = parseJson(text, Place::kNoFile);
    if (!json) return refused(textOf(json.problem()));
    if (json->kind != JsonValue::Kind::Object) return refused("it is not an object");
    std::vector<ForeignName> out;
    for (std::size_t i = 0; i < json->keys.size(); ++i) {
        const JsonValue& value = json->items[i];
        if (value.kind == JsonValue::Kind::Object) {
            auto laid = laidName(json->keys[i], value);
            if (!laid) {
                Problem problem = laid.problem();
                problem.notes.push_back({&messages::kInFile, {path}, {}});
                return problem;
            }
            out.push_back(*std::move(laid));
        } else if (value.kind == JsonValue::Kind::Text) {
            out.push_back({json->keys[i], value.text});
        } else {
            return refused(json->keys[i] + " is not a name");
        }
    }
    return out;
}

Result<tensor::Tensor> channelsLast(const std::string& name, const tensor::Tensor& array) {
    tensor::Shape shape = array.shape();
    if (shape.size() < 2 || shape.size() > 4)
        return Problem{&messages::kForeignLayout, {name, tensor::shapeText(shape)}, {}, {}, {}};
    const std::size_t at = shape.size() == 4 ? 1 : 0; // of the channels
    const std::uint64_t batch = at == 0 ? 1 : shape[0], channels = shape[at];
    if (array.count() == 0) return array;
    const std::uint64_t pixels = array.count() / batch / channels, each = sizeOf(array.dtype());
    std::rotate(shape.begin() + static_cast<std::ptrdiff_t>(at),
                shape.begin() + static_cast<std::ptrdiff_t>(at) + 1, shape.end());
    tensor::Tensor out(array.dtype(), shape);
    const std::byte* from = array.bytes().data();
    for (std::uint64_t image = 0; image < batch; ++image)
        for (std::uint64_t channel = 0; channel < channels; ++channel)
            for (std::uint64_t pixel = 0; pixel < pixels; ++pixel, from += each)
                std::memcpy(out.bytes().data() + ((image * pixels + pixel) * channels + channel) * each, from,
                            each);
    return out;
}

Result<ForeignComparison> compareForeign(const Software& of, const program::Program& program,
                                         const Observed& firmware, const ArrayNamed& arrays) {
    ForeignComparison out;
    const std::vector<NamedValue> values = namedValues(of);
    const concord::NodeNumbers numbers = numbersOf(of, firmware);
    const std::uint32_t n = of.stream.format.n;
    std::vector<const NamedValue*> known;
    std::string names;
    for (const NamedValue& value : values) {
        const std::string& name = value.tensor->name;
        names += (names.empty() ? "" : ", ") + name;
        LW_TRY(const std::optional<tensor::Tensor> array, arrays(name));
        if (!array) {
            out.missing.push_back(name);
            continue;
        }
        LW_TRY(const std::vector<std::uint16_t> theirs, codesOf(*array, value, n));
        const auto ours = concord::codesOf(concord::numbersOf(value.pieces, numbers, n), of.stream.format);
        NamedComparison& row = out.values.emplace_back(NamedComparison{name, theirs.size(), 0});
        std::optional<std::size_t> first;
        for (std::size_t i = 0; i < theirs.size(); ++i) {
            const bool same = isSame(ours[value.logical[i]], theirs[i]);
            row.equal += same ? 1 : 0;
            if (!same && !first) first = i;
        }
        if (!first) known.push_back(&value);
        if (!first || !out.differs.empty()) continue;
        out.differs = name;
        explainFirst(of, program, value, *first, ours[value.logical[*first]], theirs, numbers, known, out);
    }
    if (!out.values.empty()) return out;
    return Problem{&messages::kNoNamedValues, {names.empty() ? "none" : names}, {}, {}, {}};
}

Result<ForeignComparison> compareForeign(const Software& of, const program::Program& program,
                                         const Observed& firmware,
                                         std::span<const tensor::NamedArray> arrays) {
    const auto named = [&](const std::string& name) -> Result<std::optional<tensor::Tensor>> {
        const auto found = std::ranges::find(arrays, name, &tensor::NamedArray::name);
        return found == arrays.end() ? std::optional<tensor::Tensor>() : std::optional(found->tensor);
    };
    return compareForeign(of, program, firmware, ArrayNamed(named));
}

} // namespace lw::project
