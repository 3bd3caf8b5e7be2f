// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/striding/patch_picture.h"

#include "core/machine/cell_value.h"
#include "core/scene/messages.h"
#include "core/scene/state_elements.h"
#include "core/scene/striding/mask_picture.h"
#include "core/scene/striding/patch_steps.h"
#include "core/scene/striding/patch_sums.h"

#include <algorithm>
#include <charconv>

namespace lw::scene::striding {

using tensor::DType;

namespace {

bool hasFirst(const lower::striding::LayerReport* layer) {
    return layer && lower::striding::rowOf(layer->mode).masking != lower::striding::Masking::None;
}

Problem noLayer(const lower::striding::Report& report, std::string_view layer) {
    std::string names;
    for (const lower::SumReport& sums : report.sums) names += (names.empty() ? "" : ", ") + sums.name;
    return {&messages::kNoSuchSums, {std::string(layer), names}, {}, {}, {}};
}

class Composer {
  public:
    Composer(const machine::Scope& scope, const lower::striding::Report& report, const lower::SumReport& sums,
             const PatchPlace& place, const machine::Moment& moment,
             std::shared_ptr<const machine::Snapshot> now, const PatchCounts& counts)
        : m_scope(scope)
        , m_report(report)
        , m_sums(sums)
        , m_layer(report.findLayer(sums.name))
        , m_moment(moment)
        , m_now(std::move(now))
        , m_counts(counts) {
        m_out.layer = sums.name;
        m_out.place = place;
    }

    Result<PatchPicture> run() {
        LW_TRY([[maybe_unused]] const Done found, locate());
        LW_TRY(const PatchSums sums, PatchSums::make(m_scope, m_sums, m_out.place.channel, m_now));
        LW_TRY(const std::vector<Product> products, sums.products(m_out.sumRow, m_out.sumColumn));
        layOut(sums);
        LW_TRY([[maybe_unused]] const Done passed, addPasses(sums, products));
        addChannelSums(sums, products);
        LW_TRY([[maybe_unused]] const Done walked, addSteps(sums));
        return std::move(m_out);
    }

  private:
    // Where the element is, and which sum is its own.
    Outcome locate() {
        const PatchPlace& place = m_out.place;
        LW_TRY([[maybe_unused]] const Done found, checkPlace(m_report, m_sums.name, place));
        m_out.tensors = patchTensorsOf(m_report, m_sums.name);
        const auto extents = patchExtents(m_report, m_sums.name, place.tensor);
        if (m_layer && (!isConsistent(m_layer->geometry) || m_layer->geometry.channels != m_sums.channels ||
                        (hasFirst(m_layer) && (m_layer->geometry.firstRows != m_sums.rows ||
                                               m_layer->geometry.firstColumns != m_sums.columns))))
            return Problem{&messages::kOtherReport, {"sizes of layer '" + m_sums.name + "'"}, {}, {}, {}};
        m_out.rows = extents[0], m_out.columns = extents[1], m_out.channels = extents[2];
        if (m_layer) m_out.mode = std::string(lower::striding::nameOf(m_layer->mode));
        const bool isWindow = place.tensor == PatchTensor::Out && hasFirst(m_layer);
        m_out.sumRow = place.row * (isWindow ? m_layer->geometry.stride.rows : 1);
        m_out.sumColumn = place.column * (isWindow ? m_layer->geometry.stride.columns : 1);
        return Done{};
    }

    void layOut(const PatchSums& sums) {
        m_out.inputRow = static_cast<std::int64_t>(m_out.sumRow) - m_sums.input.pad.top;
        m_out.inputColumn = static_cast<std::int64_t>(m_out.sumColumn) - m_sums.input.pad.left;
        m_out.rowStep = m_sums.dilation.rows, m_out.columnStep = m_sums.dilation.columns;
        m_out.kernelRows = m_sums.kernel.rows, m_out.kernelColumns = m_sums.kernel.columns;
        m_out.firstInputChannel = sums.firstInputChannel();
        m_out.inputChannels = sums.inputChannels();
        m_out.inputName = m_sums.input.name;
        m_out.tilesName = m_sums.tiles;
        m_type = sums.isFloat() ? DType::F32 : DType::I8;
        const auto rows = static_cast<std::uint32_t>(m_out.inputChannels * m_out.kernelRows);
        m_out.input = emptyPicture("input", m_type, rows, m_out.kernelColumns);
        m_out.kernel = emptyPicture("kernel", m_type, rows, m_out.kernelColumns);
        m_out.products = emptyPicture("products", wide(), rows, m_out.kernelColumns);
        m_out.running = emptyPicture("sums", wide(), rows, m_out.kernelColumns);
        const machine::Node& array = m_scope.tree.at(m_scope.tree.withRole(machine::Role::WeightTile));
        if (array.shape.size() == 2) {
            m_out.arrayRows = static_cast<std::uint32_t>(array.shape[0]);
            m_out.arrayColumns = static_cast<std::uint32_t>(array.shape[1]);
        }
    }
    DType wide() const { return m_type == DType::F32 ? DType::F32 : DType::I32; }

