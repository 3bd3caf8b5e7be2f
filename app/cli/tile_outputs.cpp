// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_outputs.h"

#include "app/cli/messages.h"
#include "core/base/file.h"
#include "core/lower/tensor_names.h"
#include "core/network/outputs.h"
#include "core/network/quantisation.h"
#include "core/source/files.h"
#include "core/tensor/npy.h"
#include "core/tensor/picture.h"

#include <algorithm>
#include <filesystem>

namespace lw::cli {

using network::Network;
using network::ValueId;
using tensor::Tensor;

namespace {

std::string textOf(const Agreement& one) {
    const std::string out =
        "equal, " + std::to_string(one.equal) + " of " + std::to_string(one.elements) + " elements";
    if (one.signedZeros == 0) return out;
    return out + ", " + std::to_string(one.signedZeros) + " of them zeros of another sign";
}

} // namespace

std::string agreementText(const Network& network, const std::vector<Agreement>& agreements) {
    if (agreements.size() == 1) return " " + textOf(agreements.front());
    const std::vector<ValueId> outputs = network::distinctOutputs(network);
    std::string out;
    for (std::size_t i = 0; i < agreements.size(); ++i)
        out += "\n  " + network::nameOf(network, outputs[i]) + ": " + textOf(agreements[i]);
    return out;
}

Json jsonOf(const Network& network, const std::vector<Agreement>& agreements) {
    const std::vector<ValueId> outputs = network::distinctOutputs(network);
    Json out = Json::list();
    for (std::size_t i = 0; i < agreements.size(); ++i) {
        Json one{{"name", network::nameOf(network, outputs[i])}};
        note(agreements[i], one);
        out.push_back(std::move(one));
    }
    return out;
}

Result<std::size_t> outputNamed(const Network& network, const std::string& name) {
    const std::vector<ValueId> outputs = network::distinctOutputs(network);
    std::string names;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::string& own = network::nameOf(network, outputs[i]);
        if (own == name) return i;
        names += (i == 0 ? "" : ", ") + own;
    }
    return Problem{&messages::kNoOutput, {name, names}, {}, {}, {}};
}

Result<std::vector<OutputFile>> outputFilesIn(const Arguments& arguments, std::string_view option,
                                              std::string_view ending, const Network& network) {
    std::vector<OutputFile> out;
    for (const std::string& value : arguments.values(option)) {
        const std::size_t equals = value.find('=');
        OutputFile& one = out.emplace_back(0, value.substr(equals == std::string::npos ? 0 : equals + 1));
        if (!one.file.ends_with(ending))
            return Problem{
                &messages::kOtherEnding, {std::string(option), std::string(ending), one.file}, {}, {}, {}};
        if (equals == std::string::npos) continue;
        LW_TRY(one.output, outputNamed(network, value.substr(0, equals)));
    }
    return out;
}

Outcome writePicture(const OutputFile& file, const Network& network, const std::vector<Tensor>& outputs) {
    const ValueId id = network::distinctOutputs(network)[file.output];
    const Tensor& output = outputs[file.output];
    const auto step = output.dtype() == tensor::DType::I8 ? network::stepOf(network, id) : std::nullopt;
    LW_TRY(
        const tensor::Picture picture,
        tensor::pictureOf(step ? network::numbersOf(output, *step, network::zeroOf(network, id)) : output));
    return writeFileAtomically(file.file, tensor::encodePng(picture));
}

Result<std::vector<std::string>> writeOutputs(const Network& network, const std::vector<Tensor>& outputs,
                                              const std::string& folder) {
    std::error_code failed; // a failed write reports it
    std::filesystem::create_directories(folder, failed);
    const std::vector<ValueId> values = network::distinctOutputs(network);
    lower::TensorNames names; // names allowed for files
    std::vector<std::string> out;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        out.push_back(source::pathIn(folder, names.take(network::nameOf(network, values[i])) + ".npy"));
        LW_TRY([[maybe_unused]] const Done written, tensor::writeNpy(out.back(), outputs[i]));
    }
    return out;
}

} // namespace lw::cli
