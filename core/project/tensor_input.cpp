// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/tensor_input.h"

#include "core/base/closest_word.h"
#include "core/base/messages.h"
#include "core/base/stop.h"
#include "core/program/layout.h"
#include "core/project/messages.h"
#include "core/tensor/cast.h"

#include <algorithm>
#include <span>

namespace lw::project {

namespace {

constexpr std::size_t kMostNames = 32; // in the list of a message

} // namespace

std::string textOf(const tensor::Shape& shape) {
    std::string out = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) out += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    return out + "]";
}

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

Result<TensorOfCore> tensorNamed(const machine::Machine& machine, std::string_view name,
                                 machine::CoreId focus) {
    TensorOfCore out;
    std::string_view rest = name;
    out.core = &machine.takeCore(rest, focus);
    auto tensor = tensorNamed(out.core->program(), rest);
    if (!tensor) {
        if (std::optional<Problem> missing = machine.names().missingCore(name)) return *std::move(missing);
        Problem problem = std::move(tensor).problem();
        problem.arguments.front() = name; // as it was asked for
        return problem;
    }
    out.tensor = *tensor;
    return out;
}

Outcome checkShape(std::string_view name, const tensor::Shape& shape, const tensor::Shape& given) {
    if (given == shape) return Done{};
    return Problem{&messages::kWrongShape, {std::string(name), textOf(shape), textOf(given)}, {}, {}, {}};
}

Result<tensor::Tensor> fitted(tensor::Tensor given, std::string_view name, tensor::DType dtype,
                              const tensor::Shape& shape, Conversion cast, const std::atomic<bool>* stop) {
    LW_TRY([[maybe_unused]] const Done fits, checkShape(name, shape, given.shape()));
    if (cast == Conversion::Bf16) {
        const tensor::DType patterns = given.dtype();
        if (patterns != tensor::DType::U16 && patterns != tensor::DType::Bf16)
            return Problem{
                &messages::kNoPatterns, {std::string(name), std::string(nameOf(patterns))}, {}, {}, {}};
        LW_TRY(given, tensor::expectDType(std::move(given), tensor::DType::Bf16));
    }
    if (cast != Conversion::None) return tensor::cast(given, dtype, stop);
    const tensor::DType held = given.dtype();
    auto same = tensor::expectDType(std::move(given), dtype);
    if (same) return same;
    const std::string file = std::string(name) + ":cast=FILE.npy";
    const std::string advice =
        held == tensor::DType::U16
            ? std::string(name) + ":bf16=FILE.npy takes them as patterns of bf16, " + file + " as integers"
            : "convert it, or ask for a cast: " + file;
    return Problem{&messages::kWrongType,
                   {std::string(name), std::string(nameOf(dtype)), std::string(nameOf(held)), advice},
                   {},
                   {},
                   {}};
}

// What a text says of files is not a cast of their numbers: uint16 are patterns there.
Conversion conversionFor(Conversion asked, const tensor::Tensor& given,
                         std::optional<tensor::DType> castFrom) {
    if (castFrom == tensor::DType::Bf16 && given.dtype() == tensor::DType::U16) return Conversion::Bf16;
    return castFrom == given.dtype() && asked == Conversion::None ? Conversion::Numbers : asked;
}

Outcome putTensor(machine::Machine& machine, std::string_view name, tensor::Tensor tensor, Conversion cast,
                  const std::atomic<bool>* stop) {
    LW_TRY(const TensorOfCore target, tensorNamed(machine, name));
    const program::NamedTensor& named = *target.tensor;
    LW_TRY(tensor, fitted(std::move(tensor), name, named.dtype, named.shape, cast, stop));
    LW_TRY(const program::Arrangement arrangement,
           program::Arrangement::make(target.core->target(), *target.tensor));
    LW_TRY(const std::vector<std::byte> bytes, program::pack(arrangement, tensor, stop));
    const std::uint64_t unit = target.unitBytes();
    const std::size_t piece = std::max<std::size_t>(kPartBytes / unit, 1) * unit;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        if (isStopped(stop)) return Problem{&lw::messages::kInterrupted, {}, {}, {}, {}};
        const auto part = std::span(bytes).subspan(at, std::min(piece, bytes.size() - at));
        LW_TRY([[maybe_unused]] const Done done,
               machine.core(target.core->id()).writeSpace(target.tensor->space, target.offset() + at, part));
    }
    return Done{};
}

} // namespace lw::project
