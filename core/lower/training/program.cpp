// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/program.h"

#include "core/lower/training/batches.h"
#include "core/lower/training/messages.h"
#include "core/lower/training/parameter_tensors.h"
#include "core/lower/training/step_rows.h"
#include "core/lower/training/transfers.h"
#include "core/lower/training/walk_kernels.h"
#include "core/network/taps_in_lanes.h"

#include <algorithm>
#include <map>
#include <span>

namespace lw::lower::training {

using network::Kind;
using network::kInput;
using network::Layer;
using network::Network;

namespace {

// Each way of moves beside the steps counts for itself, since its transfers land in order.
constexpr std::uint32_t kParameterFlag = 0, kFetchFlag = 1, kSpillFlag = 2, kImageFlag = 3, kLabelFlag = 4;
constexpr std::string_view kWords[] = {"images", "labels", "loss", "correct"};

std::string numberText(std::uint64_t number) { return std::to_string(number); }

// Transfers of a batch.
struct BatchMove {
    std::uint64_t batchGranules = 0; // in HBM
    std::uint32_t flag = 0;
    std::vector<Transfer> parts;
    std::vector<std::uint32_t> descriptors; // of these
    std::uint64_t granules = 0;
};

class Writer {
  public:
    Writer(const Network& network, const KeepPlan& keep, const machine::CoreLimits& machine, StepPlan plan,
           const Batches& batches, const Options& options)
        : m_network(network)
        , m_keep(keep)
        , m_machine(machine)
        , m_batches(batches)
        , m_options(options)
        , m_to(m_bundles, plan.by, 0)
        , m_transfers(m_to, machine.lanes / 4)
        , m_rows(m_to, network, keep, m_out.plan) {
        m_out.plan = std::move(plan);
        for (const std::string_view word : kWords) m_tensors.names.reserve(word);
        m_tensors.names.avoidCores();
    }

    Result<TrainingProgram> run() {
        m_parameters = addParameters(m_network, m_machine, m_options.keepsGradients, m_tensors, m_out);
        addBatches();
        writeStart();
        writeSteps();
        writeEnd();
        m_out.bundles = m_bundles.count();
        m_out.descriptors = m_transfers.count();
        m_out.smemWords = m_out.plan.by.depth + 2 + m_transfers.words() + 2; // ring, counts, loss, correct
        m_out.shared = m_to.shared();
        LW_TRY([[maybe_unused]] const Done fits, checkRoom());
        m_out.text = head() + m_bundles.text();
        return std::move(m_out);
    }

  private:
    // Of the other memories: planStep has checked vector memory.
    Outcome checkRoom() const {
        const Place& place = m_network.training->place;
        const auto refuse = [&](const Message& message, std::uint64_t needed, std::uint64_t there) {
            return Problem{&message, {numberText(needed), m_machine.name, numberText(there)}, place, {}, {}};
        };
        LW_TRY([[maybe_unused]] const Done outside, m_tensors.use.check(m_machine, place));
        if (m_out.smemWords > m_machine.smemWords)
            return refuse(messages::kDescriptors, m_out.smemWords, m_machine.smemWords);
        if (m_out.bundles > m_machine.instructionBundles)
            return refuse(messages::kBundles, m_out.bundles, m_machine.instructionBundles);
        return Done{};
    }

    std::uint64_t granulesPerRow() const { return m_machine.lanes / 4; }

