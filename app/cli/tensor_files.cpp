// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tensor_files.h"

#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "core/base/closest_word.h"
#include "core/program/layout.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

namespace lw::cli {

namespace {

constexpr std::size_t kMostNames = 32; // in the list of a message

std::string shapeText(const tensor::Shape& shape) {
    std::string out = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) out += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    return out + "]";
}

} // namespace

Result<const program::NamedTensor*> tensorNamed(const program::Program& program, std::string_view name) {
    if (const program::NamedTensor* found = program::findTensor(program, name)) return found;
    std::vector<std::string_view> names;
    std::string list;
    for (const program::NamedTensor& tensor : program.tensors) {
        names.push_back(tensor.name);
        if (names.size() <= kMostNames) list += (list.empty() ? "" : ", ") + tensor.name;
    }
    if (names.size() > kMostNames) list += ", ...";
    if (list.empty()) list = "none";
    return Problem{
        &messages::kNoTensor, {std::string(name), list}, {}, {}, std::string(closestWord(name, names))};
}

Result<TensorArgument> tensorArgument(std::string_view option, std::string_view text) {
    const auto equals = text.find('=');
    if (equals == text.npos || equals == 0 || equals + 1 == text.size())
        return Problem{&messages::kNoTensorArgument, {std::string(option), std::string(text)}, {}, {}, {}};
    TensorArgument out{std::string(text.substr(0, equals)), false, std::string(text.substr(equals + 1))};
    if (const auto colon = out.name.find(':'); colon != out.name.npos) {
        if (out.name.substr(colon) != ":cast")
            return Problem{
                &messages::kNoTensorArgument, {std::string(option), std::string(text)}, {}, {}, {}};
        out.name.resize(colon);
        out.cast = true;
    }
    return out;
}

Outcome putTensor(machine::Machine& machine, std::string_view name, tensor::Tensor tensor, bool cast) {
    LW_TRY(const program::NamedTensor* target, tensorNamed(machine.program(), name));
    if (cast) {
        LW_TRY(tensor, tensor::cast(tensor, target->dtype));
    } else {
        LW_TRY(tensor, tensor::expectDType(std::move(tensor), target->dtype));
    }
    if (tensor.shape() != target->shape)
        return Problem{&messages::kWrongShape,
                       {std::string(name), shapeText(target->shape), shapeText(tensor.shape())},
                       {},
                       {},
                       {}};
    LW_TRY(const program::Arrangement arrangement, program::Arrangement::make(machine.target(), *target));
    LW_TRY(const std::vector<std::byte> bytes, program::pack(arrangement, tensor));
    return machine.writeSpace(target->space,
                              target->address * machine.target().spaces[target->space].unitBytes, bytes);
}

Result<TensorRead> getTensor(const machine::Machine& machine, std::string_view name) {
    LW_TRY(const program::NamedTensor* source, tensorNamed(machine.program(), name));
    LW_TRY(const program::Arrangement arrangement, program::Arrangement::make(machine.target(), *source));
    std::vector<std::byte> bytes(static_cast<std::size_t>(arrangement.bytes()));
    const std::size_t words = bytes.size() / 4;
    const auto written = std::make_unique<bool[]>(words);
    LW_TRY([[maybe_unused]] const Done read,
           machine.readSpace(source->space,
                             source->address * machine.target().spaces[source->space].unitBytes, bytes,
                             {written.get(), words}));
    TensorRead out{program::unpack(arrangement, bytes)};
    if (machine.halted())
        out.unwaited = machine.unwaitedTransfer(
            source->space, source->address * machine.target().spaces[source->space].unitBytes, bytes.size());
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
    const tensor::Shape& shape = tensor.shape();
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
        out += "; worst at " + shapeText(comparison.worst->index) + ": " + realText(comparison.worst->got) +
               " instead of " + realText(comparison.worst->expected);
    return out;
}

} // namespace lw::cli
