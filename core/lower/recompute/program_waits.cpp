// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/program_waits.h"

#include "core/lower/tap_range.h"

#include <algorithm>
#include <cmath>

namespace lw::lower::recompute {

namespace {

double divided(double x, double by) { return std::ceil(x / by); }

// These constants are fitted, not derived: bundles of the chip's programs, counted or chosen so that the
// clocks of steps agree with those that the emulator counts (`lw recompute --emulate`). Where a kernel
// changes they are to be fitted again. They say nothing of a chip other than the emulated one.

// Bundles of the loop that loads a group of weights, of one register at most.
constexpr double kWeightBundles = 7;
// Of a group, among which pushes stand.
constexpr double kProductBundles = 14, kTransposeBundles = 15;
constexpr double kProductApart = 4;  // from one push of a group to the next, which waits for the port
constexpr double kPassBundles = 11;  // between the products of one tap and the next
constexpr double kSquareBundles = 8; // until a square's results begin to come, besides half of a push

// The label in every lane, largest logit, first lane that has it, sum: of a group one after the other.
constexpr double kSoftmaxReductions = 4;
// What is left at the end of a loss: fitted to its emulated clocks with 4 and 8 sublanes.
constexpr double kSoftmaxEnd = 37, kSoftmaxSums = 3, kSquaresEnd = 32, kSquaresSum = 2;
constexpr double kSquaresLoads = 0.5; // of a register, beside its operations

// Registers of a machine, and what their ways into the units take.
struct Machine {
    double group, batchRegisters, squareRegisters, lanes, push, between, queue;

    explicit Machine(const CostModel& model)
        : group(model.program.groupRegisters(model.batch, model.lanes))
        , batchRegisters(static_cast<double>(model.batch) / model.program.sublanes)
        , squareRegisters(static_cast<double>(model.lanes) / model.program.sublanes)
        , lanes(model.lanes)
        , push(model.program.pushClocks)
        , between(2 * lanes * lanes * model.program.sublanes / model.tensorWidth)
        , queue(model.program.queueDepth) {}