    void addBatches() {
        m_out.files.push_back({"images.npy", m_batches.images});
        m_out.files.push_back({"labels.npy", m_batches.labels});
        const std::uint64_t count = std::max(m_batches.count, m_options.images / m_network.training->batch);
        const auto declare = [&](const std::string& name, const tensor::Tensor& of) {
            m_tensors.text += ".tensor " + name + (of.dtype() == tensor::DType::F32 ? ", f32, " : ", i32, ") +
                              tensor::shapeText(of.shape()) + ", hbm = \"" + name + ".npy\"\n";
            m_tensors.use.add(name, of.bytes().size() / m_batches.count * count);
        };
        declare("images", m_batches.images);
        declare("labels", m_batches.labels);
        const std::uint64_t images = m_batches.imageGranules, labels = m_batches.labelGranules;
        m_image = addBatch(images, m_batches.imageTransfers, 0, kFetchFlag);
        if (m_out.plan.moves.hasNextBatch)
            m_nextImage = addBatch(images, m_batches.imageTransfers, batchRow(), kImageFlag);
        m_label = addBatch(labels, m_batches.labelTransfers, m_out.plan.labels.row, kLabelFlag);
    }

    BatchMove addBatch(std::uint64_t batchGranules, std::vector<Transfer> parts, std::uint64_t row,
                       std::uint32_t flag) {
        BatchMove out{batchGranules, flag, std::move(parts), {}, 0};
        for (Transfer& part : out.parts) {
            part.row += row;
            out.descriptors.push_back(m_transfers.add(part, true, flag));
            out.granules += part.granules();
        }
        return out;
    }
    // Where the forward pass reads the batch.
    std::uint64_t batchRow() const { return m_out.plan.rowOf(batchFetchOf(m_keep), {kInput, Part::Value}); }

    void writeStart() {
        const StepPlan& plan = m_out.plan;
        m_bundles.label("start");
        m_bundles("v: mov v31, 0");
        m_bundles("s: sync.set f0, 0");
        m_bundles("s: mov r0, 0");
        m_to.fill(0, 3 * std::uint64_t{plan.by.groupRows()});
        const Region all{plan.labels.row, plan.squares.row - plan.labels.row};
        m_to.fill(static_cast<std::int64_t>(all.row), all.rows);
        for (const Transfer& transfer : m_parameters.in)
            m_transfers.startOnce(transfer, true, kParameterFlag);
        m_bundles("s: sync.wait f0, ", granulesOf(m_parameters.in));
        m_bundles.fence();
        m_to.set(10, 0);
        m_to.set(11, 0);
        m_to.set(12, plan.by.squareGroups());
        m_to.set(13, 0);
        m_to.call("load_weights");
        m_to.call("prime_products");
        m_to.call("prime_transposes");
        m_to.forget();
        writeFirstBatch();
    }

    // Descriptors of the batch in r1.
    void setBatch(const BatchMove& of) {
        for (std::size_t i = 0; i < of.parts.size(); ++i) {
            const Transfer& part = of.parts[i];
            m_bundles("s: mul r2, r1, ", static_cast<std::int64_t>(of.batchGranules));
            m_bundles("s: mov r3, ", part.outside, "+", static_cast<std::int64_t>(part.from));
            m_bundles("s: add r2, r2, r3");
            m_bundles("s: st [r0+descriptors+", of.descriptors[i], "], r2");
        }
    }
    void startBatch(const BatchMove& of) {
        m_bundles.fence();
        m_bundles("s: sync.set f", of.flag, ", 0");
        for (const std::uint32_t descriptor : of.descriptors) m_transfers.start(descriptor, true);
        m_bundles.fence();
    }
    void waitForBatch(const BatchMove& of) {
        m_bundles.fence();
        m_bundles("s: sync.wait f", of.flag, ", ", static_cast<std::int64_t>(of.granules));
        m_bundles.fence();
    }
    // But not after the last training step.
    void startNextBatch(const BatchMove& of) {
        m_bundles.fence();
        m_bundles("s: ld r1, [r0+steps]");
        m_bundles("s: cmp.ne p1, r1, 1");
        m_bundles("s: sync.set f", of.flag, ", 0");
        for (const std::uint32_t descriptor : of.descriptors)
            m_bundles("s: @p1 dma.h2v [r0+descriptors+", descriptor, "]");
        m_bundles.fence();
        m_to.forget();
    }
    bool isAhead() const { return !m_keep.moves.empty(); }
    bool hasNextImage() const { return m_out.plan.moves.hasNextBatch; }
    void fillBatch(std::uint64_t row) {
        if (m_batches.leavesLanes)
            m_to.fill(static_cast<std::int64_t>(row),
                      layoutOf(m_network, kInput, m_out.plan.by).memoryRows());
    }

