// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debug/example_expressions.h"

#include "core/machine/cell_name.h"
#include "core/scene/state_elements.h"

#include <algorithm>

namespace lw::debug {

namespace {

// An element that is not the first one in any direction, if there are others: it shows what the indices are.
std::uint64_t elementWithin(const std::vector<std::uint64_t>& shape) {
    std::uint64_t element = 0;
    for (const std::uint64_t extent : shape)
        element = element * extent + std::min<std::uint64_t>(extent, 2) - 1;
    return element;
}

} // namespace

QStringList exampleExpressions(const session::Loaded& loaded) {
    QStringList out;
    const auto add = [&](std::uint32_t index) {
        const machine::NodeId node{index};
        const machine::CellRef cell{node, elementWithin(loaded.tree.at(node).shape)};
        out << QString::fromStdString(machine::nameOfCell(loaded.scope(), cell));
    };
    const machine::NodeId vectors = loaded.coreTree().withRole(machine::Role::VectorRegisters);
    for (std::uint32_t i = 0; i < loaded.tree.size(); ++i) {
        const machine::Node& node = loaded.tree.at({i});
        if (node.kind != machine::NodeKind::RegisterFile || i == vectors.index) continue;
        add(i);
        out.back() += QStringLiteral(" + 4");
        break;
    }
    if (vectors != loaded.coreTree().root()) add(vectors.index);
    for (const program::NamedTensor& tensor : loaded.program.tensors) {
        const scene::TensorInfo info = scene::infoOf(tensor, loaded.machine.target);
        if (std::find(info.shape.begin(), info.shape.end(), 0) != info.shape.end()) continue;
        out << QString::fromStdString(scene::elementExpression(info, elementWithin(info.shape)));
        break;
    }
    return out << QStringLiteral("clock");
}

} // namespace lw::debug
