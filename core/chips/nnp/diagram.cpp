// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/diagram.h"

#include "core/chips/nnp/isa.h"
#include "core/chips/nnp/layout.h"
#include "core/machine/figure.h"
#include "core/machine/size_text.h"

#include <initializer_list>
#include <utility>

namespace lw::nnp {

using isa::OpId;
using isa::UnitGroup;
using machine::boxAt;
using machine::bytesText;
using machine::counted;
using machine::Diagram;
using machine::DiagramBox;
using machine::Role;

namespace {

struct Figure : machine::Figure<Layout> {
    explicit Figure(const Config& machine) : config(machine) {
        at = describe(tree, tree.root(), 0, machine, 0);
    }
    const Config& config;
};

std::vector<OpId> opsOf(std::initializer_list<isa::UnitId> units) { return machine::opsOfUnits(kIsa, units); }
std::vector<OpId> adds() { return {op("vv_add"), op("vv_a_sub_b"), op("vv_b_sub_a"), op("vv_max")}; }
std::vector<OpId> reads() { return {op("v_rd"), op("v_rd.w")}; }
std::vector<OpId> writes() { return {op("v_wr"), op("v_wr.q")}; }

std::string vectorsText(std::uint64_t count, std::uint64_t n) {
    return counted(count) + " x " + std::to_string(n);
}

void memorySide(Figure& f) {
    DiagramBox seq = boxAt("seq", "Chain sequencer", counted(f.config.instructionRows) + " x 64 bits",
                           UnitGroup::Scalar, {12, 12, 180, 50});
    seq.units = {kSequencer};
    seq.ops = opsOf({kSequencer});
    seq.values = {{"rows", f.cell(controlOf(f.at, Control::Rows))},
                  {"cols", f.cell(controlOf(f.at, Control::Columns))},
                  {"iterations", f.cell(controlOf(f.at, Control::Iterations))}};
    f.out.boxes.push_back(std::move(seq));

    DiagramBox vectors = boxAt("vmm", "Vector memory manager", bytesText(f.config.vectorDramBytes),
                               UnitGroup::Memory, {12, 110, 180, 56});
    vectors.units = {kVectors};
    vectors.ops = opsOf({kVectors});
    vectors.values = {{"vectors from the network", f.cell(f.at.queues, {"0"})},
                      {"vectors to the network", f.cell(f.at.queues, {"1"})}};
    vectors.shows = Role::HostMemory;
    f.out.boxes.push_back(std::move(vectors));

    DiagramBox matrices = boxAt("mmm", "Matrix memory manager", bytesText(f.config.matrixDramBytes),
                                UnitGroup::Transfer, {12, 230, 180, 56});
    matrices.units = {kMatrices};
    matrices.ops = opsOf({kMatrices});
    matrices.shows = Role::DynamicMemory;
    f.out.boxes.push_back(std::move(matrices));
}

void unitSide(Figure& f) {
    const std::uint64_t n = f.config.nativeDimension;
    DiagramBox mvm =
        boxAt("mvm", "Matrix vector multiplier", vectorsText(n, n) + ", " + counted(f.config.matrices),
              UnitGroup::Matrix, {270, 200, 190, 100});
    mvm.columns = mvm.rows = 8;
    mvm.units = {kMvm};
    mvm.ops = opsOf({kMvm});
    mvm.values = {{"terms cut", f.cell(f.at.termsCut), true}};
    mvm.shows = Role::WeightTile;
    f.out.boxes.push_back(std::move(mvm));

    DiagramBox first = boxAt("mfu0", "First MFU", vectorsText(f.config.addSub0Vectors, n), UnitGroup::Vector,
                             {530, 200, 150, 100});
    first.columns = 8;
    first.rows = 2;
    first.units = {kMfu};
    first.ops = opsOf({kMfu});
    first.values = {{"vectors in the chain", f.cell(f.at.chainCount)}};
    f.out.boxes.push_back(std::move(first));

    DiagramBox second = boxAt("mfu1", "Second MFU", vectorsText(f.config.addSub1Vectors, n),
                              UnitGroup::Vector, {530, 96, 150, 70});
    second.columns = 8;
    second.rows = 2;
    second.ops = adds();
    f.out.boxes.push_back(std::move(second));
}

void wires(Figure& f) {
    f.wire("control", "seq", "vmm", "control signals", {{100, 62}, {100, 110}}, 1, opsOf({kVectors}));
    f.wire("vectors", "vmm", "mvm", "vectors", {{192, 150}, {320, 150}, {320, 200}}, 3, reads());
    f.wire("matrices", "mmm", "mvm", "rows of matrices", {{192, 258}, {270, 258}}, 3, opsOf({kMatrices}));
    f.wire("sums", "mvm", "mfu0", "sums in FP16", {{460, 250}, {530, 250}}, 3, opsOf({kMvm}));
    f.wire("next", "mfu0", "mfu1", "vectors", {{600, 200}, {600, 166}}, 3, opsOf({kMfu}));
    f.wire("results", "mfu1", "vmm", "results", {{530, 124}, {192, 124}}, 3, writes());
}

} // namespace

Diagram diagramOf(const Config& config) {
    Figure figure(config);
    figure.out.width = 692;
    figure.out.height = 312;
    memorySide(figure);
    unitSide(figure);
    wires(figure);
    return std::move(figure.out);
}

} // namespace lw::nnp
