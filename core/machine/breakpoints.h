// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/log_text.h"
#include "core/machine/machine.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Where a run stops, in a person's words:
//
//   LABEL | EXPR                         before that bundle issues (an expression that is known beforehand:
//                                        loop + 2)
//   FILE:LINE                            before the first bundle of what the line has become, each time
//                                        it was assembled: in a repetition or a macro, or calling one
//   when EXPR                            after the bundle that makes the condition true;
//                                        looked at after every bundle
//   tile N                               when the launch for that tile begins (`launch` is its number)
//   write|read|dma SPACE FIRST [COUNT]   units FIRST to FIRST + COUNT - 1 are written, read, or landed in
//   write|read|dma TENSOR                the same for all units of a tensor
//   write|read FILE [FIRST [COUNT]]      the same for vectors of a register file that instructions name
//   flag fN >= VALUE                     the flag comes from below VALUE to VALUE or above
//   pop UNIT                             a result of the unit's queue is popped
//   nan UNIT                             the unit gives its first NaN or infinity
//
// On a machine of several cores a place has a core before it, "c1.loop"; without one it belongs to the core
// that was in focus. "*." before all of it, "*.loop if r1 > 2", holds on every core whose program has the
// place, and names then refer to the core that came there.
//
// Each with, at the end, `if EXPR` (a condition, looked at when it happens), `hit N` (stops from the N-th
// time on) and `log TEXT` (writes the text, see LogText, and does not stop).
namespace lw::machine {

struct Breakpoint {
    std::uint32_t id = 0; // given when it is added
    bool enabled = true;
    std::string text;                   // as it was written
    std::optional<Trigger> trigger;     // none: a pure condition
    std::vector<std::uint32_t> bundles; // of a trigger at bundles: all of them, ascending
    CoreId core{};                      // names without a core refer to this one
    Place line;                         // the one named, in the program's sources
    std::optional<Expression> condition;
    std::uint64_t hit = 1;
    std::optional<LogText> log;     // written instead of stopping
    std::vector<Breakpoint> each{}; // with "*.": the breakpoint on each of these cores; this is the first

    // It on each core that it belongs to, even if that is only one.
    std::span<const Breakpoint> onCores() const {
        return each.empty() ? std::span(this, 1) : std::span<const Breakpoint>(each);
    }
    const Breakpoint& on(CoreId whose) const; // the one whose place is on that core; else the first
};

// E82x, and E80x of its expressions; columns count in `text`.
Result<Breakpoint> parseBreakpoint(std::string_view text, const Scope& scope,
                                   std::uint32_t file = Place::kNoFile);

// A breakpoint that stopped a run.
struct Hit {
    std::uint32_t id = 0;
    std::uint64_t clock = 0;
    BundleOf cause;                   // the bundle that did it
    std::uint64_t count = 0;          // its number in the history, if the breakpoint has a hit count
    std::string text;                 // "write smem 4: bundle 12 (loop+2)"
    std::optional<std::string> log{}; // what it wrote; such a hit stops nothing
};

class Breakpoints {
  public:
    std::uint32_t add(Breakpoint breakpoint);
    // Exactly these from now on.
    // A breakpoint that was already there, by number and text, keeps its number and the hits counted.
    void set(std::vector<Breakpoint> breakpoints);
    bool remove(std::uint32_t id);
    bool setEnabled(std::uint32_t id, bool enabled);
    std::vector<Breakpoint> list() const;

    // Raw triggers of all enabled breakpoints with a place; their ids are the breakpoints'.
    std::vector<Trigger> triggers() const;
    // Whether an enabled pure condition must be looked at after every bundle.
    bool lookAtEveryBundle() const;
    // A run begins here: conditions that already hold are not news.
    void begin(Machine& machine);
    // What stops the machine at its present place: `stop` says which triggers fired. Pure conditions are
    // looked at after a bundle alone.
    std::vector<Hit> hitsAt(const Stop& stop, Machine& machine, bool afterBundle = true);
    // Conditions that have read what was never written and did not stop since this was last asked: the
    // breakpoint and the first clock.
    std::vector<std::pair<std::uint32_t, std::uint64_t>> takeUnwritten();
    // From which clock the history must be run again with triggers() so that all hits up to `clock` that hit
    // counts need are known; nothing when they are. `origin`: where the history begins.
    std::optional<std::uint64_t> countFrom(std::uint64_t origin, std::uint64_t clock) const;
    // All hits of the enabled breakpoints up to this clock have been counted.
    void countedTo(std::uint64_t clock);
    // The history after this clock is no longer true.
    void forgetAfter(std::uint64_t clock);

  private:
    struct Entry {
        Breakpoint breakpoint;
        bool wasTrue = false;                 // a pure condition, at the last place looked at
        std::vector<std::uint64_t> hitClocks; // the first `hit` known ones, ascending
        std::optional<std::uint64_t> counted; // all hits up to this clock are known
        // Where its condition first read what was never written, and was not true.
        std::optional<std::uint64_t> unwritten{};
    };
    std::uint64_t countHit(Entry& entry, std::uint64_t clock);
    std::optional<Hit> look(Entry& entry, bool fired, BundleOf cause, Machine& machine);

    std::vector<Entry> m_entries;
    std::uint32_t m_nextId = 1;
};

// "bundle 12 (loop+2)": a bundle with the nearest label before it.
std::string bundleText(const program::Program& program, std::uint32_t bundle);
// The same for any core's; with several cores it says which: "c3: bundle 12 (loop+2)".
std::string bundleText(const Machine& machine, BundleOf bundle);

} // namespace lw::machine
