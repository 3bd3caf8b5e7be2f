// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_model.h"

#include "core/network/messages.h"
#include "core/network/shapes.h"
#include "core/network/wire.h"

#include <array>
#include <cstring>

namespace lw::network::onnx {

namespace {

// Calls `each` for every field of a message.
template <typename Each> Outcome forFields(Bytes message, std::string_view file, const Each& each) {
    WireReader reader(file, message);
    while (true) {
        LW_TRY(const std::optional<WireField> field, reader.next());
        if (!field) return Done{};
        LW_TRY([[maybe_unused]] const Done one, each(reader, *field));
    }
}

Outcome readText(const WireReader& reader, const WireField& field, std::string& into) {
    LW_TRY(into, reader.text(field));
    return Done{};
}

Outcome addText(const WireReader& reader, const WireField& field, std::vector<std::string>& into) {
    LW_TRY(std::string text, reader.text(field));
    into.push_back(std::move(text));
    return Done{};
}

Outcome readInteger(const WireReader& reader, const WireField& field, std::int64_t& into) {
    LW_TRY(into, reader.integer(field));
    return Done{};
}

Result<std::pair<std::string, Attribute>> readAttribute(Bytes message, std::string_view file) {
    enum Field {
        kName = 1,
        kReal,
        kInteger,
        kText,
        kTensor,
        kGraph,
        kReals,
        kIntegers,
        kTexts,
        kTensors,
        kGraphs
    };
    std::pair<std::string, Attribute> out;
    Attribute& attribute = out.second;
    LW_TRY([[maybe_unused]] const Done all,
           forFields(message, file, [&](const WireReader& reader, const WireField& field) -> Outcome {
               switch (field.number) {
               case kName: return readText(reader, field, out.first);
               case kReal: {
                   LW_TRY(attribute.real, reader.real(field));
                   return Done{};
               }
               case kInteger: {
                   LW_TRY(attribute.integer, reader.integer(field));
                   return Done{};
               }
               case kText: {
                   LW_TRY(attribute.text, reader.text(field));
                   return Done{};
               }
               case kTensor: {
                   LW_TRY(attribute.tensor, reader.message(field));
                   return Done{};
               }
               case kReals: return reader.addFixed(field, WireType::Fixed32, attribute.reals);
               case kIntegers: return reader.addIntegers(field, attribute.integers);
               case kTexts: attribute.isOther = true; return addText(reader, field, attribute.texts);
               case kGraph:
               case kTensors:
               case kGraphs: attribute.isOther = true; return Done{};
               default: return Done{};
               }
           }));
    return out;
}

Result<Node> readNode(Bytes message, std::string_view file) {
    enum Field { kInput = 1, kOutput, kName, kOperation, kAttribute, kDocumentation, kDomain };
    Node node;
    LW_TRY([[maybe_unused]] const Done all,
           forFields(message, file, [&](const WireReader& reader, const WireField& field) -> Outcome {
               switch (field.number) {
               case kInput: return addText(reader, field, node.inputs);
               case kOutput: return addText(reader, field, node.outputs);
               case kName: return readText(reader, field, node.name);
               case kOperation: return readText(reader, field, node.operation);
               case kDomain: return readText(reader, field, node.domain);
               case kAttribute: {
                   LW_TRY(const Bytes bytes, reader.message(field));
                   LW_TRY(auto attribute, readAttribute(bytes, file));
                   if (!node.attributes.insert(std::move(attribute)).second)
                       return reader.damaged("a node has an attribute twice");
                   return Done{};
               }
               default: return Done{};
               }
           }));
    return node;
}

// TypeProto.Tensor of a value: its element type and extents.
Outcome readTensorType(Bytes message, std::string_view file, ValueInfo& into) {
    enum Field { kElementType = 1, kShape = 2, kExtent = 1, kValue = 1 };
    return forFields(message, file, [&](const WireReader& reader, const WireField& field) -> Outcome {
        if (field.number == kElementType) return readInteger(reader, field, into.elementType);
        if (field.number != kShape) return Done{};
        LW_TRY(const Bytes shape, reader.message(field));
        into.extents.emplace();
        return forFields(shape, file, [&](const WireReader& inner, const WireField& extent) -> Outcome {
            if (extent.number != kExtent) return Done{};
            LW_TRY(const Bytes bytes, inner.message(extent));
            into.extents->push_back(-1);
            return forFields(bytes, file, [&](const WireReader& last, const WireField& value) -> Outcome {
                return value.number == kValue ? readInteger(last, value, into.extents->back()) : Done{};
            });
        });
    });
}

Result<ValueInfo> readValueInfo(Bytes message, std::string_view file) {
    enum Field { kName = 1, kType = 2, kTensorType = 1 };
    ValueInfo info;
    LW_TRY([[maybe_unused]] const Done all,
           forFields(message, file, [&](const WireReader& reader, const WireField& field) -> Outcome {
               if (field.number == kName) return readText(reader, field, info.name);
               if (field.number != kType) return Done{};
               LW_TRY(const Bytes type, reader.message(field));
               return forFields(type, file, [&](const WireReader& inner, const WireField& one) -> Outcome {
                   if (one.number != kTensorType) return Done{};
                   LW_TRY(const Bytes bytes, inner.message(one));
                   return readTensorType(bytes, file, info);
               });
           }));
    return info;
}

Result<std::string> tensorName(Bytes message, std::string_view file) {
    constexpr std::uint32_t kName = 8;
    std::string name;
    LW_TRY([[maybe_unused]] const Done all,
           forFields(message, file, [&](const WireReader& reader, const WireField& field) -> Outcome {
               return field.number == kName ? readText(reader, field, name) : Done{};
           }));
    return name;
}

Outcome readGraph(Bytes message, std::string_view file, Graph& graph) {
    enum Field {
        kNode = 1,
        kName = 2,
        kInitializer = 5,
        kInput = 11,
        kOutput = 12,
        kValue = 13,
        kSparse = 15
    };
    return forFields(message, file, [&](const WireReader& reader, const WireField& field) -> Outcome {
        if (field.number == kName) return readText(reader, field, graph.name);
        if (field.number == kSparse) return reader.damaged("sparse tensors are not supported");
        if (field.number != kNode && field.number != kInitializer && field.number != kInput &&
            field.number != kOutput && field.number != kValue)
            return Done{};
        LW_TRY(const Bytes bytes, reader.message(field));
        if (field.number == kNode) {
            if (graph.nodes.size() == kMostLayers) return reader.damaged("it has too many nodes");
            LW_TRY(Node node, readNode(bytes, file));
            graph.nodes.push_back(std::move(node));
        } else if (field.number == kInitializer) {
            LW_TRY(const std::string name, tensorName(bytes, file));
            if (!graph.initializers.emplace(name, bytes).second)
                return reader.damaged("two tensors have the name \"" + name + "\"");
        } else {
            LW_TRY(ValueInfo info, readValueInfo(bytes, file));
            if (field.number == kOutput) graph.outputs.push_back(info);
            (field.number == kInput ? graph.inputs : graph.values).push_back(std::move(info));
        }
        return Done{};
    });
}

// The version of the standard operators that the file was written for.
Outcome readOperatorSet(Bytes message, std::string_view file, Graph& graph) {
    enum Field { kDomain = 1, kVersion = 2 };
    std::string domain;
    std::int64_t version = 0;
    LW_TRY([[maybe_unused]] const Done all,
           forFields(message, file, [&](const WireReader& reader, const WireField& field) -> Outcome {
               if (field.number == kDomain) return readText(reader, field, domain);
               return field.number == kVersion ? readInteger(reader, field, version) : Done{};
           }));
    if (domain.empty() || domain == "ai.onnx") graph.operatorSet = version;
    return Done{};
}

// Other things often called .onnx, by their first bytes.
struct OtherKind {
    std::string_view begin, what;
};
constexpr std::array<OtherKind, 4> kOtherKinds{
    {{"version https://git-lfs", "it stands for a file that is stored elsewhere: `git lfs pull` gets it"},
     {"<", "it is a web page; download the file itself"},
     {"PK\3\4", "it is a ZIP archive, as PyTorch's .pt and .pth files are; torch.onnx.export writes ONNX"},
     {"\x89HDF", "it is an HDF5 file, as Keras writes; tf2onnx converts it"}}};

Outcome checkKind(Bytes file, std::string_view name) {
    for (const auto& [begin, what] : kOtherKinds)
        if (file.size() >= begin.size() && std::memcmp(file.data(), begin.data(), begin.size()) == 0)
            return WireReader(name, file).damaged(std::string(what));
    return Done{};
}

} // namespace

Result<Graph> parseModel(Bytes file, std::string_view name) {
    enum Field { kGraph = 7, kOperatorSet = 8 };
    LW_TRY([[maybe_unused]] const Done kind, checkKind(file, name));
    Graph graph;
    bool isThere = false;
    LW_TRY([[maybe_unused]] const Done all,
           forFields(file, name, [&](const WireReader& reader, const WireField& field) -> Outcome {
               if (field.number != kGraph && field.number != kOperatorSet) return Done{};
               LW_TRY(const Bytes bytes, reader.message(field));
               if (field.number == kOperatorSet) return readOperatorSet(bytes, name, graph);
               if (isThere) return reader.damaged("it has two graphs");
               isThere = true;
               return readGraph(bytes, name, graph);
           }));
    if (!isThere) return WireReader(name, file).damaged("it has no graph");
    return graph;
}

} // namespace lw::network::onnx