    // The clock in which an instruction was issued: rows run one after the other, once each.
    std::optional<std::uint64_t> issueClock(std::uint32_t instruction) const {
        if (instruction >= m_counts.issued.size() || instruction >= m_counts.waited.size() ||
            m_counts.issued[instruction] != 1)
            return std::nullopt;
        std::uint64_t clock = m_counts.waited[instruction];
        for (std::uint32_t i = 0; i < instruction; ++i) clock += m_counts.issued[i] + m_counts.waited[i];
        return clock;
    }

    const lower::PassPlace* placeOf(std::uint32_t pass) const {
        for (const lower::PassPlace& one : m_sums.passPlaces)
            if (one.pass == pass && m_out.sumRow >= one.row && m_out.sumRow - one.row < one.rows &&
                m_out.sumColumn >= one.column && m_out.sumColumn - one.column < one.columns &&
                m_out.place.channel >= one.channel && m_out.place.channel - one.channel < one.channels)
                return &one;
        return nullptr;
    }

    Outcome addPasses(const PatchSums& sums, const std::vector<Product>& products) {
        std::uint64_t at = 0;
        for (std::uint32_t p = 0; p < m_sums.passes.size(); ++p) {
            const lower::PassPlace* const place = placeOf(p);
            if (!place || m_sums.passes[p].length() > m_out.arrayRows)
                return Problem{
                    &messages::kOtherReport, {"passes of layer '" + m_sums.name + "'"}, {}, {}, {}};
            addPass(sums, *place, std::span(products).subspan(at, m_sums.passes[p].length()));
            at += m_sums.passes[p].length();
        }
        return Done{};
    }

    void addPass(const PatchSums& sums, const lower::PassPlace& place, std::span<const Product> products) {
        PatchPass pass;
        pass.products = m_sums.passes[place.pass];
        pass.instruction = place.instruction;
        pass.tile = sums.tile(place.pass);
        pass.cellRow = m_out.arrayRows - pass.products.length();
        pass.cellColumn = static_cast<std::uint32_t>(m_out.place.channel - place.channel);
        pass.vector = (m_out.sumRow - place.row) * place.columns + m_out.sumColumn - place.column;
        const bool isIssued = place.instruction < m_moment.bundle;
        if (const auto issue = isIssued ? issueClock(place.instruction) : std::nullopt) {
            pass.firstClock = *issue + pass.vector + pass.cellColumn;
            pass.lastClock = *pass.firstClock + products.size() - 1;
        }
        std::uint32_t chain = 0;
        std::size_t made = 0;
        for (const Product& product : products) {
            chain = circuit::multiplyAdd(sums.isFloat(), product.x, product.w, chain);
            const bool isMade = isIssued && (!pass.firstClock || *pass.firstClock + made < m_moment.clock);
            addProduct(sums, product, chain, isMade);
            if (isMade) ++made;
        }
        if (isIssued) pass.state = made == products.size() ? PassState::Done : PassState::UnderWay;
        m_sum = m_out.passes.empty() ? chain : circuit::added(sums.isFloat(), m_sum, chain);
        if (pass.state == PassState::Done) {
            pass.chain = machine::cellText(wide(), chain);
            pass.sum = machine::cellText(wide(), m_sum);
        }
        m_out.passes.push_back(std::move(pass));
    }

