// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/striding/patch_steps.h"

#include "core/isa/encode.h"
#include "core/machine/cell_value.h"
#include "core/network/arithmetic.h"
#include "core/network/kinds.h"
#include "core/numeric/ieee.h"
#include "core/program/program.h"
#include "core/scene/messages.h"
#include "core/scene/state_elements.h"

#include <algorithm>

namespace lw::scene::striding {

using lower::striding::Masking;
using lower::striding::Pooling;
using tensor::DType;

std::string mnemonicAt(const machine::Scope& scope, std::uint32_t instruction) {
    isa::Bundle bundle;
    const isa::Spec& spec = *scope.target->spec;
    if (instruction >= scope.program->bundles.size() ||
        isa::decode(spec, scope.program->bundles[instruction], bundle) || bundle.count == 0)
        return {};
    return std::string(spec.insns[bundle.insns[0].op].name);
}

namespace {

struct Word {
    std::uint32_t bits = 0;
    bool isThere = false; // was ever written
};

// An element of a tensor of the program as a word.
Result<Word> wordAt(const PatchLayer& layer, const std::string& name, std::uint64_t element) {
    const program::NamedTensor* const tensor = program::findTensor(*layer.scope.program, name);
    if (!tensor) return Problem{&messages::kOtherReport, {"the tensor '" + name + "'"}, {}, {}, {}};
    LW_TRY(const ElementSourcePtr elements, elementsOfState(layer.scope, *tensor, layer.now, nullptr));
    if (element >= elements->count())
        return Problem{&messages::kOtherReport, {"the tensor '" + name + "'"}, {}, {}, {}};
    LW_TRY(const Element found, elementAt(*elements, element));
    auto bits = static_cast<std::uint32_t>(found.bits);
    if (tensor->dtype == DType::I8)
        bits = static_cast<std::uint32_t>(std::int32_t{static_cast<std::int8_t>(bits)});
    return Word{bits, (found.flags & kWritten) != 0};
}

// The rows of one strip, in order, as far as the program has them.
class StripRows {
  public:
    StripRows(const machine::Scope& scope, const lower::StripPlace* strip) : m_scope(scope) {
        if (!strip) return;
        m_at = strip->firstRow;
        m_end = std::min<std::uint64_t>(m_at + strip->rowCount, scope.program->bundles.size());
    }

    // The next row whose mnemonic begins with one of the words.
    std::optional<std::uint32_t> next(std::initializer_list<std::string_view> words) {
        while (m_at < m_end) {
            const auto row = static_cast<std::uint32_t>(m_at++);
            const std::string mnemonic = mnemonicAt(m_scope, row);
            for (const std::string_view word : words)
                if (mnemonic.starts_with(word)) return row;
        }
        return std::nullopt;
    }

  private:
    const machine::Scope& m_scope;
    std::uint64_t m_at = 0, m_end = 0;
};

const lower::StripPlace* stripAt(const std::vector<lower::StripPlace>& strips, std::uint64_t row,
                                 std::uint64_t column, std::uint64_t channel) {
    const auto at = std::find_if(strips.begin(), strips.end(), [&](const lower::StripPlace& one) {
        return row >= one.row && row - one.row < one.rows && column >= one.column &&
               column - one.column < one.columns && channel >= one.channel &&
               channel - one.channel < one.channels;
    });
    return at == strips.end() ? nullptr : &*at;
}

class Walker {
  public:
    Walker(const PatchLayer& layer, const lower::StripPlace* strip)
        : m_layer(layer), m_rows(layer.scope, strip), m_type(layer.sums.isFloat() ? DType::F32 : DType::I32) {
        if (layer.strided) {
            m_masking = lower::striding::rowOf(layer.strided->mode).masking;
            m_pooling = lower::striding::rowOf(layer.strided->mode).pooling;
        }
    }

    Result<PatchWay> run(PatchTensor tensor, std::uint64_t row, std::uint64_t column,
                         std::uint32_t instruction, bool isSummed) {
        m_way.isThere = isSummed;
        LW_TRY(const std::vector<Product> products, m_layer.sums.products(row, column));
        std::uint32_t value = m_layer.sums.sumOf(products);
        add(StepKind::Sum, instruction, {}, value);
        LW_TRY(value, first(value, true));
        if (tensor != PatchTensor::First && m_masking != Masking::None) {
            LW_TRY(value, second(row, column, value, true));
        }
        if (tensor == PatchTensor::Out) {
            if (m_pooling != Pooling::None) {
                LW_TRY(value, pooled(row, column));
            }
            if (!requantisesFirst()) value = requantised(value, true);
        }
        m_way.type = m_type;
        m_way.value = value;
        return std::move(m_way);
    }