    // What the first training step begins with.
    void writeFirstBatch() {
        m_bundles("s: mov r1, 0");
        if (hasNextImage()) {
            setBatch(m_nextImage);
            fillBatch(batchRow());
            startBatch(m_nextImage);
        }
        if (isAhead()) startBatch(m_label);
    }

    // The descriptors of this step's batch and of the next; those of the first batch again after the last
    // one.
    void writeBatch() {
        m_bundles("s: ld r1, [r0+batch]");
        setBatch(m_image);
        if (!isAhead()) setBatch(m_label);
        m_bundles("s: add r1, r1, 1");
        m_bundles("s: mov r2, ", static_cast<std::int64_t>(m_batches.count));
        m_bundles("s: cmp.eq p1, r1, r2");
        m_bundles("s: @p1 mov r1, 0");
        m_bundles("s: st [r0+batch], r1");
        if (hasNextImage()) setBatch(m_nextImage);
        if (isAhead()) setBatch(m_label);
        m_bundles("s: sync.set f", kFetchFlag, ", 0");
        m_bundles("s: sync.set f", kSpillFlag, ", 0");
        if (isAhead()) return;
        startBatch(m_label);
        waitForBatch(m_label);
    }

    // Of a value that waits in HBM, one way; its words there have a tensor of their own.
    void startSpilled(std::size_t number) {
        const KeepStep& step = m_keep.steps[number];
        const bool isFetch = step.kind == StepKind::Fetch;
        const Held& moved = movedBy(step);
        const std::uint64_t rows = rowsOfHeld(m_network, moved, m_out.plan.by);
        std::string& name = m_spilled[moved];
        if (name.empty()) {
            const std::string of = moved.part == Part::Gradient ? ".gradient.spilled" : ".spilled";
            name = m_tensors.names.take(network::nameOf(m_network, step.value) + of);
            m_tensors.text += ".tensor " + name + ", f32, " +
                              tensor::shapeText(tensor::Shape{rows, m_machine.lanes}) + ", hbm\n";
            m_tensors.use.add(name, rows * m_machine.rowBytes());
        }
        Transfer transfer{"granule(" + name + ")", m_out.plan.rowOf(number, moved), {}};
        transfer.loops[0] = {rows * granulesPerRow(), 1, 1};
        m_transfers.startOnce(transfer, isFetch, isFetch ? kFetchFlag : kSpillFlag);
        noteMove(number, transfer.granules());
    }

    // One row that nothing writes, over all rows of a tensor in HBM.
    void forgetSpilled(const Held& moved) {
        const std::uint64_t rows = rowsOfHeld(m_network, moved, m_out.plan.by);
        Transfer transfer{"granule(" + m_spilled[moved] + ")", m_out.plan.unwritten.row, {}};
        transfer.loops[0] = {granulesPerRow(), 1, 1};
        transfer.loops[1] = {rows, static_cast<std::int64_t>(granulesPerRow()), 0};
        m_transfers.startOnce(transfer, false, kSpillFlag);
        m_spills += transfer.granules();
        m_bundles("s: sync.wait f", kSpillFlag, ", ", static_cast<std::int64_t>(m_spills));
        m_bundles.fence();
    }

    void noteMove(std::size_t number, std::uint64_t granules) {
        const bool isFetch = m_keep.steps[number].kind == StepKind::Fetch;
        m_bundles.fence();
        m_complete[number] = (isFetch ? m_fetched : m_spills) += granules;
    }

