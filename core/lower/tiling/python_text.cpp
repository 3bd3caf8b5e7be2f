// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tiling/python_text.h"

#include "core/lower/messages.h"
#include "core/lower/tiling/masked.h"
#include "core/network/quantisation.h"
#include "core/network/resized.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace lw::lower::tiling {

using tensor::Tensor;

namespace {

constexpr std::string_view kHead = R"py(#!/usr/bin/env python3
# Written by `lw tile --to python`; needs numpy, nothing else.
"""A picture of another size through a network that is compiled for tiles of one size.

    import tiles
    output = tiles.run(picture, call)

`picture` is an array of the shape PICTURE. `call` is the network on your own runtime: it gets a tile of the shape TILE and
gives what the network makes of it, [rows, columns, channels]; of a network with several outputs a list of them, as NAMES
names them, and then run gives such a list as well. MASKED says whether `call` gets masks:

    call(tile)                     in the modes exact and ring
    call(tile, masks, divisors)    in the mode masked

`masks` has by the name of a layer (fill, mask): what this layer reads must be fill where mask, of the shape
[rows, columns, 1], is 0: np.where(mask, value, fill). Where fill is "edge", the last row and column of the picture are
repeated instead: edged(value, mask). `divisors` has by the name of an average pool by what the sum of each
of its windows is divided.
"""
import numpy as np

)py";

constexpr std::string_view kTail = R"py(

def cut(picture, row, column):
    """The tile in this place of the plan; beyond the picture it has the code of zero."""
    (top, below, _), (left, beside, _) = ROWS[row], COLUMNS[column]
    rows, columns = TILE[0] - below, TILE[1] - beside
    tile = np.full(TILE, ZERO, picture.dtype)
    tile[:rows, :columns] = picture[top:top + rows, left:left + columns]
    return tile


def table(entries, row, column):
    """One number for each pixel: a number of the row times one of the column."""
    out = {}
    for layer, fill, common, by_row, by_column in entries:
        numbers = np.outer(LINES[by_row[row]], LINES[by_column[column]]) // common
        out[layer] = numbers[..., None] if fill is None else (fill, numbers[..., None])
    return out


def edged(value, mask):
    """Beyond the picture what its last row and column have."""
    rows, columns = mask[:, 0, 0].sum(), mask[0, :, 0].sum()
    return value[np.minimum(np.arange(len(mask)), rows - 1)][:, np.minimum(np.arange(mask.shape[1]), columns - 1)]


def run(picture, call):
    """What the network gives of the whole picture, tile after tile."""
    picture = np.asarray(picture)
    if picture.shape != PICTURE:
        raise ValueError("the plan is for a picture of the shape %s, this one has %s" % (PICTURE, picture.shape))
    outputs = [None] * len(NAMES)
    for row, (_, _, down) in enumerate(ROWS):
        for column, (_, _, across) in enumerate(COLUMNS):
            tile = cut(picture, row, column)
            given = call(tile, table(MASKS, row, column), table(DIVISORS, row, column)) if MASKED else call(tile)
            for number, one in enumerate(given if len(NAMES) > 1 else [given]):
                one = np.asarray(one)
                if one.shape != TILE_OUTPUTS[number]:
                    raise ValueError("a tile must give the shape %s, not %s" % (TILE_OUTPUTS[number], one.shape))
                if outputs[number] is None: outputs[number] = np.empty(OUTPUTS[number], one.dtype)
                (top, first, end), (left, begin, stop) = down[number], across[number]
                outputs[number][first:end, begin:stop] = one[first - top:end - top, begin - left:stop - left]
    return outputs if len(NAMES) > 1 else outputs[0]
)py";

std::string numberText(float number) {
    if (std::isinf(number)) return number < 0 ? "float(\"-inf\")" : "float(\"inf\")";
    char text[32];
    const auto end = std::to_chars(std::begin(text), std::end(text), number).ptr;
    std::string out(std::begin(text), end);
    return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
}
// Names of layers come from files and may hold anything.
std::string quoted(const std::string& name) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += std::string("\\") + c;
        else if (byte < 32 || byte == 127)
            out += std::string("\\x") + kDigits[byte / 16] + kDigits[byte % 16];
        else
            out += c;
    }
    return out + "\"";
}
template <typename Numbers> std::string listText(const Numbers& numbers) {
    std::string out = "[";
    for (const auto number : numbers) out += (out.size() == 1 ? "" : ", ") + std::to_string(number);
    return out + "]";
}

