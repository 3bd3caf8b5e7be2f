// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "core/machine/cells.h"
#include "core/machine/region.h"
#include "core/machine/state_tree.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

namespace lw::machine {

// Integers of that size, which is how cells are read unless their chip says otherwise.
template <typename T> constexpr tensor::DType integersOf() {
    if constexpr (std::is_same_v<T, std::uint8_t>) return tensor::DType::U8;
    if constexpr (std::is_same_v<T, std::uint16_t>) return tensor::DType::U16;
    if constexpr (std::is_same_v<T, std::uint32_t>) return tensor::DType::U32;
    if constexpr (std::is_same_v<T, std::int32_t>) return tensor::DType::I32;
    if constexpr (std::is_same_v<T, std::uint64_t>) return tensor::DType::U64;
}

// Hands out the bytes of a core's region, one stretch after the other, and names them in the tree below its
// root: a chip describes its state with it, once for each core, when a machine is made.
class LayoutBuilder {
  public:
    // The region begins at that byte, the first byte of a page.
    LayoutBuilder(StateTree& tree, NodeId root, std::uint64_t begin)
        : m_tree(tree), m_root(root), m_region{begin, begin, begin}, m_next(begin) {}

    NodeId group(std::string name, std::string summary) {
        return m_tree.group(m_root, std::move(name), std::move(summary));
    }

    // `encoding` is the meaning of a T's bits, if they are not an integer.
    template <typename T>
    void cells(Cells<T>& handle, NodeId parent, const char* name, NodeKind kind,
               std::vector<std::uint64_t> shape, const char* summary, Role role = Role::None,
               bool isGuarded = false, tensor::DType encoding = integersOf<T>()) {
        LW_REQUIRE(tensor::sizeOf(encoding) == sizeof(T), "cells are read as something of their size");
        handle.count = 1;
        for (const std::uint64_t n : shape) handle.count *= n;
        handle.offset = m_next;
        m_next += (std::max<std::uint64_t>(handle.count, 1) * sizeof(T) + 63) / 64 * 64;
        handle.node = m_tree.add(parent, Node{name,
                                              kind,
                                              encoding,
                                              role,
                                              {},
                                              handle.offset,
                                              std::move(shape),
                                              summary,
                                              {},
                                              isGuarded,
                                              {},
                                              {},
                                              {}});
    }
    // Cells whose values the machine relies on.
    template <typename T>
    void guarded(Cells<T>& handle, NodeId parent, const char* name, NodeKind kind,
                 std::vector<std::uint64_t> shape, const char* summary, Role role = Role::None) {
        cells(handle, parent, name, kind, std::move(shape), summary, role, true);
    }

    // The cells are the registers of that file, or the bytes of that space, of isa::Spec.
    template <typename T> void holdFile(const Cells<T>& cells, std::int8_t file) {
        m_tree.holdFile(cells.node, static_cast<std::uint8_t>(file));
    }
    template <typename T> void holdSpace(const Cells<T>& cells, isa::SpaceId space) {
        m_tree.holdSpace(cells.node, space);
    }

    void alignToPage() { m_next = (m_next + 4095) / 4096 * 4096; }
    // Everything described so far is hot, and nothing after it.
    void endHotPart() {
        alignToPage();
        m_region.hotEnd = m_next;
    }
    Region end() {
        alignToPage();
        m_region.end = m_next;
        return m_region;
    }

  private:
    StateTree& m_tree;
    NodeId m_root;
    Region m_region;
    std::uint64_t m_next;
};

} // namespace lw::machine