    double blocks(std::uint64_t channels) const { return divided(static_cast<double>(channels), lanes); }
    // Of a register that is pushed in a loop of that many bundles.
    double pushedAmong(double bundles) const { return std::max(push, bundles / group); }
    double pushedInProduct() const {
        return pushedAmong(kProductBundles + (group - 1) * std::max(0.0, push - kProductApart));
    }
    // Until the products under way have come out.
    double flush() const { return queue * between; }
    // Of a tap, besides its products under way: the loop, and what is left to load of the next weights.
    double besides(double registers) const {
        const double left = std::max(0.0, squareRegisters - registers) * pushedAmong(kWeightBundles);
        const double pass = registers * pushedInProduct() + left + kPassBundles;
        return std::max(0.0, pass - registers * between);
    }
};

double countOf(const Range& range) { return static_cast<double>(range.count()); }

double pixelsOfTap(const ProductWindow& window, std::int64_t row, std::int64_t column) {
    return countOf(windowsOf(window.rows, row, window.madeRows)) *
           countOf(windowsOf(window.columns, column, window.madeColumns));
}

// Of the channels that are read, registers in which transposed squares have them.
double transposedRegisters(const ProductWindow& window, const CostModel& model) {
    const Machine machine(model);
    const double rows = machine.group * model.program.sublanes;
    const double whole = std::floor(static_cast<double>(window.inputs) / machine.lanes);
    const double rest = static_cast<double>(window.inputs) - whole * machine.lanes;
    return whole * machine.squareRegisters + divided(rest, rows) * machine.group;
}

// From the first picture row that any window reads to the last.
Range rowsRead(const ProductWindow& window) {
    Range out{window.rows.size, 0};
    for (std::int64_t tap = 0; tap < window.rows.kernel; ++tap) {
        const Range windows = windowsOf(window.rows, tap, window.madeRows);
        if (windows.count() == 0) continue;
        out.first = std::min(out.first, window.rows.at(windows.first, tap));
        out.end = std::max(out.end, window.rows.at(windows.end - 1, tap) + 1);
    }
    return out;
}

} // namespace

double waitsOfLoss(Count of, double elements, const CostModel& model) {
    if (!model.hasProgram()) return 0;
    const double registers = model.registersOf(elements),
                 group = model.program.groupRegisters(model.batch, model.lanes);
    const double reduce = model.program.reduceClocks;
    // At the end what is left in the lanes, then in the sublanes, is added up.
    if (of == Count::Squares)
        return model.waitsFor(of, elements) + kSquaresLoads * registers + reduce + kSquaresEnd +
               kSquaresSum * model.program.sublanes;
    const double reductions =
        kSoftmaxReductions * (reduce + (group - 1) * model.program.reducePushClocks); // of each group
    return model.waitsFor(of, elements) + registers / group * reductions + reduce + kSoftmaxEnd +
           kSoftmaxSums * model.program.sublanes;
}

double waitsOfProducts(const ProductWindow& window, std::uint64_t made, const CostModel& model) {
    const Machine machine(model);
    // Those of a last block that has other lanes begin when none of the others is under way.
    const bool hasOtherLanes = made > model.lanes && made % model.lanes != 0;
    double out = 0;
    for (std::int64_t row = 0; row < window.rows.kernel; ++row)
        for (std::int64_t column = 0; column < window.columns.kernel; ++column) {
            const double pixels = pixelsOfTap(window, row, column);
            if (pixels > 0) out += machine.besides(pixels * machine.batchRegisters);
        }
    return out * machine.blocks(window.inputs) * machine.blocks(window.outputs) +
           machine.squareRegisters * machine.push + (hasOtherLanes ? 2 : 1) * machine.flush();
}

std::vector<std::uint64_t> dataPassesOf(const ProductWindow& window, const CostModel& model) {
    const Machine machine(model);
    std::vector<std::uint64_t> out;
    for (double input = 0; input < machine.blocks(window.inputs); ++input)
        for (std::int64_t row = 0; row < window.rows.kernel; ++row)
            for (std::int64_t column = 0; column < window.columns.kernel; ++column) {
                const double pixels = pixelsOfTap(window, row, column);
                if (pixels == 0) continue;
                const auto registers = static_cast<std::uint64_t>(pixels * machine.batchRegisters);
                out.insert(out.end(), static_cast<std::size_t>(machine.blocks(window.outputs)), registers);
            }
    return out;
}

WeightProducts weightProductsOf(const ProductWindow& window, const CostModel& model) {
    const Machine machine(model);
    const double registers = transposedRegisters(window, model);
    const double inputs = machine.blocks(window.inputs), outputs = machine.blocks(window.outputs);
    const double pictureRows = countOf(rowsRead(window));
    WeightProducts out{0, machine.queue * machine.push, 0};
    for (std::int64_t column = 0; column < window.columns.kernel; ++column) {
        const double windows = countOf(windowsOf(window.columns, column, window.madeColumns));
        if (windows == 0) continue;
        const double squares = divided(windows * model.batch, machine.lanes);
        out.runs += static_cast<std::uint64_t>(inputs);
        const double transposed = machine.squareRegisters * machine.pushedAmong(kTransposeBundles);
        out.waits += inputs * (pictureRows * squares + 1) * (transposed + machine.push / 2 + kSquareBundles);
        double tapsBefore = 0; // rows of windows with as many taps go together, each time with first weights
        for (std::uint64_t row = 0; row < window.madeRows; ++row) {
            const double taps = countOf(tapsOf(window.rows, static_cast<std::int64_t>(row)));
            if (taps != tapsBefore) out.waits += inputs * outputs * machine.squareRegisters * machine.push;
            tapsBefore = taps;
            if (taps == 0) continue;
            out.registers += outputs * squares * taps * registers;
            out.waits += inputs * outputs * squares * machine.besides(taps * registers / inputs);
        }
    }
    return out;
}

} // namespace lw::lower::recompute