    void addProduct(const PatchSums& sums, const Product& product, std::uint32_t chain, bool isMade) {
        const std::size_t at = product.place;
        const std::uint64_t mask = m_type == DType::I8 ? 0xff : 0xffffffff;
        m_out.input.bits[at] = product.x & mask;
        m_out.input.flags[at] = product.xFlags & kWritten;
        m_out.kernel.bits[at] = product.w & mask;
        m_out.kernel.flags[at] = product.wFlags & kWritten;
        if (!isMade) return;
        m_out.products.bits[at] = circuit::multiplied(sums.isFloat(), product.x, product.w);
        m_out.running.bits[at] = chain;
        m_out.products.flags[at] = m_out.running.flags[at] = kWritten;
    }

    void addChannelSums(const PatchSums& sums, const std::vector<Product>& products) {
        std::vector<std::uint32_t> words(m_out.inputChannels, 0);
        std::vector<bool> isThere(m_out.inputChannels, true);
        const std::uint64_t taps = std::uint64_t{m_out.kernelRows} * m_out.kernelColumns;
        for (const Product& product : products) {
            std::uint32_t& word = words[product.place / taps];
            word = circuit::multiplyAdd(sums.isFloat(), product.x, product.w, word);
            if (!(m_out.products.flags[product.place] & kWritten)) isThere[product.place / taps] = false;
        }
        for (std::size_t i = 0; i < words.size(); ++i)
            m_out.channelSums.push_back(isThere[i] ? machine::cellText(wide(), words[i]) : std::string());
    }

    Outcome addSteps(const PatchSums& sums) {
        const PatchLayer layer{
            m_scope, sums,           hasFirst(m_layer) ? m_layer : nullptr, m_out.place.channel,
            m_now,   m_moment.bundle};
        const PatchPass& last = m_out.passes.back();
        LW_TRY(PatchWay way, patchWay(layer, m_out.place.tensor, m_out.sumRow, m_out.sumColumn,
                                      last.instruction, last.state == PassState::Done));
        m_out.steps = std::move(way.steps);
        m_out.window = std::move(way.window);
        if (way.isThere) m_out.value = m_out.steps.back().value;
        return compare(way);
    }

    // With the contents of memory.
    Outcome compare(const PatchWay& way) {
        std::optional<lower::PlacedPicture> stored = storedAs();
        if (!stored) {
            m_out.check = PatchCheck::NotKept;
            return Done{};
        }
        LW_TRY(const ElementSourcePtr elements, elementsOf(m_scope, *stored, m_now));
        const std::uint64_t row = m_out.place.row + stored->pad.top,
                            column = m_out.place.column + stored->pad.left;
        LW_TRY(
            const Element element,
            elementAt(*elements, (row * stored->columns + column) * stored->channels + m_out.place.channel));
        if (!(element.flags & kWritten) || !way.isThere) return Done{};
        if (isOverwritten()) {
            m_out.check = PatchCheck::Overwritten;
            return Done{};
        }
        m_out.stored = machine::cellText(stored->type, element.bits);
        const std::uint64_t mask = stored->type == DType::I8 ? 0xff : 0xffffffff;
        m_out.check = element.bits == (way.value & mask) ? PatchCheck::Same : PatchCheck::Other;
        return Done{};
    }
    bool isOverwritten() const {
        const std::uint32_t until = m_sums.outputUntilRow;
        return m_out.place.tensor == PatchTensor::Out && until != 0 && m_moment.bundle > until;
    }
    std::optional<lower::PlacedPicture> storedAs() const {
        if (m_out.place.tensor == PatchTensor::Out) {
            const lower::PlacedPicture& out = m_sums.output;
            const bool holds = m_out.place.row + out.pad.top < out.rows &&
                               m_out.place.column + out.pad.left < out.columns &&
                               m_out.place.channel < out.channels;
            if (out.name.empty() || !holds) return std::nullopt;
            return out;
        }
        const std::string_view role = kPatchTensorNames[static_cast<std::size_t>(m_out.place.tensor)];
        for (const lower::striding::KeptTensor& one : m_layer->tensors) {
            if (one.role != role || one.channels <= m_out.place.channel) continue;
            const program::NamedTensor* const tensor = program::findTensor(*m_scope.program, one.name);
            if (!tensor) return std::nullopt;
            return lower::PlacedPicture{one.name,     one.address, m_out.rows,   m_out.columns,
                                        one.channels, {},          tensor->dtype};
        }
        return std::nullopt;
    }