  private:
    bool isFloat() const { return m_layer.sums.isFloat(); }
    const lower::SumReport& sums() const { return m_layer.sums.report(); }
    bool requantisesFirst() const { return m_masking == Masking::MultiplyMatrix; }

    void add(StepKind kind, std::optional<std::uint32_t> instruction, std::string operand,
             std::string value) {
        PatchStep step{.kind = kind, .instruction = instruction, .operand = std::move(operand)};
        if (instruction) {
            step.mnemonic = mnemonicAt(m_layer.scope, *instruction);
            m_way.isThere &= *instruction < m_layer.nextBundle;
        }
        step.isThere = m_way.isThere;
        if (step.isThere) step.value = std::move(value);
        m_way.steps.push_back(std::move(step));
    }
    void add(StepKind kind, std::optional<std::uint32_t> instruction, std::string operand,
             std::uint32_t value) {
        add(kind, instruction, std::move(operand), textOf(value));
    }
    std::string textOf(std::uint32_t word) const {
        return machine::cellText(isFloat() ? DType::F32 : DType::I32, word);
    }
    // Of an operand in memory: none before it has been brought there, nor a step that needs it.
    std::string operandOf(const Word& word) {
        m_way.isThere &= word.isThere;
        return word.isThere ? textOf(word.bits) : std::string();
    }

    // Of the first tensor, from its sum.
    Result<std::uint32_t> first(std::uint32_t value, bool isOwn) {
        if (!sums().bias.empty()) {
            LW_TRY(const Word bias, wordAt(m_layer, sums().bias, m_layer.channel));
            value = circuit::added(isFloat(), value, bias.bits);
            if (isOwn) add(StepKind::Bias, m_rows.next({"vadd"}), operandOf(bias), value);
        }
        if (sums().activation != network::Activation::None) {
            value = circuit::activated(sums().activation, isFloat(), value);
            if (isOwn)
                add(StepKind::Activation, m_rows.next({"vrelu", "vsigm", "vtanh"}),
                    std::string(network::nameOf(sums().activation)), value);
        }
        return requantisesFirst() ? requantised(value, isOwn) : value;
    }

    // Of the second tensor, from that of the first. Whatever the matrix unit masks is always in memory.
    Result<std::uint32_t> second(std::uint64_t row, std::uint64_t column, std::uint32_t value, bool isOwn) {
        if (m_masking == Masking::MultiplyMatrix) {
            LW_TRY(const Word word, kept("second", row, column));
            if (isOwn) {
                m_way.isThere &= word.isThere;
                m_type = isFloat() ? DType::F32 : DType::I32;
                add(StepKind::Mask, std::nullopt, m_layer.strided->geometry.keeps(row, column) ? "1" : "0",
                    word.bits);
            }
            return word.bits;
        }
        for (const char* const role : {"mask", "second mask"}) {
            const lower::striding::KeptTensor* const mask = find(role);
            if (!mask) continue;
            LW_TRY(const Word factor, wordAt(m_layer, mask->name, row * sums().columns + column));
            if (m_masking == Masking::Select)
                value = factor.bits != 0 ? value : 0;
            else if (m_masking == Masking::AddLow)
                value = circuit::added(isFloat(), value, factor.bits);
            else
                value = circuit::multiplied(isFloat(), value, factor.bits);
            if (isOwn)
                add(std::string_view(role) == "mask" ? StepKind::Mask : StepKind::SecondMask,
                    m_rows.next({"vmul", "vadd", "vsel"}), operandOf(factor), value);
        }
        return value;
    }

