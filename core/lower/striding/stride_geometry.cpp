// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/stride_geometry.h"

#include "core/base/check.h"
#include "core/network/geometry.h"

namespace lw::lower::striding {

StrideGeometry strideGeometryOf(const network::Layer& layer, const tensor::Shape& image) {
    LW_REQUIRE(layer.kind == network::Kind::Conv && image.size() == 3, "a convolution of an image");
    StrideGeometry out;
    out.inputRows = image[0];
    out.inputColumns = image[1];
    out.inputChannels = image[2];
    out.channels = layer.weights.shape().back();
    out.kernel = layer.kernel;
    out.stride = layer.stride;
    out.dilation = layer.dilation;
    out.pad = layer.pad;
    out.groups = layer.groups;
    network::Axis rows = network::rowsOf(layer, image), columns = network::columnsOf(layer, image);
    out.rows = static_cast<std::uint64_t>(rows.windows(false));
    out.columns = static_cast<std::uint64_t>(columns.windows(false));
    rows.stride = columns.stride = 1;
    out.firstRows = static_cast<std::uint64_t>(rows.windows(false));
    out.firstColumns = static_cast<std::uint64_t>(columns.windows(false));
    LW_REQUIRE(out.rows > 0 && out.columns > 0, "the kernel fits into the padded image");
    return out;
}

network::Layer firstLayerOf(const network::Layer& layer, const tensor::Shape& image) {
    const StrideGeometry geometry = strideGeometryOf(layer, image);
    network::Layer out = layer;
    out.stride = {1, 1};
    out.requant.reset();
    out.shape = {geometry.firstRows, geometry.firstColumns, geometry.channels};
    out.zero = 0;
    if (layer.weights.dtype() == tensor::DType::I8) out.dtype = tensor::DType::I32;
    return out;
}

} // namespace lw::lower::striding
