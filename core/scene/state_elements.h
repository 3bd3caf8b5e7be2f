// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/snapshot.h"
#include "core/program/layout.h"
#include "core/scene/element_source.h"

#include <memory>
#include <string>
#include <vector>

// The named tensors of a program in the state of its machine.
namespace lw::scene {

// What a list of tensors says about one.
struct TensorInfo {
    std::string name;
    tensor::DType type = tensor::DType::F32;
    tensor::Shape shape;
    std::string space;         // "vmem"; empty: from a file, not a machine
    std::string unit;          // what an address of the space counts: "row"
    std::string layout;        // "row", "tile(8,128)"
    std::uint64_t address = 0; // in units of the space, and ...
    std::uint64_t units = 0;   // ... the length, padding included
    bool operator==(const TensorInfo&) const = default;
};
TensorInfo infoOf(const program::NamedTensor& tensor, const program::Target& target);

// "A[3,4]", the expression that names the element; for a tensor without dimensions its name.
std::string elementExpression(const TensorInfo& info, std::uint64_t element);
// "vmem row 12, byte 8": where an element is. E530, E501 when the tensor does not fit its machine.
Result<std::string> addressText(const program::NamedTensor& tensor, const program::Target& target,
                                std::uint64_t element);

// A tensor in a snapshot. `scope` names what the snapshot belongs to and outlives the result; `before`
// may be null: then nothing counts as changed. E530, E501 when the tensor does not fit its machine.
Result<ElementSourcePtr> elementsOfState(const machine::Scope& scope, const program::NamedTensor& tensor,
                                         std::shared_ptr<const machine::Snapshot> now,
                                         std::shared_ptr<const machine::Snapshot> before);

// Cells of a node from element `first` on, as a tensor of that shape with elements as large as the cells:
// a register. The tree outlives the result; `before` may be null.
ElementSourcePtr elementsOfCells(const machine::StateTree& tree, machine::NodeId node, std::uint64_t first,
                                 tensor::Shape shape, tensor::DType type,
                                 std::shared_ptr<const machine::Snapshot> now,
                                 std::shared_ptr<const machine::Snapshot> before);

} // namespace lw::scene