    const machine::Scope& m_scope;
    const lower::striding::Report& m_report;
    const lower::SumReport& m_sums;
    const lower::striding::LayerReport* m_layer;
    const machine::Moment& m_moment;
    std::shared_ptr<const machine::Snapshot> m_now;
    PatchCounts m_counts;
    PatchPicture m_out;
    DType m_type = DType::F32;
    std::uint32_t m_sum = 0;
};

} // namespace

std::vector<PatchTensor> patchTensorsOf(const lower::striding::Report& report, std::string_view layer) {
    if (!report.findSums(layer)) return {};
    if (!hasFirst(report.findLayer(layer))) return {PatchTensor::Out};
    return {PatchTensor::First, PatchTensor::Second, PatchTensor::Out};
}

std::vector<std::uint64_t> patchExtents(const lower::striding::Report& report, std::string_view layer,
                                        PatchTensor tensor) {
    const lower::SumReport* const sums = report.findSums(layer);
    if (!sums) return {0, 0, 0};
    const lower::striding::LayerReport* const strided = report.findLayer(layer);
    if (tensor == PatchTensor::Out && hasFirst(strided))
        return {strided->geometry.rows, strided->geometry.columns, sums->channels};
    return {sums->rows, sums->columns, sums->channels};
}

Outcome checkPlace(const lower::striding::Report& report, std::string_view layer, const PatchPlace& place) {
    if (!report.findSums(layer)) return noLayer(report, layer);
    const auto tensors = patchTensorsOf(report, layer);
    const auto extents = patchExtents(report, layer, place.tensor);
    const bool hasTensor = std::find(tensors.begin(), tensors.end(), place.tensor) != tensors.end();
    if (hasTensor && place.row < extents[0] && place.column < extents[1] && place.channel < extents[2])
        return Done{};
    return Problem{&messages::kNoSuchElement,
                   {std::string(layer), patchText(place),
                    hasTensor ? tensor::shapeText(extents) + " are there" : "it has no such tensor"},
                   {},
                   {},
                   {}};
}

std::uint32_t untilRowOf(const lower::striding::Report& report, std::string_view layer) {
    const lower::SumReport* const sums = report.findSums(layer);
    std::uint32_t out = sums ? sums->operandsUntilRow : 0;
    if (const lower::striding::LayerReport* const strided = report.findLayer(layer))
        for (const lower::striding::KeptTensor& one : strided->tensors)
            if (one.untilRow != 0 && (one.role == "mask" || one.role == "second mask"))
                out = out == 0 ? one.untilRow : std::min(out, one.untilRow);
    return out;
}

Result<PatchPicture> patchPicture(const machine::Scope& scope, const lower::striding::Report& report,
                                  std::string_view layer, const PatchPlace& place,
                                  const machine::Moment& moment, std::shared_ptr<const machine::Snapshot> now,
                                  const PatchCounts& counts) {
    const lower::SumReport* const sums = report.findSums(layer);
    if (!sums) return noLayer(report, layer);
    if (const std::uint32_t until = untilRowOf(report, layer); until != 0 && moment.bundle > until)
        return Problem{&messages::kOverwritten, {std::to_string(until), std::string(layer)}, {}, {}, {}};
    return Composer(scope, report, *sums, place, moment, std::move(now), counts).run();
}

std::string patchText(const PatchPlace& place) {
    return std::string(kPatchTensorNames[static_cast<std::size_t>(place.tensor)]) + "[" +
           std::to_string(place.row) + "," + std::to_string(place.column) + "," +
           std::to_string(place.channel) + "]";
}

std::optional<PatchPlace> findPatchPlace(std::string_view text) {
    const std::size_t open = text.find('[');
    if (open == std::string_view::npos || !text.ends_with(']')) return std::nullopt;
    const auto name =
        std::find(std::begin(kPatchTensorNames), std::end(kPatchTensorNames), text.substr(0, open));
    if (name == std::end(kPatchTensorNames)) return std::nullopt;
    PatchPlace out;
    out.tensor = static_cast<PatchTensor>(name - std::begin(kPatchTensorNames));
    text = text.substr(open + 1);
    for (std::uint64_t* const index : {&out.row, &out.column, &out.channel}) {
        const char end = index == &out.channel ? ']' : ',';
        const auto [at, failed] = std::from_chars(text.data(), text.data() + text.size(), *index);
        if (failed != std::errc{} || at == text.data() + text.size() || *at != end) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(at - text.data()) + 1);
    }
    return text.empty() ? std::optional(out) : std::nullopt;
}

} // namespace lw::scene::striding