std::string tilesText(std::string_view name, const AxisPlan& plan) {
    std::string out = std::string(name) + " = [";
    for (const AxisTile& tile : plan.tiles) {
        if (&tile != &plan.tiles.front()) out += ", ";
        out += "(" + std::to_string(tile.start) + ", " + std::to_string(tile.fill) + ", [";
        for (const TileOutput& output : tile.outputs)
            out += (&output == &tile.outputs.front() ? "(" : ", (") + std::to_string(output.offset) + ", " +
                   std::to_string(output.from) + ", " + std::to_string(output.until) + ")";
        out += "])";
    }
    return out + "]\n";
}
std::string shapeText(const Size& size, std::uint64_t channels) {
    return "(" + std::to_string(size.rows) + ", " + std::to_string(size.columns) + ", " +
           std::to_string(channels) + ")";
}

// Names of outputs, and their shapes in the whole and in a tile.
std::string outputsText(const TilingPlan& plan) {
    std::string names, wholes, tiles;
    for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
        const AxisOutput &rows = plan.rows.outputs[i], &columns = plan.columns.outputs[i];
        const std::string comma = i == 0 ? "" : ", ";
        names += comma + quoted(plan.outputs[i].name);
        wholes += comma + shapeText({rows.full, columns.full}, plan.outputs[i].channels);
        tiles += comma + shapeText({rows.fixed, columns.fixed}, plan.outputs[i].channels);
    }
    return "NAMES = [" + names + "]\nOUTPUTS = [" + wholes + "]\nTILE_OUTPUTS = [" + tiles + "]\n";
}

// Masks are a number of the row times one of the column, and most tiles have the same ones.
class MaskText {
  public:
    MaskText(const TilingPlan& plan, const MaskedNetwork& masked) : m_plan(plan), m_masked(masked) {
        for (const AxisTile& tile : plan.rows.tiles) m_byRow.push_back(contents(tile.start, 0));
        for (const AxisTile& tile : plan.columns.tiles) m_byColumn.push_back(contents(0, tile.start));
    }

    std::string run() {
        std::string masks, divisors;
        const std::vector<network::Layer>& layers = m_masked.network.layers;
        for (const network::Layer& layer : layers) {
            if (!network::findValue(m_masked.tile, layer.name)) continue; // it belongs to a mask
            for (const network::ValueId id : layer.inputs) {
                if (id == network::kInput) continue;
                if (layers[id - 1].kind == network::Kind::Select)
                    masks += maskEntry(layer.name, layers[id - 1]);
                else if (const auto divisor = maskOf(id); divisor && layer.kind == network::Kind::AveragePool)
                    divisors += entry(layer.name, "None", *divisor, *divisor);
            }
        }
        std::string lines;
        for (const auto& line : m_lines) lines += "    " + listText(line) + ",\n";
        return "# Along one direction, for the elements of a tile.\nLINES = [\n" + lines +
               "]\n# Of a layer: what stands where the mask is 0, what all numbers have in common, then by row and by "
               "column of tiles the line.\nMASKS = [\n" +
               masks + "]\nDIVISORS = [\n" + divisors + "]\n";
    }

