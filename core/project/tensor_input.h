// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine.h"
#include "core/project/conversion.h"
#include "core/tensor/tensor.h"

#include <atomic>
#include <optional>
#include <string_view>

// Tensors from outside, put into the memory of a machine.
namespace lw::project {

// The tensor of that name, or a problem that lists the names.
Result<const program::NamedTensor*> tensorNamed(const program::Program& program, std::string_view name);
// The same of a core of a machine: "y" of `focus`, "c1.y".
struct TensorOfCore {
    const machine::Core* core = nullptr;
    const program::NamedTensor* tensor = nullptr;

    std::uint64_t unitBytes() const { return core->target().spaces[index(tensor->space)].unitBytes; }
    std::uint64_t offset() const { return tensor->address * unitBytes(); } // of its first byte in the space
};
Result<TensorOfCore> tensorNamed(const machine::Machine& machine, std::string_view name,
                                 machine::CoreId focus = {});

// Whether what a file gives for the tensor `name` has its shape: E712.
Outcome checkShape(std::string_view name, const tensor::Shape& shape, const tensor::Shape& given);
// What a file gives for the tensor `name`. Its type must be the named one's (or hold it by convention:
// bf16 in uint16) unless `cast`: E713; its shape must be the same: E712. `stop` as below.
Result<tensor::Tensor> fitted(tensor::Tensor given, std::string_view name, tensor::DType dtype,
                              const tensor::Shape& shape, Conversion cast = Conversion::None,
                              const std::atomic<bool>* stop = nullptr);
// Puts a tensor into memory if it fits there. `stop` is looked at every few milliseconds: E004, and what is
// not written by then stays as it was.
Outcome putTensor(machine::Machine& machine, std::string_view name, tensor::Tensor tensor,
                  Conversion cast = Conversion::None, const std::atomic<bool>* stop = nullptr);
// What is asked for, or what the tensor's text says of files of this type (castFrom).
Conversion conversionFor(Conversion asked, const tensor::Tensor& given,
                         std::optional<tensor::DType> castFrom);

// "[2, 3]"
std::string textOf(const tensor::Shape& shape);

} // namespace lw::project
