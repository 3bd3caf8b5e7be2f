// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/tensor_pieces.h"
#include "core/machine/machine.h"
#include "core/project/conversion.h"
#include "core/tensor/compare.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
    std::uint64_t neverWritten = 0; // elements that nobody wrote
    // The program has halted, but never waited for a transfer into it that this bundle started.
    std::optional<machine::BundleOf> unwaited{};
    std::vector<std::uint8_t> written{}; // by element; of getBeginning
};
// Of `focus`, where the name says no core.
Result<TensorRead> getTensor(const machine::Machine& machine, std::string_view name,
                             machine::CoreId focus = {});

// Only the first elements of it, as a vector; never-written ones are counted in all of it.
Result<TensorRead> getBeginning(const PiecesOfTensor& pieces, std::uint64_t most);
// To an .npy file; the tensor given has no elements.
Result<TensorRead> writeTensor(const PiecesOfTensor& pieces, const std::string& path);

// Numbers in rows, slices of more dimensions under headings; more than `most` elements are cut off.
std::string tensorText(const tensor::Tensor& tensor, std::uint64_t most);
// Of one of that shape that has at least the first `most` elements; "-" for those that are not `written`,
// unless that is empty.
std::string tensorText(const tensor::Tensor& tensor, tensor::Shape shape, std::uint64_t most,
                       std::span<const std::uint8_t> written = {});
// "exact", "differs in 3 of 16, worst at [1, 2]: 1.5 instead of 1.25".
std::string comparisonText(const tensor::Comparison& comparison);

} // namespace lw::cli
