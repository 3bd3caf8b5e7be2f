// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/budget.h"

#include "core/lower/recompute/front.h"
#include "core/lower/recompute/step_order.h"
#include "core/lower/recompute/step_times.h"
#include "core/lower/recompute/usage.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lw::lower::recompute {

using network::kInput;
using network::ValueId;

namespace {

constexpr std::size_t kNoStep = kNoLimit;

enum class Choice : std::uint8_t { Vmem, Hbm, Again };
enum class Asked : std::uint8_t { Nothing, Stored, NotStored }; // of what a mask may read

// A value that something decided already reads.
struct Open {
    ValueId value = kInput;
    std::size_t firstStep = kNoStep; // of the backward pass that needs it; none: nothing does
    Moment until = 0;                // of its last use there
    Asked asked = Asked::Nothing;
    auto operator<=>(const Open&) const = default;
};
using OpenValues = std::vector<Open>; // by value

// Values from some one on to the last are decided.
struct Partial {
    std::uint64_t clocks = 0; // of what is moved and computed again
    LiveZones zones;
    OpenValues open;
    std::uint32_t before = 0; // the partial choice that this one adds to
    Choice choice = Choice::Vmem;
};

struct Taken {
    std::uint32_t before = 0;
    Choice choice = Choice::Vmem;
};

Memory inputPlace(const BudgetLimits& limits) {
    const auto given = limits.places.find(kInput);
    return given == limits.places.end() ? Memory::Hbm : given->second;
}

Level inVmem(std::uint64_t bytes) { return {bytes, bytes}; }

// A whole choice that was found.
struct Known {
    std::uint64_t clocks = 0, peak = 0; // clocks as in Partial
};

class Search {
  public:
    // `known`: from the fewest clocks to the lowest peak. What is nowhere better than one of these is left
    // out.
    Search(const Sublayers& network, const CostModel& model, const BudgetLimits& limits,
           const std::atomic<bool>* stop, std::size_t most, std::vector<Known> known = {})
        : m_network(network)
        , m_model(model)
        , m_limits(limits)
        , m_stop(stop)
        , m_most(most)
        , m_known(std::move(known))
        , m_times(network) {}

    BudgetSearch run();
    // Those of the points that run() gave.
    const std::vector<Known>& found() const { return m_found; }
    // Clocks of what was given up unseen, without what it still lacks.
    std::uint64_t least() const { return m_least; }

  private:
    Level inHbm(std::uint64_t bytes) const { return {0, m_limits.countsHbm ? bytes : 0}; }
    bool isStopped() const { return m_stop && m_stop->load(std::memory_order_relaxed); }
    // The most that will be live at least: whatever is decided of an open value, it is there from its first
    // use in the backward pass on.
    Level mostOf(const Partial& partial) const {
        LiveZones zones = partial.zones;
        for (const Open& open : partial.open)
            if (open.firstStep != kNoStep)
                zones.add(m_times.before(open.firstStep) + 1, open.until,
                          inVmem(m_network[open.value].bytes));
        return zones.most();
    }
    bool isKept(const Partial& partial) const {
        const Level most = mostOf(partial);
        return most.vmem <= m_limits.vmemBytes && most.total <= m_limits.bytes &&
               !isNowhereBetter(partial.clocks, most.total);
    }
    // Clocks and peak only grow with what is yet to be decided.
    bool isNowhereBetter(std::uint64_t clocks, std::uint64_t peak) const {
        const auto after = std::ranges::upper_bound(m_known, clocks, {}, &Known::clocks);
        return after != m_known.begin() && std::prev(after)->peak <= peak;
    }
    Open& openOf(Partial& partial, ValueId value) const;
    void use(Partial& partial, ValueId value, std::size_t step, Moment until) const;
    bool ask(Partial& partial, ValueId value, Asked what) const;

    void decide(ValueId value, const Partial& partial, std::uint32_t number);
    std::optional<Partial> withSteps(ValueId value, Partial partial, bool maskReadsInput) const;
    std::optional<Partial> withChoice(ValueId value, Partial partial, Choice choice) const;
    void bringAgain(ValueId value, Partial& partial, const Open& open) const;
    void addForward(ValueId value, Partial& partial, Choice choice, const Open& open) const;
    bool mayBe(ValueId value, Choice choice, const Open& open) const;
    void keep(Partial partial);
    void prune();
    std::vector<Kept> waysOf(std::uint32_t number) const;
    void finish(BudgetSearch& out);

