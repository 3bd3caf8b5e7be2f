// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/scene/striding/patch_picture.h"

namespace lw::scene::striding {

namespace {

Json maybe(const auto& number) { return number ? Json(*number) : Json(); }

Json jsonOf(const PatchPass& pass) {
    return {{"kernelRow", pass.products.row},
            {"kernelColumn", pass.products.column},
            {"taps", pass.products.taps},
            {"channel", pass.products.channel},
            {"channels", pass.products.channels},
            {"instruction", pass.instruction},
            {"tile", pass.tile},
            {"cellRow", pass.cellRow},
            {"cellColumn", pass.cellColumn},
            {"vector", pass.vector},
            {"state", kPassStateNames[static_cast<std::size_t>(pass.state)]},
            {"firstClock", maybe(pass.firstClock)},
            {"lastClock", maybe(pass.lastClock)},
            {"chain", pass.chain},
            {"sum", pass.sum}};
}

Json jsonOf(const PatchStep& step) {
    return {{"kind", kStepNames[static_cast<std::size_t>(step.kind)]},
            {"mnemonic", step.mnemonic},
            {"instruction", maybe(step.instruction)},
            {"operand", step.operand},
            {"value", step.value},
            {"isThere", step.isThere}};
}

} // namespace

Json jsonOf(const PatchPicture& picture) {
    Json tensors = Json::list(), passes = Json::list(), steps = Json::list();
    for (const PatchTensor tensor : picture.tensors)
        tensors.push_back(kPatchTensorNames[static_cast<std::size_t>(tensor)]);
    for (const PatchPass& pass : picture.passes) passes.push_back(jsonOf(pass));
    for (const PatchStep& step : picture.steps) steps.push_back(jsonOf(step));
    return {{"layer", picture.layer},
            {"mode", picture.mode},
            {"tensor", kPatchTensorNames[static_cast<std::size_t>(picture.place.tensor)]},
            {"row", picture.place.row},
            {"column", picture.place.column},
            {"channel", picture.place.channel},
            {"tensors", std::move(tensors)},
            {"rows", picture.rows},
            {"columns", picture.columns},
            {"channels", picture.channels},
            {"sumRow", picture.sumRow},
            {"sumColumn", picture.sumColumn},
            {"inputRow", picture.inputRow},
            {"inputColumn", picture.inputColumn},
            {"rowStep", picture.rowStep},
            {"columnStep", picture.columnStep},
            {"kernelRows", picture.kernelRows},
            {"kernelColumns", picture.kernelColumns},
            {"firstInputChannel", picture.firstInputChannel},
            {"inputChannels", picture.inputChannels},
            {"inputName", picture.inputName},
            {"tilesName", picture.tilesName},
            {"input", jsonOf(picture.input)},
            {"kernel", jsonOf(picture.kernel)},
            {"products", jsonOf(picture.products)},
            {"running", jsonOf(picture.running)},
            {"channelSums", Json::list(picture.channelSums)},
            {"arrayRows", picture.arrayRows},
            {"arrayColumns", picture.arrayColumns},
            {"passes", std::move(passes)},
            {"steps", std::move(steps)},
            {"window", jsonOf(picture.window)},
            {"value", picture.value},
            {"stored", picture.stored},
            {"check", kPatchCheckNames[static_cast<std::size_t>(picture.check)]}};
}

} // namespace lw::scene::striding
