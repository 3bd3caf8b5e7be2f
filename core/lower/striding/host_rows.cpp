// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/program_rows.h"

#include "core/lower/striding/layer_names.h"

#include <algorithm>

// What comes from the host before the first layer and goes back to it after the last;
// borders around pictures.
namespace lw::lower::striding {

using network::Kind;
using network::ValueId;
using tensor::DType;

namespace {

std::int64_t step(std::uint64_t bytes) { return static_cast<std::int64_t>(bytes); }

// A picture that lies packed in the host's memory.
void transferPicture(Emission& out, std::string_view mnemonic, const Frame& frame, const std::string& host) {
    const std::uint64_t bytes = frame.rows * frame.columns * frame.pixelBytes();
    const bool isIn = mnemonic == "dma.in";
    if (frame.pad == network::Padding{}) {
        writeTransfer(out, mnemonic, isIn ? frame.name : host, isIn ? host : frame.name, bytes);
        return;
    }
    const Loops there{frame.pixelBytes(),       1,          frame.columns,
                      step(frame.pixelBytes()), frame.rows, step(frame.rowBytes())};
    Loops packed = there;
    packed.s2 = step(frame.columns * frame.pixelBytes());
    const std::string inFrame = out.text.pattern(there), atHost = out.text.pattern(packed);
    out.text.row(mnemonic, {isIn ? frame.at(0, 0) : host, isIn ? host : frame.at(0, 0),
                            isIn ? inFrame : atHost, isIn ? atHost : inFrame});
}

// Where the value of the present image lies in the host's memory.
std::string ofImage(const Emission& out, ValueId id) {
    const NetworkPlan& plan = out.plan;
    const std::uint64_t bytes = *tensor::bytesOf(network::shapeOf(*plan.network, id),
                                                 tensor::sizeOf(network::dtypeOf(*plan.network, id)));
    return addressText(plan.hostNames[id], out.image * bytes);
}

// "conv1.start", of later images "conv1.start2" and so on.
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
            loops = {kPiece, 1, pieces, step(kPiece)};
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
                {frame.pixelBytes(), 1, columns, step(frame.pixelBytes()), rows, step(frame.rowBytes())});
            out.text.row("fill", {frame.fromCorner(row, column), pattern, word});
        };
        if (frame.pad != network::Padding{}) out.text.comment("border of " + frame.name);
        fill(0, frame.pad.top, 0, frame.allColumns());
        fill(frame.pad.top + frame.rows, frame.pad.bottom, 0, frame.allColumns());
        fill(frame.pad.top, frame.rows, 0, frame.pad.left);
        fill(frame.pad.top, frame.rows, frame.pad.left + frame.columns, frame.pad.right);
    }
}

namespace {

// A value into all its places in the unified buffer; how many bytes that were.
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

namespace {

std::string descriptorOf(const NetworkPlan& plan, ValueId id) {
    return std::to_string(std::ranges::find(plan.described, id) - plan.described.begin());
}

// The pixels of a picture, in a frame: what a descriptor has some of.
std::string pixelsOf(Emission& out, const Frame& frame) {
    return out.text.pattern(
        {frame.pixelBytes(), 1, frame.columns, step(frame.pixelBytes()), frame.rows, step(frame.rowBytes())});
}

void bringDescribed(Emission& out, ValueId id, bool isAhead) {
    const std::int32_t zero = network::zeroOf(*out.plan.network, id);
    for (const Frame& frame : out.plan.frames[id]) {
        const std::uint8_t code = frame.dtype == DType::I8 ? static_cast<std::uint8_t>(zero) : 0;
        std::vector<std::string> operands{frame.at(0, 0), pixelsOf(out, frame), descriptorOf(out.plan, id),
                                          std::to_string(code)};
        if (isAhead) operands.push_back("ahead=1");
        out.text.row("dma.in.d", operands);
    }
}

bool isGiven(const NetworkPlan& plan, ValueId id) { return std::ranges::count(plan.part.gives, id) != 0; }

void bringDescribed(Emission& out) {
    for (const ValueId id : out.plan.described) {
        if (isGiven(out.plan, id)) continue;
        writeBorders(out, out.plan.frames[id], network::zeroOf(*out.plan.network, id));
        bringDescribed(out, id, false);
    }
}

} // namespace

void writeLaunch(Emission& out) {
    if (out.plan.isAhead) {
        out.text.comment("what the first launch reads");
        bringDescribed(out);
    }
    out.text.comment("each launch begins here");
    out.text.forgetPatterns();
    out.text.row("launch", {out.plan.launchList});
    if (!out.plan.isAhead) bringDescribed(out);
}

void writeAhead(Emission& out, const LayerPlan& layer) {
    if (!out.plan.isAhead) return;
    for (const ValueId id : out.plan.described) {
        const auto reads = [&](const LayerPlan& one) {
            return std::ranges::count(out.plan.network->layers[one.index].inputs, id) != 0;
        };
        const auto last = std::find_if(out.plan.layers.rbegin(), out.plan.layers.rend(), reads);
        if (isGiven(out.plan, id) || last == out.plan.layers.rend() || &*last != &layer) continue;
        out.text.comment("the same of the next launch, since nobody reads this one any more");
        bringDescribed(out, id, true);
    }
}

void writeOutputs(Emission& out) {
    out.text.blank();
    out.text.label(labelOf(out, kOutputs));
    for (const ValueId id : out.plan.part.gives)
        for (const Frame& frame : out.plan.frames[id]) {
            if (!out.plan.options.launches || frame.pad != network::Padding{}) continue;
            const std::string pattern = pixelsOf(out, frame);
            out.text.row("dma.out.d", {frame.name, pattern, descriptorOf(out.plan, id)});
            break;
        }
    if (out.plan.options.launches) return;
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
    if (layer.sums)
        writeSums(out, layer, notes);
    else
        writePlainLayer(out, layer);
}

} // namespace lw::lower::striding