    const Sublayers& m_network;
    const CostModel& m_model;
    const BudgetLimits& m_limits;
    const std::atomic<bool>* m_stop;
    std::size_t m_most; // choices that are carried
    std::vector<Known> m_known, m_found;
    StepTimes m_times;
    std::map<OpenValues, Front<Partial>> m_next; // of the value that is decided
    std::vector<Partial> m_partials;             // of the one after it
    std::vector<std::vector<Taken>> m_taken;     // for each value, from the last on
    std::uint64_t m_least = kNoLimit;            // clocks of what was given up unseen
    std::vector<std::uint64_t> m_numbers;        // of the one that is added
    std::uint64_t m_rest = 0; // bytes of values to come: each is at most once in a stretch of VMEM
};

Open& Search::openOf(Partial& partial, ValueId value) const {
    const auto found = std::ranges::lower_bound(partial.open, value, {}, &Open::value);
    if (found != partial.open.end() && found->value == value) return *found;
    return *partial.open.insert(found, Open{value});
}

void Search::use(Partial& partial, ValueId value, std::size_t step, Moment until) const {
    Open& open = openOf(partial, value);
    open.firstStep = std::min(open.firstStep, step);
    open.until = std::max(open.until, until);
}

// Whether it was not asked otherwise before.
bool Search::ask(Partial& partial, ValueId value, Asked what) const {
    Open& open = openOf(partial, value);
    if (open.asked != Asked::Nothing && open.asked != what) return false;
    open.asked = what;
    return true;
}

// The steps of a layer's backward pass, and what they read. Nothing: another mask asked otherwise.
std::optional<Partial> Search::withSteps(ValueId value, Partial partial, bool maskReadsInput) const {
    const auto [first, last] = m_times.stepsOf(value);
    for (std::size_t i = first; i < last; ++i) {
        const KeepStep& step = m_times.backward()[i];
        partial.zones.insert(m_times.before(i), m_times.constantBefore(i));
        partial.zones.insert(m_times.step(i), m_times.constantAt(i));
        for (const Held& held : step.reads) {
            if (held.part != Part::Value) continue;
            const ValueId read = maskReadsInput ? m_network[value].inputs[0] : held.value;
            use(partial, read, i, m_times.step(i));
        }
    }
    const Sublayer& layer = m_network[value];
    const bool choosesMask = layer.role == Role::Activation && !layer.readsOnlyOutput && first != last;
    if (choosesMask && !ask(partial, layer.inputs[0], maskReadsInput ? Asked::Stored : Asked::NotStored))
        return std::nullopt;
    for (const ValueId from : layer.inputs) openOf(partial, from);
    return partial;
}

bool Search::mayBe(ValueId value, Choice choice, const Open& open) const {
    if (value == m_network.output) return choice == Choice::Vmem;
    const bool isStored = choice != Choice::Again;
    if (open.asked != Asked::Nothing && isStored != (open.asked == Asked::Stored)) return false;
    if (open.firstStep == kNoStep && open.asked == Asked::Nothing) return !isStored; // all are the same
    const auto kept = m_limits.keeps.find(value);
    if (kept != m_limits.keeps.end() && isStored != (kept->second == Way::Store)) return false;
    const auto given = m_limits.places.find(value);
    if (given == m_limits.places.end() || !isStored) return true;
    return choice == (given->second == Memory::Vmem ? Choice::Vmem : Choice::Hbm);
}

// A value that is there from before a step of the backward pass on, the first of those that are brought for
// it.
void Search::bringAgain(ValueId value, Partial& partial, const Open& open) const {
    const Moment before = m_times.before(open.firstStep);
    const Level bytes = inVmem(m_network[value].bytes);
    partial.zones.add(before + 1, open.until, bytes);
    partial.zones.insert(m_times.bring(open.firstStep, value), partial.zones.at(before) + bytes);
}

// What is live of it in the forward pass, and until when.
void Search::addForward(ValueId value, Partial& partial, Choice choice, const Open& open) const {
    const std::uint64_t bytes = m_network[value].bytes;
    const bool isNeeded = open.firstStep != kNoStep;
    const bool stays = choice == Choice::Vmem && isNeeded;
    partial.zones.add(0, stays ? open.until : m_times.lastForward(value), inVmem(bytes));
    if (choice == Choice::Hbm && isNeeded) { // before it is brought, since it is there until then
        partial.zones.add(0, m_times.before(open.firstStep), inHbm(bytes));
        partial.zones.insert(m_times.spill(value),
                             m_times.constantForward(value) + inVmem(bytes) + inHbm(bytes));
    }
    partial.zones.insert(m_times.forward(value), m_times.constantForward(value) + inVmem(bytes));
}

std::optional<Partial> Search::withChoice(ValueId value, Partial partial, Choice choice) const {
    const Open open = openOf(partial, value);
    if (!mayBe(value, choice, open)) return std::nullopt;
    partial.open.erase(std::ranges::find(partial.open, value, &Open::value));
    addForward(value, partial, choice, open);
    if (value == m_times.firstInputReader())
        partial.zones.insert(m_times.inputFetch(), m_times.constantForward(value - 1));
    if (open.firstStep != kNoStep && choice != Choice::Vmem) {
        bringAgain(value, partial, open);
        if (choice == Choice::Hbm) {
            partial.clocks += 2 * clocksToMove(m_network, m_model, {value, Part::Value});
        } else {
            KeepStep again{StepKind::Recompute, value, {}, {{value, Part::Value}}, {}};
            for (const ValueId from : m_network[value].inputs) {
                again.reads.push_back({from, Part::Value});
                use(partial, from, open.firstStep, m_times.bring(open.firstStep, value));
            }
            if (m_network[value].role == Role::Norm) again.reads.push_back({value, Part::Statistics});
            partial.clocks += clocksOf(m_network, m_model, again);
        }
    }
    partial.choice = choice;
    if (!isKept(partial)) return std::nullopt;
    return partial;
}

// The stretches that a value to come can be there for the whole of.
void Search::keep(Partial partial) {
    std::vector<Moment> cuts;
    for (const Open& open : partial.open) {
        cuts.push_back(m_times.lastForward(open.value) + 1);
        if (open.firstStep == kNoStep) continue;
        cuts.push_back(m_times.before(open.firstStep));
        cuts.push_back(m_times.before(open.firstStep) + 1);
        cuts.push_back(open.until + 1);
    }
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    partial.zones.mergeBetween(cuts);
    m_numbers.assign(1, partial.clocks);
    partial.zones.appendTo(m_numbers, m_limits.vmemBytes - std::min(m_limits.vmemBytes, m_rest));
    Front<Partial>& others = m_next[partial.open];
    others.add(std::move(partial), m_numbers);
}

void Search::decide(ValueId value, const Partial& partial, std::uint32_t number) {
    const Sublayer& layer = m_network[value];
    const bool choosesMask = layer.role == Role::Activation && !layer.readsOnlyOutput;
    for (const bool maskReadsInput : {false, true}) {
        if (maskReadsInput && !choosesMask) continue;
        auto stepped = withSteps(value, partial, maskReadsInput);
        if (!stepped) continue;
        stepped->before = number;
        for (const Choice choice : {Choice::Vmem, Choice::Hbm, Choice::Again})
            if (auto chosen = withChoice(value, *stepped, choice)) keep(*std::move(chosen));
    }
}

// The next value's partial choices; of too many those with the fewest clocks, and every n-th of the
// others.
void Search::prune() {
    m_partials.clear();
    for (auto& [open, partials] : m_next)
        for (Partial& partial : partials.values()) m_partials.push_back(std::move(partial));
    m_next.clear();
    std::ranges::stable_sort(m_partials, {}, &Partial::clocks);
    if (m_partials.size() > m_most) {
        const std::size_t every = m_partials.size() / (m_most / 2) + 1;
        std::vector<Partial> left;
        for (std::size_t i = 0; i < m_partials.size(); ++i) {
            if (i < m_most / 2 || i % every == 0)
                left.push_back(std::move(m_partials[i]));
            else
                m_least = std::min(m_least, m_partials[i].clocks);
        }
        m_partials = std::move(left);
    }
    std::vector<Taken>& taken = m_taken.emplace_back();
    for (const Partial& partial : m_partials) taken.push_back({partial.before, partial.choice});
}

std::vector<Kept> Search::waysOf(std::uint32_t number) const {
    std::vector<Kept> ways(m_network.size());
    ways[kInput] = {Way::Store, inputPlace(m_limits)};
    for (ValueId value = 1; value < m_network.size(); ++value) {
        const Taken& taken = m_taken[m_network.size() - 1 - value][number];
        ways[value].way = taken.choice == Choice::Again ? Way::Recompute : Way::Store;
        ways[value].memory = taken.choice == Choice::Hbm ? Memory::Hbm : Memory::Vmem;
        number = taken.before;
    }
    return ways;
}

// The input is there for the first layer, and again for the gradient of its weights; its place is given.
void Search::finish(BudgetSearch& out) {
    const Memory place = inputPlace(m_limits);
    const std::uint64_t bytes = m_network[kInput].bytes;
    for (std::uint32_t number = 0; number < m_partials.size(); ++number) {
        Partial& partial = m_partials[number];
        const Open open = openOf(partial, kInput);
        const bool isNeeded = open.firstStep != kNoStep;
        const bool stays = isNeeded && place == Memory::Vmem;
        partial.zones.add(0, stays ? open.until : m_times.lastForward(kInput), inVmem(bytes));
        if (isNeeded && !stays) bringAgain(kInput, partial, open);
        partial.open.clear();
        if (!isKept(partial)) continue;
        const Level most = partial.zones.most();
        if (!out.points.empty() && most.total >= out.points.back().peak) continue;
        BudgetPoint point{waysOf(number), most.total, most.vmem, 0};
        const Usage usage = usageOf(m_network, m_model, keepPlanOf(m_network, Schedule::S0, point.ways));
        const std::uint64_t peak = m_limits.countsHbm ? usage.peak : usage.peakVmem;
        LW_ASSERT(peak == point.peak && usage.peakVmem == point.peakVmem,
                  "what was counted on the way is what the plan takes");
        point.clocks = usage.clocks;
        if (!out.points.empty() && out.points.back().clocks == point.clocks) {
            out.points.pop_back();
            m_found.pop_back();
        }
        out.points.push_back(std::move(point));
        m_found.push_back({partial.clocks, most.total});
    }
}

BudgetSearch Search::run() {
    BudgetSearch out;
    Partial begin;
    begin.zones.insert(m_times.before(0), m_times.constantBefore(0));
    begin.zones.insert(m_times.step(0), m_times.constantAt(0));
    use(begin, m_network.output, 0, m_times.step(0));
    m_partials.push_back(std::move(begin));
    for (ValueId value = kInput; value < m_network.size(); ++value) m_rest += m_network[value].bytes;
    for (ValueId value = m_network.size() - 1; value > kInput; --value) {
        m_rest -= m_network[value].bytes;
        for (std::uint32_t number = 0; number < m_partials.size(); ++number) {
            if (isStopped()) {
                out.wasStopped = true;
                return out;
            }
            openOf(m_partials[number], value); // of what nothing reads
            decide(value, m_partials[number], number);
        }
        prune();
    }
    finish(out);
    return out;
}

// Adds points of another search: from the fewest clocks on each has a lower peak than the one before.
void addPoints(BudgetSearch& to, std::vector<BudgetPoint> others) {
    std::ranges::move(others, std::back_inserter(to.points));
    std::ranges::stable_sort(to.points, {},
                             [](const BudgetPoint& one) { return std::pair(one.clocks, one.peak); });
    std::vector<BudgetPoint> best;
    for (BudgetPoint& point : to.points)
        if (best.empty() || point.peak < best.back().peak) best.push_back(std::move(point));
    to.points = std::move(best);
}

// `least` as Search has it, beyond what every choice takes.
BudgetSearch judged(BudgetSearch out, std::uint64_t least, std::uint64_t always) {
    out.isProven = least == kNoLimit;
    if (out.points.empty()) return out;
    const std::uint64_t fewest = out.points.front().clocks;
    out.boundClocks = out.isProven ? fewest : std::min(fewest, always + least);
    return out;
}

// Of a step that keeps all where it is.
std::uint64_t clocksStored(const Sublayers& network, const CostModel& model, const BudgetLimits& limits) {
    std::vector<Kept> ways(network.size());
    ways[kInput].memory = inputPlace(limits);
    return usageOf(network, model, keepPlanOf(network, Schedule::S0, ways)).clocks;
}

} // namespace

// With few choices first: what is nowhere better than what they find need not be carried. Of deep networks
// fewer than the most are carried then, since those of ResNet-50 would take hours; the few alone may lose all
// that keep within a tight budget.
BudgetSearch searchBudget(const Sublayers& network, const CostModel& model, const BudgetLimits& limits,
                          const std::atomic<bool>* stop, const BudgetEffort& effort) {
    constexpr double kDeep = 100; // values
    const std::uint64_t always = clocksStored(network, model, limits);
    Search few(network, model, limits, stop, effort.few);
    BudgetSearch first = few.run();
    if (first.wasStopped || few.least() == kNoLimit) return judged(std::move(first), few.least(), always);
    const double part = std::min(1.0, kDeep / static_cast<double>(network.size()));
    const auto most = static_cast<std::size_t>(static_cast<double>(effort.most) * part * part * part * part);
    Search many(network, model, limits, stop, std::max(effort.few, most), few.found());
    BudgetSearch out = many.run();
    addPoints(out, std::move(first.points));
    return judged(std::move(out), many.least(), always);
}

} // namespace lw::lower::recompute