    Result<std::uint32_t> pooled(std::uint64_t row, std::uint64_t column) {
        const lower::striding::StrideGeometry& g = m_layer.strided->geometry;
        const std::uint64_t rows = g.windowRows(row / g.stride.rows),
                            columns = g.windowColumns(column / g.stride.columns);
        m_way.window = emptyPicture("window", m_type, static_cast<std::uint32_t>(rows),
                                    static_cast<std::uint32_t>(columns));
        std::uint32_t most = 0, least = 0, sum = 0;
        for (std::uint64_t i = 0; i < rows * columns; ++i) {
            const std::uint64_t y = row + i / columns, x = column + i % columns;
            LW_TRY(const std::vector<Product> products, m_layer.sums.products(y, x));
            LW_TRY(const std::uint32_t one, first(m_layer.sums.sumOf(products), false));
            LW_TRY(const std::uint32_t word, second(y, x, one, false));
            m_way.window.bits[i] = word;
            most = i == 0 ? word : circuit::larger(isFloat(), most, word);
            least = i == 0 ? word : circuit::smaller(isFloat(), least, word);
            sum = i == 0 ? word : circuit::added(isFloat(), sum, word);
        }
        const bool isPartial = rows < g.stride.rows || columns < g.stride.columns;
        std::uint32_t value = m_pooling == Pooling::Sum ? sum : most;
        if (m_pooling == Pooling::MaxPlusMin) {
            if (isPartial)
                most = circuit::larger(isFloat(), most, 0), least = circuit::smaller(isFloat(), least, 0);
            value = circuit::added(isFloat(), most, least);
        }
        if (isFloat()) value = numeric::canonical(value);
        StripRows rowsOfPool(m_layer.scope, stripAt(m_layer.strided->strips, row, column, m_layer.channel));
        auto instruction = rowsOfPool.next({"pool"});
        if (m_pooling == Pooling::MaxPlusMin)
            instruction = rowsOfPool.next({"vadd"});
        else // a large window has two steps
            while (const auto more = rowsOfPool.next({"pool"})) instruction = more;
        add(StepKind::Pool, instruction, std::to_string(rows) + " x " + std::to_string(columns), value);
        if (m_way.isThere)
            std::fill(m_way.window.flags.begin(), m_way.window.flags.end(), std::uint8_t{kWritten});
        return value;
    }

    std::uint32_t requantised(std::uint32_t word, bool isOwn) {
        if (!sums().requant) return word;
        const network::Requant& by = *sums().requant;
        const network::Factor& factor = by.of(m_layer.channel);
        const std::int64_t scaled = std::int64_t{static_cast<std::int32_t>(word)} * factor.multiplier;
        const std::int64_t rounded = network::roundedShift(scaled, factor.shift);
        const std::int32_t code = network::requantised(static_cast<std::int32_t>(word), by, m_layer.channel);
        if (isOwn) {
            const auto row = m_rows.next({"vquant"});
            add(StepKind::Scale, row, std::to_string(factor.multiplier), std::to_string(scaled));
            add(StepKind::Round, row, std::to_string(factor.shift), std::to_string(rounded));
            add(StepKind::Zero, row, std::to_string(by.zero), std::to_string(rounded + by.zero));
            add(StepKind::Clamp, row, {}, std::to_string(code));
            m_type = DType::I8;
        }
        return static_cast<std::uint32_t>(code);
    }

    const lower::striding::KeptTensor* find(std::string_view role) const {
        for (const lower::striding::KeptTensor& one : m_layer.strided->tensors)
            if (one.role == role) return &one;
        return nullptr;
    }
    Result<Word> kept(std::string_view role, std::uint64_t row, std::uint64_t column) const {
        const lower::striding::KeptTensor* const tensor = find(role);
        if (!tensor || tensor->channels <= m_layer.channel) return Word{};
        return wordAt(m_layer, tensor->name,
                      (row * sums().columns + column) * tensor->channels + m_layer.channel);
    }

    const PatchLayer& m_layer;
    StripRows m_rows;
    DType m_type;
    Masking m_masking = Masking::None;
    Pooling m_pooling = Pooling::None;
    PatchWay m_way;
};

} // namespace

Result<PatchWay> patchWay(const PatchLayer& layer, PatchTensor tensor, std::uint64_t row,
                          std::uint64_t column, std::uint32_t instruction, bool isSummed) {
    const lower::StripPlace* const strip = stripAt(layer.sums.report().strips, row, column, layer.channel);
    return Walker(layer, strip).run(tensor, row, column, instruction, isSummed);
}

} // namespace lw::scene::striding
