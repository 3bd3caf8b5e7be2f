// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/state_elements.h"

#include "core/machine/cell_range.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lw::scene {

namespace {

class StateElements : public ElementSource {
  public:
    StateElements(const machine::Scope& scope, const program::NamedTensor& tensor,
                  program::Arrangement arrangement, std::shared_ptr<const machine::Snapshot> now,
                  std::shared_ptr<const machine::Snapshot> before)
        : m_tree(scope.tree)
        , m_node(scope.tree.ofSpace(tensor.space))
        , m_offset(tensor.address * scope.target->spaces[index(tensor.space)].unitBytes)
        , m_arrangement(std::move(arrangement))
        , m_now(std::move(now))
        , m_before(std::move(before)) {}

    tensor::DType type() const override { return m_arrangement.dtype(); }
    const tensor::Shape& shape() const override { return m_arrangement.shape(); }

    Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                 std::span<std::uint8_t> flags) const override {
        const std::uint64_t end = first + flags.size();
        for (std::uint64_t number = runWith(first); number < m_arrangement.runs(); ++number) {
            const auto run = m_arrangement.run(number);
            if (run.element >= end) break;
            const std::uint64_t from = std::max(first, run.element);
            const std::uint64_t count = std::min(end, run.element + run.count) - from;
            const std::size_t size = tensor::sizeOf(type());
            readRun(run.offset + (from - run.element) * size,
                    bytes.subspan((from - first) * size, count * size), flags.subspan(from - first, count));
        }
        return Done{};
    }

  private:
    // The run that holds an element: runs ascend by element.
    std::uint64_t runWith(std::uint64_t element) const {
        std::uint64_t low = 0, high = m_arrangement.runs();
        while (high - low > 1) {
            const std::uint64_t middle = low + (high - low) / 2;
            (m_arrangement.run(middle).element <= element ? low : high) = middle;
        }
        return low;
    }

    machine::CellRange cellsAt(const machine::Snapshot& state, std::uint64_t first,
                               std::uint64_t last) const {
        return machine::readCells(m_tree, m_node, first, last - first + 1,
                                  {.store = nullptr, .snapshot = &state});
    }

    void readRun(std::uint64_t offset, std::span<std::byte> bytes, std::span<std::uint8_t> flags) const {
        if (bytes.empty()) return;
        const std::uint64_t from = m_offset + offset;
        const std::uint64_t cell = machine::sizeOf(m_tree.at(m_node));
        const std::uint64_t first = from / cell, last = (from + bytes.size() - 1) / cell;
        const std::size_t skip = from % cell, size = bytes.size() / flags.size();
        const machine::CellRange cells = cellsAt(*m_now, first, last);
        std::memcpy(bytes.data(), cells.bytes.data() + skip, bytes.size());
        machine::CellRange old;
        if (m_before) old = cellsAt(*m_before, first, last);
        for (std::size_t i = 0; i < flags.size(); ++i) {
            const std::size_t at = skip + i * size;
            const bool changed =
                m_before && (std::memcmp(old.bytes.data() + at, cells.bytes.data() + at, size) != 0 ||
                             old.written[at / cell] != cells.written[at / cell]);
            flags[i] = static_cast<std::uint8_t>((cells.written[at / cell] ? kWritten : 0) |
                                                 (changed ? kChanged : 0));
        }
    }

    const machine::StateTree& m_tree;
    machine::NodeId m_node;
    std::uint64_t m_offset; // of the tensor in its space
    program::Arrangement m_arrangement;
    std::shared_ptr<const machine::Snapshot> m_now, m_before;
};

class CellElements : public ElementSource {
  public:
    CellElements(const machine::StateTree& tree, machine::NodeId node, std::uint64_t first,
                 tensor::Shape shape, tensor::DType type, std::shared_ptr<const machine::Snapshot> now,
                 std::shared_ptr<const machine::Snapshot> before)
        : m_tree(tree)
        , m_node(node)
        , m_first(first)
        , m_shape(std::move(shape))
        , m_type(type)
        , m_now(std::move(now))
        , m_before(std::move(before)) {}

