// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/bundles.h"
#include "core/lower/training/kernels.h"
#include "core/lower/training/layout.h"
#include "core/lower/training/parameters.h"
#include "core/lower/training/step_memory.h"

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// What calls the subroutines: the rows of a training step.
namespace lw::lower::training {

// Groups of registers as product walks them, from and to: `groups` one after the other, `columns`
// and `rows` of these, whose beginnings lie the given numbers of rows of memory apart.
struct Walk {
    std::int64_t groups = 1, columns = 1, rows = 1;
    std::int64_t fromColumn = 0, fromRow = 0, toColumn = 0, toRow = 0;

    std::int64_t count() const { return groups * columns * rows; }

    // The same with as few loops as possible.
    Walk merged(std::int64_t groupRows) const;
};

// A product of a step: where it reads and adds, and with which weights.
struct ProductPass {
    std::int64_t from = 0, to = 0;
    Walk walk;
    std::int64_t weights = 0, weightGroups = 0;
    std::uint64_t lanes = 0; // of the sum that have a channel
};

// What transpose_run is given, r1 to r9 (kernels.h).
using Transposing = std::array<std::int64_t, 9>;

// A call that waits for its turn, with what was set for it, or something else that does.
struct Deferred {
    std::string call;
    std::array<std::optional<std::int64_t>, 32> registers{};
    std::uint32_t bundles = 0; // of a pass that may go beside transposing; 0: it may not
    std::function<void()> act{};
    bool waits = false; // for what moves
};

class StepWriter {
  public:
    StepWriter(Bundles& to, const Grouping& by, std::int64_t zeros) : m_to(to), m_by(by), m_zeros(zeros) {}

    Bundles& text() { return m_to; }
    const Grouping& by() const { return m_by; }
    std::int64_t groupRows() const { return m_by.groupRows(); }
    std::int64_t groups(std::uint64_t rows) const { return static_cast<std::int64_t>(rows) / groupRows(); }

    void comment(std::string_view text) {
        if (!m_isDeferring) m_to.comment(text);
    }
    void set(std::uint32_t number, std::int64_t value);
    void setFloat(std::uint32_t number, double value) {
        set(number, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    }
    // Registers that the subroutine changes are not known any more.
    void call(std::string_view name);
    // At a label that is reached from several places nothing is known.
    void forget() {
        m_known = {};
        m_lanes.reset();
    }
    void forget(std::uint32_t number) { m_known[number] = {}; }
    const std::set<std::string, std::less<>>& called() const { return m_called; }

    // Passes of the vector units; `r1`, `r2` and `r3` are what they read and write.
    void fill(std::int64_t to, std::uint64_t rows);
    void pass(std::string_view name, std::uint64_t rows, std::optional<std::int64_t> r1,
              std::optional<std::int64_t> r2 = {}, std::optional<std::int64_t> r3 = {});
    // Products one after the other, each with the next one's weights on their way.
    void products(std::span<const ProductPass> passes, bool isTransposed);
    // Sums of products have that many lanes; when none are under way.
    void keepLanes(std::uint64_t lanes);
    void flush() { call("flush_products"); }
    void transpose(const Transposing& given);

    // Calls from here on are not written but kept, until endDeferring.
    void beginDeferring() { m_isDeferring = true; }
    void endDeferring() { m_isDeferring = false; }
    void defer(std::function<void()> act, bool waits);
    // From here on `count` transposes come by: the longest passes that were deferred go beside them, all
    // in their order. What is left comes with `writeDeferred`.
    void shareTransposes(std::size_t count);
    void writeDeferred();
    // The next products have the passes that were deferred beside them, as far as they suffice.
    void shareProducts() { m_sharesProducts = true; }
    const SharedPasses& shared() const { return m_shared; }
    void setWalk(const Walk& walk);

  private:
    Bundles& m_to;
    Grouping m_by;
    std::int64_t m_zeros;
    std::optional<std::uint64_t> m_lanes; // that sums of products have
    std::array<std::optional<std::int64_t>, 32> m_known{};
    std::set<std::string, std::less<>> m_called;

    void write(const Deferred& deferred);
    bool m_isDeferring = false;
    std::array<std::optional<std::int64_t>, 32> m_deferredRegisters{}; // of the next one
    std::deque<Deferred> m_deferred;
    std::size_t m_transposes = 0; // since shareTransposes
    std::string besideProduct(std::span<const ProductPass> left);
    bool m_sharesProducts = false;
    std::string m_pass;            // the subroutine with the pass that goes on beside products,
    std::int64_t m_passGroups = 0; // and what is left of it
    SharedPasses m_shared;
};

} // namespace lw::lower::training