  private:
    std::vector<Tensor> contents(std::int64_t row, std::int64_t column) const {
        return contentsFor(m_masked, {row, m_plan.picture.rows}, {column, m_plan.picture.columns});
    }
    // The number of a mask among those of the network, from its constant.
    std::optional<std::size_t> maskOf(network::ValueId constant) const {
        const auto at = std::ranges::find(m_masked.masks, constant, &Mask::constant);
        if (at == m_masked.masks.end()) return {};
        return static_cast<std::size_t>(at - m_masked.masks.begin());
    }
    // Nothing for a select that belongs to the network itself.
    std::string maskEntry(const std::string& layer, const network::Layer& select) {
        const auto mask = maskOf(select.inputs[1]);
        if (!mask) return {};
        if (select.inputs.size() == 2) return entry(layer, fillText(select), *mask, *mask);
        // When the edge is repeated, columns come first, then rows.
        const network::Layer& columns = m_masked.network.layers[select.inputs[0] - 1];
        return entry(layer, "\"edge\"", *mask, *maskOf(columns.inputs[1]));
    }
    std::string fillText(const network::Layer& select) const {
        if (m_masked.network.precision == network::Precision::F32) return numberText(select.fill);
        return std::to_string(network::fillCodeOf(select).value_or(0));
    }

    static std::int64_t numberAt(const Tensor& mask, std::uint64_t row, std::uint64_t column) {
        const std::uint64_t at = row * mask.shape()[1] + column;
        return mask.dtype() == tensor::DType::F32 ? static_cast<std::int64_t>(mask.at<float>(at))
                                                  : mask.at<std::int8_t>(at);
    }
    // The number of a mask's line among all.
    std::size_t lineOf(const Tensor& mask, bool isRow) {
        std::vector<std::int64_t> line;
        for (std::uint64_t i = 0; i < mask.shape()[isRow ? 0 : 1]; ++i)
            line.push_back(isRow ? numberAt(mask, i, 0) : numberAt(mask, 0, i));
        const auto number = static_cast<std::size_t>(std::ranges::find(m_lines, line) - m_lines.begin());
        if (number == m_lines.size()) m_lines.push_back(std::move(line));
        return number;
    }
    // By the masks that have its rows and its columns.
    std::string entry(const std::string& layer, const std::string& fill, std::size_t byRow,
                      std::size_t byColumn) {
        std::vector<std::size_t> rows, columns;
        for (const auto& contents : m_byRow) rows.push_back(lineOf(contents[byRow], true));
        for (const auto& contents : m_byColumn) columns.push_back(lineOf(contents[byColumn], false));
        return "    (" + quoted(layer) + ", " + fill + ", " +
               std::to_string(numberAt(m_byRow[0][byRow], 0, 0)) + ", " + listText(rows) + ", " +
               listText(columns) + "),\n";
    }

    const TilingPlan& m_plan;
    const MaskedNetwork& m_masked;
    std::vector<std::vector<Tensor>> m_byRow, m_byColumn; // of tiles in the first column, in the first row
    std::vector<std::vector<std::int64_t>> m_lines;
};

} // namespace

bool isPythonText(std::string_view text) {
    const std::size_t lines = kHead.find('\n', kHead.find('\n') + 1); // the second one says who wrote it
    return text.starts_with(kHead.substr(0, lines));
}

Result<std::string> pythonText(const TilingPlan& plan, const network::Network& network) {
    if (plan.overlap != Overlap::Recompute) return Problem{&messages::kNotForRuntime, {}, {}, {}, {}};
    LW_TRY(network::Network tile, network::resized(network, static_cast<std::uint64_t>(plan.fixed.rows),
                                                   static_cast<std::uint64_t>(plan.fixed.columns)));
    std::string out(kHead);
    out += "PICTURE = " + shapeText(plan.picture, plan.channels) + "\n";
    out += "TILE = " + shapeText(plan.fixed, plan.channels) + "\n" + outputsText(plan);
    out += "ZERO = " + std::to_string(tile.input.zero) + "\n";
    out +=
        "# For each tile: where it begins in the picture, elements beyond its end, and of each output where that of "
        "the\n# tile begins in the whole, and from where until where it gives the whole, the end not included.\n";
    out += tilesText("ROWS", plan.rows) + tilesText("COLUMNS", plan.columns);
    const bool isMasked = plan.fill() == Fill::Masked;
    out += std::string("MASKED = ") + (isMasked ? "True" : "False") + "\n";
    if (isMasked) {
        LW_TRY(const MaskedNetwork masked, withMasks(std::move(tile)));
        out += MaskText(plan, masked).run();
    }
    return out + std::string(kTail);
}

} // namespace lw::lower::tiling
