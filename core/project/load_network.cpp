// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/load_network.h"

#include "core/base/file.h"
#include "core/base/json_value.h"
#include "core/network/messages.h"
#include "core/network/network_json.h"
#include "core/network/resized.h"
#include "core/tensor/npy.h"
#include "core/tensor/npz.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>

namespace lw::project {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;     // of all tensors of a network
constexpr std::uint64_t kMostOnnxBytes = std::uint64_t{2} << 30; // the format's own limit

constexpr std::string_view kRecurrentKinds[] = {"lstm", "gru", "LSTM", "GRU"}; // in JSON and in ONNX

// Reads the tensors of one network, each archive once.
class TensorFolder {
  public:
    explicit TensorFolder(const std::string& folder) : m_loader(folder) {}

    Result<tensor::Tensor> load(const std::string& reference) {
        const std::size_t hash = reference.find('#');
        const std::string path = reference.substr(0, hash);
        if (path.empty() || std::filesystem::path(path).is_absolute())
            return Problem{&network::messages::kNotInside, {reference}, {}, {}, {}};
        auto tensor =
            hash == std::string::npos ? fromArray(path) : fromArchive(path, reference.substr(hash + 1));
        if (!tensor) return tensor;
        m_bytes += tensor->bytes().size();
        if (m_bytes > kMostBytes)
            return Problem{&network::messages::kTooMany,
                           {std::to_string(m_bytes), "bytes of weights", std::to_string(kMostBytes)},
                           {},
                           {},
                           {}};
        return tensor;
    }

    Result<std::string> loadText(const std::string& path) {
        if (path.empty() || std::filesystem::path(path).is_absolute())
            return Problem{&network::messages::kNotInside, {path}, {}, {}, {}};
        return m_loader.load(path);
    }

  private:
    Result<tensor::Tensor> fromArray(const std::string& path) {
        LW_TRY(const std::string bytes, m_loader.load(path));
        return tensor::parseNpy(std::as_bytes(std::span(bytes)), path);
    }
    Result<tensor::Tensor> fromArchive(const std::string& path, const std::string& name) {
        auto at = m_archives.find(path);
        if (at == m_archives.end()) {
            LW_TRY(std::string bytes, m_loader.load(path));
            at = m_archives.emplace(path, std::move(bytes)).first;
        }
        const auto file = std::as_bytes(std::span(at->second));
        LW_TRY(auto array, tensor::parseNpzMember(file, path, name, kMostBytes - m_bytes));
        if (array) return *std::move(array);
        LW_TRY(const auto known, tensor::namesInNpz(file, path));
        std::string names;
        for (const std::string& one : known) names += (names.empty() ? "" : ", ") + one;
        return Problem{&network::messages::kNoArray, {path, name, names}, {}, {}, {}};
    }

    source::FolderLoader m_loader;
    std::map<std::string, std::string> m_archives; // packed, as they are read
    std::uint64_t m_bytes = 0;
};

// Files in the folder of a model that hold weights of it, each read once.
class FilesBeside {
  public:
    explicit FilesBeside(const std::string& folder) : m_loader(folder, kMostBytes) {}

    Result<network::onnx::Bytes> load(const std::string& location) {
        auto at = m_files.find(location);
        if (at == m_files.end()) {
            if (std::filesystem::path(location).is_absolute())
                return Problem{&network::messages::kNotInside, {location}, {}, {}, {}};
            LW_TRY(std::string bytes, m_loader.load(location));
            at = m_files.emplace(location, std::move(bytes)).first;
        }
        return std::as_bytes(std::span(at->second));
    }

    network::onnx::OtherFile reader() {
        return [this](const std::string& location) { return load(location); };
    }

