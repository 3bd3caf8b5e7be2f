// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "core/machine/cells.h"
#include "core/machine/expression.h"
#include "core/machine/state_tree.h"
#include "core/machine/unit_report.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace lw::machine {

// A chip's cells at one moment, by their handles: the source of its reports and pictures.
class CellReader {
  public:
    CellReader(const CoreTree& tree, const Moment& moment) : m_tree(tree), m_moment(moment) {}

    std::uint64_t clock() const { return m_moment.clock; }
    template <typename T> std::uint64_t extent(const Cells<T>& cells, std::size_t dimension) const {
        return m_tree.at(cells.node).shape[dimension];
    }

    // Elements [first, first + count); zeros beyond the last one.
    template <typename T>
    std::vector<T> some(const Cells<T>& cells, std::uint64_t first, std::uint64_t count) const {
        std::vector<T> out(count);
        read(cells, first, std::span<T>(out));
        return out;
    }
    template <typename T> T operator()(const Cells<T>& cells, std::uint64_t element = 0) const {
        T out{};
        read(cells, element, std::span<T>(&out, 1));
        return out;
    }
    // What is there as a row of elements, from number `first * its own size` on.
    template <typename Record, typename T> Record record(const Cells<T>& cells, std::uint64_t number) const {
        static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) % sizeof(T) == 0);
        constexpr std::size_t kElements = sizeof(Record) / sizeof(T);
        std::array<T, kElements> elements{};
        read(cells, number * kElements, std::span<T>(elements));
        return std::bit_cast<Record>(elements);
    }

    // All of two dimensions.
    template <typename T> UnitPicture picture(std::string name, const Cells<T>& cells) const {
        return {std::move(name), cells.node, 0, static_cast<std::uint32_t>(extent(cells, 0)),
                static_cast<std::uint32_t>(extent(cells, 1))};
    }

  private:
    template <typename T> void read(const Cells<T>& cells, std::uint64_t first, std::span<T> out) const {
        const std::uint64_t from = std::min(first, cells.count);
        const std::uint64_t count = std::min<std::uint64_t>(out.size(), cells.count - from);
        m_moment.read(cells.offset + from * sizeof(T), std::as_writable_bytes(out.first(count)));
    }

    const CoreTree& m_tree;
    const Moment& m_moment;
};

} // namespace lw::machine
