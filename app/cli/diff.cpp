// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/number_text.h"
#include "app/cli/prepared_run.h"
#include "app/cli/tensor_arguments.h"
#include "core/machine/dump.h"

#include <algorithm>
#include <map>

// lw diff: two runs side by side: two programs, one program on two machines
// or in two modes, or at two clocks.
namespace lw::cli {

namespace {

struct Side {
    std::unique_ptr<PreparedRun> run;
    std::unique_ptr<machine::Timeline> timeline;
    RunEnd end;
};

Result<RunRequest> otherRequest(const Arguments& arguments, Console& console) {
    const std::vector<std::string>& operands = arguments.operands();
    LW_TRY(RunRequest request, runRequestOf(operands.back(), arguments, console));
    if (operands.size() == 1) request.lint = program::lintErrorsOnly(); // what is to be said is said once
    request.machine = arguments.value("--other-machine").value_or(request.machine);
    request.options.mode = arguments.value("--other-mode").value_or(request.options.mode);
    request.options.dma = arguments.value("--other-dma").value_or(request.options.dma);
    LW_TRY(request.options.seed, arguments.number("--other-seed", request.options.seed, machine::kForever));
    LW_TRY(request.limits.clocks,
           arguments.number("--other-limit-cycles", request.limits.clocks, machine::kForever));
    return request;
}

class Comparer {
  public:
    Comparer(const Side& left, const Side& right, Console& console)
        : m_left(left), m_right(right), m_console(console) {}

    Result<bool> run(std::size_t most) {
        m_console.document()["left"] = stopJson(left(), m_left.end);
        m_console.document()["right"] = stopJson(right(), m_right.end);
        m_console.line("left:  " + stopText(left(), m_left.end));
        m_console.line("right: " + stopText(right(), m_right.end));
        for (const Side* side : {&m_left, &m_right}) noteClocks(side->run->options.dma, m_console);
        counters();
        LW_TRY(const bool tensorsEqual, tensors());
        // Cells have the same meaning only on the same machine.
        if (left().cores().front()->target().machineHash != right().cores().front()->target().machineHash) {
            m_console.line("the machines differ: their states are compared by tensors only");
            return tensorsEqual && sameEnd();
        }
        return cells(most);
    }

  private:
    machine::Machine& left() { return *m_left.run->machine; }
    machine::Machine& right() { return *m_right.run->machine; }
    bool sameEnd() const {
        return m_left.end.stop.kind == m_right.end.stop.kind &&
               m_left.end.stop.fault == m_right.end.stop.fault;
    }

    void counter(const std::string& name, std::uint64_t a, std::uint64_t b) {
        if (a == b) return;
        m_console.line("  " + padRight(name, 44) + padLeft(groupedText(a), 16) + padLeft(groupedText(b), 16));
        m_console.document()["counters"][name] = Json::list({a, b});
    }
    void counters() {
        counter("clocks", left().clock(), right().clock());
        counter("bundles", left().issuedBundles(), right().issuedBundles());
        std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> stalls;
        for (const machine::Core* const core : left().cores())
            for (const machine::StallCount& stall : core->stalls())
                stalls[std::string(stall.rule)].first += stall.clocks;
        for (const machine::Core* const core : right().cores())
            for (const machine::StallCount& stall : core->stalls())
                stalls[std::string(stall.rule)].second += stall.clocks;
        for (const auto& [rule, clocks] : stalls) counter("stalled: " + rule, clocks.first, clocks.second);
    }

    Result<bool> tensors() {
        bool equal = true;
        const auto lefts = std::as_const(left()).cores(), rights = std::as_const(right()).cores();
        for (std::size_t i = 0; i < std::min(lefts.size(), rights.size()); ++i)
            for (const program::NamedTensor& tensor : lefts[i]->program().tensors) {
                const program::NamedTensor* other = program::findTensor(rights[i]->program(), tensor.name);
                if (!other || other->dtype != tensor.dtype || other->shape != tensor.shape) continue;
                const bool isOnly = lefts.size() == 1 && rights.size() == 1;
                LW_TRY(const bool isEqual, isSameTensor(isOnly ? "" : lefts[i]->name() + '.', tensor.name));
                equal = equal && isEqual;
            }
        return equal;
    }
    Result<bool> isSameTensor(const std::string& core, const std::string& tensor) {
        // A machine of one core knows no core by its name.
        LW_TRY(const PiecesOfTensor a,
               PiecesOfTensor::make(left(), left().cores().size() == 1 ? tensor : core + tensor));
        LW_TRY(const PiecesOfTensor b,
               PiecesOfTensor::make(right(), right().cores().size() == 1 ? tensor : core + tensor));
        LW_TRY(const tensor::Comparison comparison, compare(a, b));
        if (comparison.exact()) return true;
        m_console.line("  tensor " + core + tensor + ": " + comparisonText(comparison));
        m_console.document()["tensors"][core + tensor] = {{"differing", comparison.differing},
                                                          {"compared", comparison.compared}};
        return false;
    }

    bool cells(std::size_t most) {
        const auto before = m_left.timeline->snapshot(), after = m_right.timeline->snapshot();
        const bool sameLayout = machine::isSameLayout(left().tree(), right().tree());
        if (!sameLayout) m_console.line("the programs differ: counters by bundle are not compared");
        const auto list =
            sameLayout ? machine::differences(left().tree(), *before, *after, most + 1)
                       : machine::commonDifferences(left().tree(), *before, right().tree(), *after, most + 1);
        const bool more = list.size() > most;
        const std::vector<machine::Difference> shown(
            list.begin(), list.begin() + static_cast<std::ptrdiff_t>(std::min(most, list.size())));
        m_console.document()["state"] = machine::differencesJson(left().tree(), shown);
        m_console.line(list.empty() ? "the states are equal" : "the states differ:");
        m_console.print(machine::differencesText(left().tree(), shown));
        if (more) m_console.line("... and more (see --most)");
        return list.empty();
    }

    const Side& m_left;
    const Side& m_right;
    Console& m_console;
};

} // namespace

Result<Exit> runDiff(const Arguments& arguments, Console& console) {
    constexpr std::uint64_t kDefaultMost = 40, kMost = 1'000'000;
    LW_TRY(const std::uint64_t most, arguments.number("--most", kDefaultMost, kMost));
    LW_TRY(const RunRequest leftRequest, runRequestOf(arguments.operands().front(), arguments, console));
    LW_TRY(const RunRequest rightRequest, otherRequest(arguments, console));
    Side sides[2];
    const RunRequest* requests[2] = {&leftRequest, &rightRequest};
    for (std::size_t i = 0; i < 2; ++i) {
        LW_TRY(sides[i].run, prepareRun(*requests[i], console));
        if (!sides[i].run) return Exit::Usage;
        sides[i].timeline = std::make_unique<machine::Timeline>(*sides[i].run->machine);
        sides[i].end = runToEnd(*sides[i].timeline, sides[i].run->limits, console);
        if (sides[i].end.stop.kind != machine::StopKind::Interrupted) continue;
        console.line(std::string(i == 0 ? "left:  " : "right: ") +
                     stopText(*sides[i].run->machine, sides[i].end));
        console.document()[i == 0 ? "left" : "right"] = stopJson(*sides[i].run->machine, sides[i].end);
        return Exit::Interrupted;
    }
    LW_TRY(const bool equal, Comparer(sides[0], sides[1], console).run(static_cast<std::size_t>(most)));
    console.document()["equal"] = equal;
    return equal ? Exit::Pass : Exit::CheckFailed;
}

} // namespace lw::cli
