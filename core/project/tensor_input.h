// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine.h"
#include "core/tensor/tensor.h"

#include <atomic>
#include <string_view>

// Tensors from outside, put into the memory of a machine.
namespace lw::project {

// The tensor of that name, or a problem that lists the names.
Result<const program::NamedTensor*> tensorNamed(const program::Program& program, std::string_view name);

// What a file gives for the tensor `name`. Its type must be the named one's (or hold it by convention:
// bf16 in uint16) unless `cast`: E713; its shape must be the same: E712. `stop` as below.
Result<tensor::Tensor> fitted(tensor::Tensor given, std::string_view name, tensor::DType dtype,
                              const tensor::Shape& shape, bool cast, const std::atomic<bool>* stop = nullptr);
// Puts a tensor into memory if it fits there. `stop` is looked at every few milliseconds: E004, and what is
// not written by then stays as it was.
Outcome putTensor(machine::Machine& machine, std::string_view name, tensor::Tensor tensor, bool cast,
                  const std::atomic<bool>* stop = nullptr);

// "[2, 3]"
std::string textOf(const tensor::Shape& shape);

} // namespace lw::project
