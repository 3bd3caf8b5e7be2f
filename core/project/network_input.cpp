// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/network_input.h"

#include "core/base/file.h"
#include "core/base/file_parts.h"
#include "core/tensor/npy.h"
#include "core/tensor/npy_file.h"
#include "core/tensor/picture.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace lw::project {

namespace {

constexpr std::uint64_t kMostFileBytes = std::uint64_t{1} << 28;
constexpr std::array<std::string_view, 3> kPictures{".png", ".jpg", ".jpeg"};

// By its name, or by its first bytes whatever its name.
bool isPictureFile(const std::string& path) {
    constexpr std::size_t kEnough = 4;
    const std::string begin = beginningOf(path, kEnough);
    return std::ranges::any_of(kPictures, [&](std::string_view ending) { return path.ends_with(ending); }) ||
           tensor::isPicture(std::as_bytes(std::span(begin)));
}

Result<tensor::Picture> pictureIn(const std::string& path) {
    LW_TRY(const std::vector<std::byte> bytes, readFile(path, kMostFileBytes));
    return tensor::decodePicture(bytes, path);
}

} // namespace

Result<tensor::Shape> shapeOfInput(const std::string& path, std::optional<network::ImageOrder> order) {
    if (isPictureFile(path)) {
        LW_TRY(const tensor::Picture picture, pictureIn(path));
        return tensor::Shape{picture.rows, picture.columns, picture.channels};
    }
    LW_TRY(const tensor::NpyFile file, tensor::NpyFile::open(path));
    const tensor::Shape& shape = file.header().shape;
    if (shape.size() != 3 || order != network::ImageOrder::ChannelsFirst) return shape;
    return tensor::Shape{shape[1], shape[2], shape[0]};
}

Result<tensor::Tensor> readNetworkInput(const std::string& path, const network::Network& network,
                                        std::optional<network::ImageOrder> order) {
    if (!isPictureFile(path)) {
        LW_TRY(const tensor::Tensor given, tensor::readNpy(path));
        return network::inOrder(network, given, order);
    }
    const tensor::Shape& shape = network.input.shape;
    LW_TRY(const tensor::Picture picture, pictureIn(path));
    return tensor::tensorOf(picture, shape.size() == 3 ? shape[2] : 1, path);
}

} // namespace lw::project