    void startFetchOfBatch(std::size_t number) {
        const std::uint64_t row = m_out.plan.rowOf(number, {kInput, Part::Value});
        fillBatch(row);
        for (std::size_t i = 0; i < m_image.parts.size(); ++i) {
            const Transfer& part = m_image.parts[i];
            m_to.set(1, static_cast<std::int64_t>((row + part.row) * granulesPerRow() + part.lane));
            m_bundles("s: st [r0+descriptors+", m_image.descriptors[i] + 1, "], r1");
        }
        m_bundles.fence();
        for (const std::uint32_t descriptor : m_image.descriptors) m_transfers.start(descriptor, true);
        noteMove(number, m_image.granules);
    }

    // Moves that begin with a step of the plan, and those that are over after its work.
    void beginStep(std::size_t step) {
        m_out.begins.steps.push_back(m_bundles.count());
        const std::size_t batch = batchFetchOf(m_keep);
        for (const Move& move : m_out.plan.moves.moves) {
            if (move.from != step || (hasNextImage() && move.step == batch)) continue;
            if (m_keep.steps[move.step].value == kInput)
                startFetchOfBatch(move.step);
            else
                startSpilled(move.step);
        }
        if (hasNextImage() && step == releaseOf(m_keep, batch) + 1) {
            if (m_out.plan.unwritten.rows > 0) fillBatch(batchRow());
            startNextBatch(m_nextImage);
        }
        if (isAhead() && m_keep.steps[step].kind == StepKind::Loss) waitForBatch(m_label);
    }
    void endStep(std::size_t step) {
        if (isAhead() && m_keep.steps[step].kind == StepKind::Loss) startNextBatch(m_label);
        for (const Move& move : m_out.plan.moves.moves) {
            if (move.until != step + 1) continue;
            if (hasNextImage() && move.step == batchFetchOf(m_keep)) {
                waitForBatch(m_nextImage);
                continue;
            }
            const KeepStep& moved = m_keep.steps[move.step];
            const bool isFetch = moved.kind == StepKind::Fetch;
            m_bundles.fence();
            m_bundles("s: sync.wait f", isFetch ? kFetchFlag : kSpillFlag, ", ",
                      static_cast<std::int64_t>(m_complete.at(move.step)));
            m_bundles.fence();
            if (isFetch && moved.value != kInput && m_out.plan.unwritten.rows > 0)
                forgetSpilled(movedBy(moved));
        }
    }

    void writeSteps() {
        m_bundles.blank();
        m_bundles.label("step");
        m_to.forget();
        m_transfers.forget();
        writeBatch();
        m_to.forget();
        m_rows.write([&](std::size_t step) { beginStep(step); }, [&](std::size_t step) { endStep(step); });
        m_out.begins.update = m_bundles.count();
        m_rows.writeUpdate();
        m_out.begins.end = m_bundles.count();
        m_bundles("s: ld r1, [r0+steps]");
        m_bundles("s: sub r1, r1, 1");
        m_bundles("s: st [r0+steps], r1");
        m_bundles("s: cmp.ne p1, r1, 0");
        m_bundles("s: @p1 br step");
    }

    void writeEnd() {
        m_bundles.blank();
        m_bundles.label("finish");
        m_bundles("s: sync.set f0, 0");
        for (const Transfer& transfer : m_parameters.out)
            m_transfers.startOnce(transfer, false, kParameterFlag);
        m_bundles("s: sync.wait f0, ", granulesOf(m_parameters.out));
        m_bundles.fence();
        for (std::uint32_t i = 0; i < m_out.plan.by.depth * m_out.plan.by.unroll; ++i)
            m_bundles("pop: mxu v0");
        for (std::uint32_t i = 0; i < m_machine.lanes / m_machine.sublanes; ++i) m_bundles("pop: xpose v0");
        m_bundles("s: halt");
        m_bundles.blank();
        const network::Optimiser& how = m_network.training->optimiser;
        writeProducts(m_bundles, m_out.plan.by);
        if (m_to.called().contains("keep_rows")) writeKeepRows(m_bundles, m_out.plan.by);
        writeTransposes(m_bundles, m_out.plan.by);
        writeWeightGradient(m_bundles, m_out.plan.by);
        writeWalks(m_bundles, m_out.plan.by, m_to.called());
        writeElementwise(m_bundles, m_out.plan.by, m_to.called());
        writePacks(m_bundles, m_out.plan.by, m_to.called());
        writeMasks(m_bundles, m_out.plan.by, m_to.called());
        writeTurns(m_bundles, m_out.plan.by, m_to.called());
        writeNorm(m_bundles, m_out.plan.by, m_to.called());
        writeLosses(m_bundles, m_out.plan.by, m_to.called());
        writeRowKernels(m_bundles, m_to.called());
        writeUpdateKernels(m_bundles, m_out.plan.by, how.momentum != 0, how.weightDecay != 0);
    }