    tensor::DType type() const override { return m_type; }
    const tensor::Shape& shape() const override { return m_shape; }

    Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                 std::span<std::uint8_t> flags) const override {
        const auto cellsOf = [&](const machine::Snapshot& state) {
            return machine::readCells(m_tree, m_node, m_first + first, flags.size(),
                                      {.store = nullptr, .snapshot = &state});
        };
        const machine::CellRange cells = cellsOf(*m_now);
        machine::CellRange old;
        if (m_before) old = cellsOf(*m_before);
        std::memcpy(bytes.data(), cells.bytes.data(), std::min(bytes.size(), cells.bytes.size()));
        for (std::uint64_t i = 0; i < std::min<std::uint64_t>(flags.size(), cells.count()); ++i) {
            const bool changed =
                m_before && (old.bits(i) != cells.bits(i) || old.written[i] != cells.written[i]);
            flags[i] =
                static_cast<std::uint8_t>((cells.written[i] ? kWritten : 0) | (changed ? kChanged : 0));
        }
        return Done{};
    }

  private:
    const machine::StateTree& m_tree;
    machine::NodeId m_node;
    std::uint64_t m_first;
    tensor::Shape m_shape;
    tensor::DType m_type;
    std::shared_ptr<const machine::Snapshot> m_now, m_before;
};

} // namespace

ElementSourcePtr elementsOfCells(const machine::StateTree& tree, machine::NodeId node, std::uint64_t first,
                                 tensor::Shape shape, tensor::DType type,
                                 std::shared_ptr<const machine::Snapshot> now,
                                 std::shared_ptr<const machine::Snapshot> before) {
    return std::make_shared<CellElements>(tree, node, first, std::move(shape), type, std::move(now),
                                          std::move(before));
}

TensorInfo infoOf(const program::NamedTensor& tensor, const program::Target& target) {
    const isa::Space& space = target.spec->spaces[index(tensor.space)];
    TensorInfo out{
        tensor.name, tensor.dtype,   tensor.shape, std::string(space.name), std::string(space.unitName),
        "row",       tensor.address, tensor.units};
    if (tensor.layout == program::Layout::Tile)
        out.layout =
            "tile(" + std::to_string(target.tileRows) + "," + std::to_string(target.tileColumns) + ")";
    return out;
}

std::string elementExpression(const TensorInfo& info, std::uint64_t element) {
    if (info.shape.empty()) return info.name;
    std::string out;
    for (const std::uint64_t index : tensor::indexOf(info.shape, element))
        out += (out.empty() ? "[" : ",") + std::to_string(index);
    return info.name + out + "]";
}

Result<std::string> addressText(const program::NamedTensor& tensor, const program::Target& target,
                                std::uint64_t element) {
    LW_TRY(const program::Arrangement arrangement, program::Arrangement::make(target, tensor));
    const std::uint64_t offset = arrangement.offsetOf(tensor::indexOf(tensor.shape, element));
    const std::uint64_t unitBytes = target.spaces[index(tensor.space)].unitBytes;
    const isa::Space& space = target.spec->spaces[index(tensor.space)];
    std::string out = std::string(space.name) + " " + std::string(space.unitName) + " " +
                      std::to_string(tensor.address + offset / unitBytes);
    if (const std::uint64_t byte = offset % unitBytes) out += ", byte " + std::to_string(byte);
    return out;
}

Result<ElementSourcePtr> elementsOfState(const machine::Scope& scope, const program::NamedTensor& tensor,
                                         std::shared_ptr<const machine::Snapshot> now,
                                         std::shared_ptr<const machine::Snapshot> before) {
    LW_TRY(program::Arrangement arrangement, program::Arrangement::make(*scope.target, tensor));
    return ElementSourcePtr(std::make_shared<StateElements>(scope, tensor, std::move(arrangement),
                                                            std::move(now), std::move(before)));
}

} // namespace lw::scene
