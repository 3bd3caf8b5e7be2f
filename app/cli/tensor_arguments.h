// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/machine/machine.h"
#include "core/project/conversion.h"
#include "core/tensor/compare.h"
#include "core/tensor/tensor.h"

#include <optional>
#include <string>
#include <string_view>

// The named tensors of a program in a machine's memory, from and to .npy files.
namespace lw::cli {

// "C=c.npy", "A:cast=a.npy", "A:bf16=a.npy": the form of --set, --get and --expect.
struct TensorArgument {
    std::string name;
    project::Conversion cast = project::Conversion::None;
    std::string file;
};
Result<TensorArgument> tensorArgument(std::string_view option, std::string_view text);
// --atol, --rtol and --ulp of --expect.
Result<tensor::Tolerance> toleranceOf(const Arguments& arguments);

struct TensorRead {
    tensor::Tensor tensor;
    std::uint64_t neverWritten = 0; // words in it that nobody wrote
    // The program has halted, but never waited for a transfer into it that this bundle started.
    std::optional<machine::BundleOf> unwaited{};
};
// Of `focus`, where the name says no core.
Result<TensorRead> getTensor(const machine::Machine& machine, std::string_view name,
                             machine::CoreId focus = {});

// Numbers in rows, slices of more dimensions under headings; more than `most` elements are cut off.
std::string tensorText(const tensor::Tensor& tensor, std::uint64_t most);
// "exact", "differs in 3 of 16, worst at [1, 2]: 1.5 instead of 1.25".
std::string comparisonText(const tensor::Comparison& comparison);

} // namespace lw::cli