    std::string streamsText() const {
        std::string out = ".stream " + numberText(kLossStream) + ", \"loss\"\n";
        if (m_network.training->loss == network::Loss::SoftmaxCrossEntropy)
            out += ".stream " + numberText(kCorrectStream) + ", \"images that are right, of " +
                   numberText(m_network.training->batch) + "\"\n";
        return out;
    }

    std::string head() const {
        const Grouping& by = m_out.plan.by;
        std::string out = "# SPDX-License-Identifier: GPL-3.0-or-later\n# Trains \"" + m_network.name +
                          "\": " + numberText(m_options.steps) + " steps of " +
                          numberText(m_network.training->batch) + " images.\n.chip training, \"" +
                          (m_options.machine.empty() ? m_machine.name : m_options.machine) + "\"\n\n";
        const auto name = [&](std::string_view word, std::uint64_t row) {
            out += ".equ " + std::string(word) + ", " + numberText(row) + "\n";
        };
        name(kZeros, 0);
        name(kDump, by.groupRows());
        name(kScratch, 2 * std::uint64_t{by.groupRows()});
        name(kKept, 2 * std::uint64_t{by.groupRows()} + by.sublanes);
        if (m_out.plan.unwritten.rows > 0) name(kUnwritten, m_out.plan.unwritten.row);
        out += "\n" + m_tensors.text + ".tensor loss, f32, [1], smem\n.tensor correct, f32, [1], smem\n" +
               streamsText() + "\n";
        out += ".data smem\n" + std::string(kRing) + ": .space " + numberText(by.depth) +
               "\nbatch: .word 0\nsteps: .word " + numberText(m_options.steps) + "\n";
        out += m_transfers.text() + "\n.text\n";
        return out;
    }

    const Network& m_network;
    const KeepPlan& m_keep;
    const machine::CoreLimits& m_machine;
    const Batches& m_batches;
    const Options& m_options;
    HbmTensors m_tensors;
    ParameterTransfers m_parameters;
    BatchMove m_image, m_nextImage, m_label;
    std::map<Held, std::string> m_spilled; // tensors in HBM
    // Granules that a training step has begun to fetch and to spill, and how many of them each move is
    // complete with.
    std::uint64_t m_fetched = 0, m_spills = 0;
    std::map<std::size_t, std::uint64_t> m_complete;
    TrainingProgram m_out;
    Bundles m_bundles;
    StepWriter m_to;
    Transfers m_transfers;
    StepRows m_rows;
};

} // namespace

Result<TrainingProgram> trainingProgram(const Network& network, const KeepPlan& keep,
                                        const machine::CoreLimits& machine, const Data& data,
                                        const Options& options) {
    LW_TRY([[maybe_unused]] const Done queues, checkQueues(network, machine));
    const Network walked = network::tapsAsChannels(network);
    LW_TRY(StepPlan plan, planStep(walked, keep, machine, options));
    LW_TRY(const Batches batches, batchesOf(network, data, plan.by));
    return Writer(walked, keep, machine, std::move(plan), batches, options).run();
}

} // namespace lw::lower::training
