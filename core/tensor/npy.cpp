// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy.h"

#include "core/base/file.h"
#include "core/base/messages.h"
#include "core/base/stop.h"
#include "core/tensor/messages.h"
#include "core/tensor/npy_header.h"

#include <algorithm>
#include <optional>

namespace lw::tensor {
namespace {

void swapBytes(std::span<std::byte> bytes, std::size_t elementBytes) {
    for (std::size_t i = 0; i < bytes.size(); i += elementBytes)
        std::reverse(bytes.data() + i, bytes.data() + i + elementBytes);
}

// Reorders elements whose first index runs fastest so that the last one does. `out` is as long as
// they are; false when it was stopped.
bool rowMajor(std::span<const std::byte> from, std::size_t elementBytes, const Shape& shape,
              std::span<std::byte> out, const std::atomic<bool>* stop) {
    std::vector<std::uint64_t> index(shape.size(), 0), stride(shape.size(), elementBytes);
    for (std::size_t d = 1; d < shape.size(); ++d) stride[d] = stride[d - 1] * shape[d - 1];
    std::uint64_t at = 0; // byte in `from` of the element with this index
    const auto put = [&](std::byte* to) {
        std::memcpy(to, from.data() + at, elementBytes);
        for (std::size_t d = shape.size(); d-- > 0;) {
            at += stride[d];
            if (++index[d] < shape[d]) break;
            at -= stride[d] * shape[d];
            index[d] = 0;
        }
    };
    return inParts(out.size(), kPartBytes, stop, [&](std::size_t first, std::size_t count) {
        for (std::size_t to = first; to < first + count; to += elementBytes) put(out.data() + to);
    });
}

// The elements of a file in row-major order, little-endian; nothing when it was stopped.
std::optional<std::vector<std::byte>> elementsOf(std::span<const std::byte> data, const NpyHeader& header,
                                                 const std::atomic<bool>* stop) {
    const std::size_t elementBytes = sizeOf(header.dtype);
    const bool isFortran = header.order == Order::Fortran && header.shape.size() > 1;
    const bool isSwapped = header.byteOrder == ByteOrder::Big && elementBytes > 1;
    std::vector<std::byte> out;
    out.reserve(data.size());
    const bool copied = inParts(data.size(), kPartBytes, stop, [&](std::size_t first, std::size_t count) {
        const auto part = data.subspan(first, count);
        if (isFortran)
            out.resize(first + count);
        else
            out.insert(out.end(), part.begin(), part.end());
    });
    if (!copied || (isFortran && !rowMajor(data, elementBytes, header.shape, out, stop))) return std::nullopt;
    if (isSwapped && !inParts(out.size(), kPartBytes, stop, [&](std::size_t first, std::size_t count) {
            swapBytes(std::span(out).subspan(first, count), elementBytes);
        }))
        return std::nullopt;
    return out;
}

} // namespace

Result<Tensor> parseNpy(std::span<const std::byte> file, std::string_view name,
                        const std::atomic<bool>* stop) {
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
    auto elements = elementsOf(data, header, stop);
    if (!elements) return Problem{&lw::messages::kInterrupted, {}, {}, {}, {}};
    std::vector<std::byte> bytes = *std::move(elements);
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

Result<Tensor> readNpy(const std::string& path, const std::atomic<bool>* stop) {
    LW_TRY(const std::vector<std::byte> file, readFile(path, kMaxFileBytes, stop));
    return parseNpy(file, path, stop);
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
