// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tensor_arguments.h"

#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "core/base/file_parts.h"
#include "core/tensor/npy_header.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace lw::cli {

Result<TensorArgument> tensorArgument(std::string_view option, std::string_view text) {
    const auto equals = text.find('=');
    if (equals == text.npos || equals == 0 || equals + 1 == text.size())
        return Problem{&messages::kNoTensorArgument, {std::string(option), std::string(text)}, {}, {}, {}};
    TensorArgument out{std::string(text.substr(0, equals)), {}, std::string(text.substr(equals + 1))};
    if (const auto colon = out.name.find(':'); colon != out.name.npos) {
        const std::string how = out.name.substr(colon);
        if (how != ":cast" && how != ":bf16")
            return Problem{
                &messages::kNoTensorArgument, {std::string(option), std::string(text)}, {}, {}, {}};
        out.name.resize(colon);
        out.cast = how == ":bf16" ? project::Conversion::Bf16 : project::Conversion::Numbers;
    }
    return out;
}

Result<tensor::Tolerance> toleranceOf(const Arguments& arguments) {
    tensor::Tolerance out;
    LW_TRY(out.atol, arguments.real("--atol", 0));
    LW_TRY(out.rtol, arguments.real("--rtol", 0));
    LW_TRY(out.ulp, arguments.number("--ulp", 0, std::numeric_limits<std::uint64_t>::max()));
    return out;
}

Result<TensorRead> getTensor(const machine::Machine& machine, std::string_view name, machine::CoreId focus) {
    LW_TRY(const PiecesOfTensor pieces, PiecesOfTensor::make(machine, name, focus));
    TensorRead out{tensor::Tensor(pieces.arrangement.dtype(), pieces.arrangement.shape())};
    PieceReader reader(pieces);
    LW_TRY([[maybe_unused]] const auto read, reader.next(out.tensor.bytes()));
    out.neverWritten = reader.neverWritten();
    out.unwaited = pieces.unwaited();
    return out;
}

Result<TensorRead> getBeginning(const PiecesOfTensor& pieces, std::uint64_t most) {
    const tensor::DType type = pieces.arrangement.dtype();
    TensorRead out{tensor::Tensor(type, {std::min(most, pieces.count())})};
    PieceReader reader(pieces);
    LW_TRY([[maybe_unused]] const auto read, reader.next(out.tensor.bytes()));
    out.written.assign(reader.written().begin(), reader.written().end());
    std::vector<std::byte> room(PieceReader::kBytes);
    for (bool more = true; more;) {
        LW_TRY(const auto rest, reader.next(room));
        more = !rest.empty();
    }
    out.neverWritten = reader.neverWritten();
    out.unwaited = pieces.unwaited();
    return out;
}

Result<TensorRead> writeTensor(const PiecesOfTensor& pieces, const std::string& path) {
    TensorRead out{tensor::Tensor(pieces.arrangement.dtype(), {0})};
    PieceReader reader(pieces);
    std::vector<std::byte> room(PieceReader::kBytes);
    const std::string head = tensor::npyHeaderText(pieces.arrangement.dtype(), pieces.arrangement.shape());
    LW_TRY([[maybe_unused]] const Done written, writeFileInParts(path, [&](FileParts& parts) -> Outcome {
               parts.put(std::as_bytes(std::span(head)));
               for (;;) {
                   LW_TRY(const auto piece, reader.next(room));
                   if (piece.empty()) return Done{};
                   const bool isZero =
                       std::ranges::all_of(piece, [](std::byte byte) { return byte == std::byte{0}; });
                   if (isZero)
                       parts.zeros(piece.size());
                   else
                       parts.put(piece);
               }
           }));
    out.neverWritten = reader.neverWritten();
    out.unwaited = pieces.unwaited();
    return out;
}

std::string tensorText(const tensor::Tensor& tensor, std::uint64_t most) {
    return tensorText(tensor, tensor.shape(), most);
}

std::string tensorText(const tensor::Tensor& tensor, tensor::Shape shape, std::uint64_t most,
                       std::span<const std::uint8_t> written) {
    const std::uint64_t count = tensor::countOf(shape).value_or(0);
    if (shape.size() > 2 && shape.back() == 1) shape.pop_back(); // of one channel: a matrix
    const std::uint64_t columns = shape.empty() ? 1 : shape.back();
    const std::uint64_t rows = shape.size() < 2 ? 1 : shape[shape.size() - 2];
    const std::uint64_t shown = std::min(most, tensor.count());
    const auto numberAt = [&](std::uint64_t i) {
        return written.empty() || written[i] != 0 ? tensor::textAt(tensor, i) : std::string("-");
    };
    std::size_t width = 0;
    for (std::uint64_t i = 0; i < shown; ++i) width = std::max(width, numberAt(i).size());
    std::string out;
    for (std::uint64_t i = 0; i < shown; ++i) {
        if (shape.size() > 2 && columns * rows != 0 && i % (columns * rows) == 0)
            out += "sheet " + std::to_string(i / (columns * rows)) + "\n";
        const std::string number = numberAt(i);
        out += std::string(width + 2 - number.size(), ' ') + number;
        if ((i + 1) % columns == 0 || i + 1 == shown) out += "\n";
    }
    if (shown < count) out += "  ... " + std::to_string(count - shown) + " more\n";
    return out;
}

std::string comparisonText(const tensor::Comparison& comparison) {
    if (comparison.exact())
        return "exact" + (comparison.signedZeros
                              ? ", " + std::to_string(comparison.signedZeros) + " zeros of another sign"
                              : "");
    std::string out = std::to_string(comparison.differing) + " of " + std::to_string(comparison.compared) +
                      " differ, " + std::to_string(comparison.beyond) + " beyond the tolerance";
    if (comparison.worst)
        out += "; worst at " + project::textOf(comparison.worst->index) + ": " +
               realText(comparison.worst->got) + " instead of " + realText(comparison.worst->expected);
    return out;
}

} // namespace lw::cli