  private:
    source::FolderLoader m_loader;
    std::map<std::string, std::string> m_files;
};

// The folder of a file, by its path.
std::string folderOf(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

// What exporters call every graph that they write.
bool namesNothing(std::string_view name) {
    constexpr std::string_view kNames[] = {"", "torch_jit", "torch-jit-export", "main_graph", "tf2onnx"};
    return std::ranges::find(kNames, name) != std::end(kNames);
}

Result<network::Network> readOnnx(const std::string& path, const network::Section& where) {
    LW_TRY(const std::vector<std::byte> bytes, readFile(path, kMostOnnxBytes));
    FilesBeside beside(folderOf(path));
    LW_TRY(network::Network network, network::importOnnx(bytes, path, {}, where, beside.reader()));
    if (namesNothing(network.name)) network.name = std::filesystem::path(path).stem().string();
    return network;
}

// Some editors write a byte order mark first.
Outcome checkIsObject(std::string_view text, const std::string& path) {
    const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (first == text.npos || text[first] == '{') return Done{};
    return Problem{&network::messages::kNotNetwork, {path}, {}, {}, {}};
}

Result<network::Network> readNetwork(const std::string& path, source::Files& files,
                                     const network::Section& where) {
    if (path.ends_with(".onnx")) return readOnnx(path, where);
    LW_TRY(const std::uint32_t file, files.open(path));
    const std::string_view text = files[file].text();
    LW_TRY([[maybe_unused]] const Done object, checkIsObject(text, path));
    TensorFolder folder(folderOf(path));
    LW_TRY(network::Network network,
           network::parseNetwork(
               text, file, [&](const std::string& reference) { return folder.load(reference); },
               [&](const std::string& reference) { return folder.loadText(reference); }, where.image));
    return network::cut(std::move(network), where, path);
}

} // namespace

Result<network::Network> loadNetwork(const std::string& path, source::Files& files,
                                     const network::Section& where) {
    auto network = readNetwork(path, files, where);
    if (network || !where.image) return network;
    return network::withSizeThatFits(network.problem(), *where.image, [&](const network::ImageSize& image) {
        return bool(readNetwork(path, files, {where.from, where.until, image}));
    });
}

Result<bool> isRecurrent(const std::string& path) {
    const auto isNamed = [](std::string_view name) {
        return std::ranges::find(kRecurrentKinds, name) != std::end(kRecurrentKinds);
    };
    if (path.ends_with(".onnx")) {
        LW_TRY(const std::vector<std::byte> bytes, readFile(path, kMostOnnxBytes));
        LW_TRY(const network::onnx::Graph graph, network::onnx::parseModel(bytes, path));
        return std::ranges::any_of(graph.nodes, isNamed, &network::onnx::Node::operation);
    }
    LW_TRY(const std::string text, readTextFile(path));
    LW_TRY([[maybe_unused]] const Done object, checkIsObject(text, path));
    LW_TRY(const JsonValue json, parseJson(text, 0));
    LW_TRY([[maybe_unused]] const Done schema, network::checkSchema(json));
    const JsonValue* layers = json.find("layers");
    return layers && std::ranges::any_of(layers->items, [&](const JsonValue& layer) {
               const JsonValue* kind = layer.find("kind");
               return kind && isNamed(kind->text);
           });
}

NetworkCheck checkNetwork(const std::string& path, source::Files& files, const network::Section& where) {
    auto network = loadNetwork(path, files, where);
    if (network) return {*std::move(network), {}, {}};
    NetworkCheck out{{}, {network.problem()}, {}};
    if (!path.ends_with(".onnx")) return out;
    const auto bytes = readFile(path, kMostOnnxBytes);
    if (!bytes) return out;
    FilesBeside beside(folderOf(path));
    network::OnnxCheck all = network::checkOnnx(*bytes, path, where, beside.reader());
    if (!all.problems.empty()) out.problems = std::move(all.problems);
    out.unsupported = std::move(all.unsupported);
    return out;
}

Outcome saveNetwork(const network::Network& network, const std::string& path,
                    const network::DataFiles& data) {
    const network::NetworkFiles out =
        network::formatNetwork(network, std::filesystem::path(path).stem().string(), data);
    for (const network::TensorFile& file : out.tensors) {
        LW_TRY([[maybe_unused]] const Done one,
               tensor::writeNpy((std::filesystem::path(folderOf(path)) / file.name).string(), *file.tensor));
    }
    if (out.labels) {
        const std::filesystem::path labels = std::filesystem::path(folderOf(path)) / out.labelsFile;
        LW_TRY([[maybe_unused]] const Done one, writeFileAtomically(labels.string(), *out.labels));
    }
    return writeFileAtomically(path, out.json);
}

} // namespace lw::project
