// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tensor_arguments.h"

#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "core/program/layout.h"
#include "core/project/tensor_input.h"

#include <algorithm>
#include <limits>
#include <memory>
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
    LW_TRY(const project::TensorOfCore source, project::tensorNamed(machine, name, focus));
    const machine::Core& core = *source.core;
    LW_TRY(const program::Arrangement arrangement, program::Arrangement::make(core.target(), *source.tensor));
    std::vector<std::byte> bytes(static_cast<std::size_t>(arrangement.bytes()));
    const std::size_t words = bytes.size() / 4;
    const auto written = std::make_unique<bool[]>(words);
    LW_TRY([[maybe_unused]] const Done read,
           core.readSpace(source.tensor->space, source.offset(), bytes, {written.get(), words}));
    TensorRead out{program::unpack(arrangement, bytes)};
    if (core.halted())
        out.unwaited = core.unwaitedTransfer(source.tensor->space, source.offset(), bytes.size());
    // Padding is nobody's business: only words that hold elements count.
    std::vector<bool> holds(words);
    for (std::uint64_t i = 0; i < arrangement.runs(); ++i) {
        const program::Arrangement::Run run = arrangement.run(i);
        const std::uint64_t end = run.offset + run.count * tensor::sizeOf(arrangement.dtype());
        for (std::uint64_t word = run.offset / 4; word < (end + 3) / 4; ++word)
            holds[static_cast<std::size_t>(word)] = true;
    }
    for (std::size_t i = 0; i < words; ++i) out.neverWritten += holds[i] && !written[i];
    return out;
}

std::string tensorText(const tensor::Tensor& tensor, std::uint64_t most) {
    tensor::Shape shape = tensor.shape();
    if (shape.size() > 2 && shape.back() == 1) shape.pop_back(); // of one channel: a matrix
    const std::uint64_t columns = shape.empty() ? 1 : shape.back();
    const std::uint64_t rows = shape.size() < 2 ? 1 : shape[shape.size() - 2];
    const std::uint64_t shown = std::min(most, tensor.count());
    std::size_t width = 0;
    for (std::uint64_t i = 0; i < shown; ++i) width = std::max(width, tensor::textAt(tensor, i).size());
    std::string out;
    for (std::uint64_t i = 0; i < shown; ++i) {
        if (shape.size() > 2 && columns * rows != 0 && i % (columns * rows) == 0)
            out += "sheet " + std::to_string(i / (columns * rows)) + "\n";
        const std::string number = tensor::textAt(tensor, i);
        out += std::string(width + 2 - number.size(), ' ') + number;
        if ((i + 1) % columns == 0 || i + 1 == shown) out += "\n";
    }
    if (shown < tensor.count()) out += "  ... " + std::to_string(tensor.count() - shown) + " more\n";
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
