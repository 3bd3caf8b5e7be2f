// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/scene/striding/mask_picture.h"

namespace lw::scene::striding {

namespace {

Json jsonOf(const MaskTensor& tensor) {
    Json values = Json::list();
    for (const MaskValue& value : tensor.values)
        values.push_back({{"value", value.value}, {"pixels", value.pixels}});
    return {{"role", tensor.role},
            {"written", tensor.written},
            {"values", std::move(values)},
            {"cells", jsonOf(tensor.cells)}};
}

} // namespace

Json jsonOf(const MaskPicture& picture) {
    Json tensors = Json::list(), errors = Json::list();
    for (const MaskTensor& tensor : picture.tensors) tensors.push_back(jsonOf(tensor));
    for (const PhaseError& error : picture.phaseErrors)
        errors.push_back({{"row", error.row}, {"column", error.column}});
    return {{"layer", picture.layer},
            {"mode", picture.mode},
            {"rowStride", picture.rowStride},
            {"columnStride", picture.columnStride},
            {"channel", picture.channel},
            {"channels", picture.channels},
            {"kept", picture.kept},
            {"dropped", picture.dropped},
            {"tensors", std::move(tensors)},
            {"phaseErrorCount", picture.phaseErrorCount},
            {"phaseErrors", std::move(errors)}};
}

} // namespace lw::scene::striding
