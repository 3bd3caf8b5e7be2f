// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/op_stream.h"

#include "core/chips/nnp/decoded.h"
#include "core/chips/nnp/firmware.h"
#include "core/chips/nnp/layout.h"
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/machine/cell_reader.h"

#include <cstring>
#include <map>
#include <utility>

namespace lw::nnp {

namespace {

using concord::Op;

std::string instructionText(const program::Program& program, std::uint32_t number) {
    isa::Bundle bundle;
    std::string out;
    if (!isa::decode(kIsa, program.bundles[number], bundle)) isa::print(kIsa, bundle.insns[0], out);
    return out.substr(kIsa.slots[0].name.size() + 2); // without the slot, as there is one
}

Op opOf(const program::Program& program, const Decoded& row) {
    Op out{.kind = row.meaning().kind, .bundle = row.bundle, .text = instructionText(program, row.bundle)};
    const auto place = [&](Memory memory, std::size_t operand, bool hasStep) {
        out.memory = nameOf(memory);
        out.first = row[operand];
        out.step = hasStep ? row[operand + 1] : 0;
    };
    switch (row.meaning().step) {
    case Step::Product: place(Memory::MatrixRf, 0, false); break;
    case Step::Times: place(Memory::MultiplyVrf, 0, true); break;
    case Step::ReadMatrix:
        place(Memory::Dram, 1, false);
        out.memory = concord::kMatrixDram;
        break;
    case Step::WriteMatrix: place(Memory::MatrixRf, 1, false); break;
    case Step::Read:
    case Step::Add:
    case Step::Write: place(memoryOf(row), 1, true); break;
    default: break;
    }
    return out;
}

// Those of whole vectors or matrices.
std::vector<concord::TensorName> tensorsOf(const program::Program& program, const Config& config) {
    std::vector<concord::TensorName> out;
    for (const program::NamedTensor& tensor : program.tensors) {
        const std::uint64_t each = tensor.space == kMatrixDram ? config.matrixBytes() : config.vectorBytes();
        if (tensor.address % each == 0 && tensor.units % each == 0)
            out.push_back({tensor.name, std::string(kIsa.spaces[index(tensor.space)].name),
                           tensor.address / each, tensor.units / each});
    }
    return out;
}

// By the instruction that they stand before.
std::multimap<std::int64_t, std::string> labelsOf(const program::Program& program) {
    std::multimap<std::int64_t, std::string> out;
    for (const program::Symbol& symbol : program.symbols)
        if (symbol.kind == program::SymbolKind::Label) out.emplace(symbol.value, symbol.name);
    return out;
}

} // namespace

Result<concord::OpStream> opsOf(const program::Program& program, const Config& config) {
    LW_TRY(const std::vector<Decoded> rows, decodeRows(program));
    concord::OpStream out;
    out.format = {config.nativeDimension, config.vectorMantissaBits, config.matrixMantissaBits,
                  config.exponentBits,    config.exactSums != 0,     config.saturates != 0};
    out.tensors = tensorsOf(program, config);
    Controls controls(config);
    const std::multimap<std::int64_t, std::string> labelled = labelsOf(program);
    std::vector<std::string> labels;
    for (const Decoded& row : rows) {
        if (row.op == op("halt")) break;
        const auto [first, last] = labelled.equal_range(row.bundle);
        for (auto label = first; label != last; ++label) labels.push_back(label->second);
        const Step step = row.meaning().step;
        if (row.op == op("s_wr")) controls.values[row[0]] = row[1];
        if (step == Step::Alone || step == Step::End) continue;
        if (step == Step::Read || step == Step::ReadMatrix)
            out.chains.push_back({controls.rows(),
                                  controls.columns(),
                                  step == Step::Read ? controls.iterations() : 1,
                                  controls[Control::Middle],
                                  {},
                                  std::exchange(labels, {})});
        out.chains.back().ops.push_back(opOf(program, row));
    }
    return out;
}

std::vector<std::uint16_t> vectorAt(const machine::CoreTree& tree, const machine::Moment& moment,
                                    const std::string& memory, std::uint64_t location) {
    const machine::CellReader read(tree, moment);
    const auto& at = tree.handles<Layout>();
    const std::uint64_t n = read.extent(at.chain, 1);
    if (memory.empty()) return read.some(at.chain, location * n, n);
    const bool isQueue = memory == nameOf(Memory::NetQ);
    if (isQueue || memory == nameOf(Memory::Dram)) {
        const auto bytes = read.some(isQueue ? at.netOut : at.vectorDram, 2 * location * n, 2 * n);
        std::vector<std::uint16_t> out(n);
        std::memcpy(out.data(), bytes.data(), bytes.size());
        return out;
    }
    const auto& file = memory == nameOf(Memory::AddSubVrf0)    ? at.addSub0
                       : memory == nameOf(Memory::AddSubVrf1)  ? at.addSub1
                       : memory == nameOf(Memory::MultiplyVrf) ? at.multiply
                                                               : at.initial;
    return read.some(file, location * n, n);
}

} // namespace lw::nnp
