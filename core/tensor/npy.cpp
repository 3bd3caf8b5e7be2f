// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy.h"

#include "core/base/file.h"
#include "core/tensor/messages.h"
#include "core/tensor/npy_header.h"

#include <algorithm>

namespace lw::tensor {
namespace {

void swapBytes(std::span<std::byte> bytes, std::size_t elementBytes) {
    for (std::size_t i = 0; i < bytes.size(); i += elementBytes)
        std::reverse(bytes.data() + i, bytes.data() + i + elementBytes);
}

// Elements whose first index runs fastest, into an order in which the last one does.
std::vector<std::byte> rowMajor(std::span<const std::byte> from, std::size_t elementBytes,
                                const Shape& shape) {
    std::vector<std::byte> out(from.size());
    std::vector<std::uint64_t> index(shape.size(), 0), stride(shape.size(), elementBytes);
    for (std::size_t d = 1; d < shape.size(); ++d) stride[d] = stride[d - 1] * shape[d - 1];
    std::uint64_t at = 0; // byte in `from` of the element with this index
    for (std::size_t to = 0; to < out.size(); to += elementBytes) {
        std::memcpy(out.data() + to, from.data() + at, elementBytes);
        for (std::size_t d = shape.size(); d-- > 0;) {
            at += stride[d];
            if (++index[d] < shape[d]) break;
            at -= stride[d] * shape[d];
            index[d] = 0;
        }
    }
    return out;
}

} // namespace

Result<Tensor> parseNpy(std::span<const std::byte> file, std::string_view name) {
    LW_TRY(NpyHeader header, parseNpyHeader(file, name));
    const std::size_t elementBytes = sizeOf(header.dtype);
    const auto data = file.subspan(header.dataOffset);
    const auto needed = bytesOf(header.shape, elementBytes);
    if (!needed || *needed != data.size())
        return Problem{&messages::kNpySize,
                       {std::string(name), shapeText(header.shape), std::string(nameOf(header.dtype)),
                        needed ? std::to_string(*needed) : "more than 2^63", std::to_string(data.size())},
                       {},
                       {},
                       {}};
    std::vector<std::byte> bytes;
    if (header.order == Order::Fortran && header.shape.size() > 1)
        bytes = rowMajor(data, elementBytes, header.shape);
    else
        bytes.assign(data.begin(), data.end());
    if (header.byteOrder == ByteOrder::Big && elementBytes > 1) swapBytes(bytes, elementBytes);
    if (header.dtype == DType::Bool) {
        const auto wrong =
            std::find_if(bytes.begin(), bytes.end(), [](std::byte b) { return b > std::byte{1}; });
        if (wrong != bytes.end()) {
            const auto element = static_cast<std::uint64_t>(wrong - bytes.begin());
            return Problem{&messages::kNpyBool,
                           {std::string(name), shapeText(indexOf(header.shape, element)),
                            std::to_string(std::to_integer<int>(*wrong))},
                           {},
                           {},
                           {}};
        }
    }
    return Tensor(header.dtype, std::move(header.shape), std::move(bytes));
}

Result<Tensor> readNpy(const std::string& path) {
    LW_TRY(const std::vector<std::byte> file, readFile(path));
    return parseNpy(file, path);
}

std::vector<std::byte> formatNpy(const Tensor& tensor) {
    const std::string header = npyHeaderText(tensor.dtype(), tensor.shape());
    const auto head = std::as_bytes(std::span(header));
    std::vector<std::byte> out;
    out.reserve(head.size() + tensor.bytes().size());
    out.insert(out.end(), head.begin(), head.end());
    out.insert(out.end(), tensor.bytes().begin(), tensor.bytes().end());
    return out;
}

Outcome writeNpy(const std::string& path, const Tensor& tensor) {
    return writeFileAtomically(path, formatNpy(tensor));
}

} // namespace lw::tensor
