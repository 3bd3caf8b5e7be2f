// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/program_rows.h"

#include "core/lower/striding/border_rows.h"
#include "core/lower/striding/layer_names.h"

#include <algorithm>

// What comes from the host before the first layer and goes back to it after the last;
// borders around pictures.
namespace lw::lower::striding {

using network::Kind;
using network::ValueId;
using tensor::DType;

namespace {

// A picture that is packed in the host's memory.
void transferPicture(Emission& out, std::string_view mnemonic, const Frame& frame, const std::string& host) {
    const std::uint64_t bytes = frame.rows * frame.columns * frame.pixelBytes();
    const bool isIn = mnemonic == "dma.in";
    if (frame.pad == network::Padding{}) {
        writeTransfer(out, mnemonic, isIn ? frame.name : host, isIn ? host : frame.name, bytes);
        return;
    }
    const Loops there{frame.pixelBytes(),         1,          frame.columns,
                      stepOf(frame.pixelBytes()), frame.rows, stepOf(frame.rowBytes())};
    Loops packed = there;
    packed.s2 = stepOf(frame.columns * frame.pixelBytes());
    const std::string inFrame = out.text.pattern(there), atHost = out.text.pattern(packed);
    out.text.row(mnemonic, {isIn ? frame.at(0, 0) : host, isIn ? host : frame.at(0, 0),
                            isIn ? inFrame : atHost, isIn ? atHost : inFrame});
}

// Where the value of the present image is in the host's memory.
std::string ofImage(const Emission& out, ValueId id) {
    const NetworkPlan& plan = out.plan;
    const std::uint64_t bytes = *tensor::bytesOf(network::shapeOf(*plan.network, id),
                                                 tensor::sizeOf(network::dtypeOf(*plan.network, id)));
    return addressText(plan.hostNames[id], out.image * bytes);
}

// "conv1.start", for later images "conv1.start2" and so on.
std::string labelOf(const Emission& out, std::string_view name) {
    const std::string label = startOf(name);
    return out.image == 0 ? label : label + std::to_string(out.image + 1);
}

std::uint32_t fillWord(const Frame& frame, std::int32_t zero) {
    if (frame.border == Border::MinusZero) return 0x80000000;
    if (frame.border == Border::Lowest)
        return frame.dtype == DType::F32 ? 0xff800000 : frame.dtype == DType::I8 ? 0x80808080 : 0x80000000;
    return frame.dtype == DType::I8 ? static_cast<std::uint8_t>(zero) * 0x01010101u : 0;
}

} // namespace

void writeTransfer(Emission& out, std::string_view mnemonic, const std::string& to, const std::string& from,
                   std::uint64_t bytes) {
    constexpr std::uint64_t kPiece = 32768;
    std::uint64_t done = 0;
    while (done < bytes) {
        const std::uint64_t rest = bytes - done;
        Loops loops{rest, 1};
        std::uint64_t now = rest;
        if (rest > kMostRounds) {
            const std::uint64_t pieces = std::min(rest / kPiece, kMostRounds);
            loops = {kPiece, 1, pieces, stepOf(kPiece)};
            now = pieces * kPiece;
        }
        const std::string pattern = out.text.pattern(loops);
        out.text.row(mnemonic, {addressText(to, done), addressText(from, done), pattern, pattern});
        done += now;
    }
}

void writeBorders(Emission& out, std::span<const Frame> frames, std::int32_t zero) {
    for (const Frame& frame : frames) {
        const std::string word = std::to_string(fillWord(frame, zero));
        const auto fill = [&](std::uint64_t row, std::uint64_t rows, std::uint64_t column,
                              std::uint64_t columns) {
            if (rows == 0 || columns == 0) return;
            const std::string pattern = out.text.pattern(
                {frame.pixelBytes(), 1, columns, stepOf(frame.pixelBytes()), rows, stepOf(frame.rowBytes())});
            out.text.row("fill", {frame.fromCorner(row, column), pattern, word});
        };
        const network::Padding pad = withoutNeighbours(out.plan, frame.pad);
        if (pad != network::Padding{}) out.text.comment("border of " + frame.name);
        fill(0, pad.top, 0, frame.allColumns());
        fill(frame.pad.top + frame.rows, pad.bottom, 0, frame.allColumns());
        fill(frame.pad.top, frame.rows, 0, pad.left);
        fill(frame.pad.top, frame.rows, frame.pad.left + frame.columns, pad.right);
    }
}

namespace {

// A value into all its places in the unified buffer; returns how many bytes that was.
std::uint64_t bringIn(Emission& out, ValueId id, const std::string& host) {
    std::uint64_t bytes = 0;
    writeBorders(out, out.plan.frames[id], network::zeroOf(*out.plan.network, id));
    for (const Frame& frame : out.plan.frames[id]) {
        transferPicture(out, "dma.in", frame, host);
        bytes += frame.rows * frame.columns * frame.pixelBytes();
    }
    return bytes;
}

} // namespace

void writeConstants(Emission& out) {
    const NetworkPlan& plan = out.plan;
    out.text.comment("weights into the dynamic memory, masks and biases into the unified buffer");
    for (const PlannedTensor& tensor : plan.tensors) {
        if (tensor.space == "dm") {
            out.text.row("dma.w", {tensor.name, tensor.name + ".host", std::to_string(tensor.bytes())});
            out.report.constantBytes += tensor.bytes();
        }
        const bool isConstant =
            tensor.space == "ub" &&
            std::any_of(plan.tensors.begin(), plan.tensors.end(),
                        [&](const PlannedTensor& one) { return one.name == tensor.name + ".host"; });
        if (!isConstant) continue;
        writeTransfer(out, "dma.in", tensor.name, tensor.name + ".host", tensor.bytes());
        out.report.constantBytes += tensor.bytes();
    }
    for (ValueId id = 1; id < plan.frames.size(); ++id)
        if (plan.network->layers[id - 1].kind == Kind::Constant &&
            std::ranges::count(plan.described, id) == 0)
            out.report.constantBytes += bringIn(out, id, plan.hostNames[id]);
}

void writeInput(Emission& out) {
    out.text.comment(out.plan.options.images > 1 ? "input " + std::to_string(out.image) : "the input");
    for (const ValueId id : out.plan.part.brings)
        out.report.hostBytesIn += bringIn(out, id, ofImage(out, id));
}

void writeOutputs(Emission& out) {
    out.text.blank();
    out.text.label(labelOf(out, kOutputs));
    if (out.plan.options.launches) return writeDescribedOutputs(out);
    for (const ValueId id : out.plan.part.gives)
        for (const Frame& frame : out.plan.frames[id]) {
            if (frame.pad != network::Padding{}) continue;
            transferPicture(out, "dma.out", frame, ofImage(out, id));
            out.report.hostBytesOut += frame.rows * frame.columns * frame.pixelBytes();
            break;
        }
}

void writeLayer(Emission& out, const LayerPlan& layer, const LayerNotes& notes) {
    const network::Layer& what = out.plan.network->layers[layer.index];
    out.text.blank();
    out.text.label(labelOf(out, layer.label));
    const bool isStored = what.kind != Kind::Flatten && what.kind != Kind::Constant;
    if (isStored) writeBorders(out, out.plan.frames[layer.index + 1], what.zero);
    if (layer.sums || !layer.phases.empty())
        writeSums(out, layer, notes);
    else
        writePlainLayer(out, layer);
}

} // namespace lw::lower::striding
