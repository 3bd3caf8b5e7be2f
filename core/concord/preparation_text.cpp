// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/held_arrays.h"
#include "core/concord/logical_vectors.h"
#include "core/concord/value_names.h"

#include <algorithm>
#include <string_view>

namespace lw::concord {

namespace {

std::string sizesText(const LogicalVectors& tensor) {
    return number(tensor.rows) + ", " + number(tensor.columns);
}

// How data of the network become vectors.
std::string inputText(const std::vector<LogicalVectors>& in) {
    if (in.empty()) return {};
    UsedNames used;
    std::vector<std::string> takes;
    std::string pieces;
    for (const LogicalVectors& tensor : in) {
        takes.push_back(used.take(tensor.name));
        pieces += (pieces.empty() ? "" : ", ") + std::string("blockfloat.filled(") + takes.back() + ", " +
                  sizesText(tensor) + ", N)";
    }
    return "\n\ndef prepared(" + joinedWords(takes) +
           "):\n    \"\"\"Data as vectors from the network: FP16, each row cut into native vectors, the last "
           "of which is filled up with zeros.\"\"\"\n    return blockfloat.joined([" +
           pieces + "])\n";
}

// And how vectors to it become data.
std::string resultsText(const std::vector<LogicalVectors>& results) {
    if (results.empty()) return {};
    std::string pieces;
    std::uint64_t first = 0;
    for (const LogicalVectors& tensor : results) {
        const std::uint64_t end = first + tensor.rows * tensor.vectorsOfRow;
        pieces += (pieces.empty() ? "" : ", ") + std::string("blockfloat.cut(netout[") + number(first) + ":" +
                  number(end) + "], " + sizesText(tensor) + ")";
        first = end;
    }
    return "\n\ndef results(netout):\n    \"\"\"Vectors to the network as data, without what fills them up" +
           std::string(results.size() == 1 ? "" : ", one array for each output") + ".\"\"\"\n    return " +
           pieces + "\n";
}

// The functions for one memory.
class SourceText {
  public:
    SourceText(const Graph& graph, const OpStream& stream, Source source)
        : m_source(source)
        , m_used(usedOf(graph, source))
        , m_parts(preparedParts(graph, stream, source))
        , m_arrays(m_parts) {}
    std::string text() {
        if (m_parts.empty()) return {};
        const std::vector<std::string> names = m_arrays.variables();
        return preparing(names) + (isUndone() ? undoing(names) : "");
    }

  private:
    bool areMatrices() const { return m_source == kOfMatrixDram; }

    // "r_W[2, 4:8]"; of all of an array nothing is in brackets.
    std::string placeIn(const TensorName& tensor, const ArrayPart& part, const std::string& ofAll) const {
        const HeldPart held = m_arrays.partOf(tensor, part);
        std::string out = held.index ? number(*held.index) : "";
        if (!held.areAllRows) out += (out.empty() ? "" : ", ") + number(held.first) + ":" + number(held.end);
        return held.variable + (out.empty() ? ofAll : "[" + out + "]");
    }
    static std::string listText(const std::vector<std::uint64_t>& numbers) {
        std::vector<std::string> words;
        for (const std::uint64_t one : numbers) words.push_back(number(one));
        return joinedWords(words);
    }
    static std::string rowsText(const TensorName& tensor) { return listText(rowsAndColumns(tensor)); }

    std::string preparing(const std::vector<std::string>& names) {
        const std::string what =
            areMatrices()
                ? "weights(" + joinedWords(names) +
                      "):\n    \"\"\"Weights [outputs, inputs], or of windows [outputs, places, "
                      "inputs], as native matrices for mdram: FP16, tile by\n    tile, row "
                      "after row, with zeros where they end.\"\"\"\n"
                : "vectors(" + joinedWords(names) +
                      "):\n    \"\"\"Biases and what else a layer begins with as vectors for "
                      "vdram: sums in float32, then FP16, each row\n    filled up with zeros.\"\"\"\n";
        std::string out = "\n\ndef prepared_" + what;
        for (const HeldArray& array : m_arrays.all())
            out += "    " + array.variable + " = blockfloat.array(" + array.variable + ", " +
                   listText(array.extents) + ")\n";
        out += "    return blockfloat.joined([\n";
        for (const Prepared& part : m_parts) out += "        " + itemText(part) + "\n";
        return out + "    ])\n";
    }
    std::string itemText(const Prepared& part) {
        if (part.tensor == nullptr)
            return "given(\"" + std::string(nameOf(m_source)) + "\", " + number(m_used) +
                   (areMatrices() ? ", N, N)[" : ", N)[") + number(part.first) + ":" +
                   number(part.first + part.count) + "],  # no hint says what these are at the start";
        std::string sum;
        for (const ArrayPart& one : partsOf(*part.tensor))
            sum += (sum.empty() ? "" : " + ") + placeIn(*part.tensor, one, "");
        return (areMatrices() ? "blockfloat.tiled(" + sum + ", N),"
                              : "blockfloat.filled(" + sum + ", " + rowsText(*part.tensor) + ", N),") +
               "  # " + part.tensor->name;
    }

    std::string undoing(const std::vector<std::string>& names) {
        const std::string memory(nameOf(m_source)), function = areMatrices() ? "weights" : "vectors";
        std::string out = "\n\ndef " + function + "_of(" + memory + "):\n    \"\"\"What prepared_" +
                          function + " makes " + memory + " of, without what fills it up" +
                          (hasSums() ? "; a sum is all in its first array" : "") + ".\"\"\"\n";
        for (const HeldArray& array : m_arrays.all())
            out += "    " + array.variable + " = np.zeros((" + listText(array.extents) +
                   (array.extents.size() == 1 ? ",)" : ")") + ", np.float32)\n";
        for (const Prepared& part : m_parts) {
            if (part.tensor == nullptr) continue;
            const std::string vectors =
                memory + "[" + number(part.first) + ":" + number(part.first + part.count) + "], ";
            out += "    " + placeIn(*part.tensor, partsOf(*part.tensor).front(), "[...]") + " = " +
                   (areMatrices()
                        ? "blockfloat.untiled(" + vectors + listText(part.tensor->shape) + ")"
                        : "blockfloat.plain(blockfloat.cut(" + vectors + rowsText(*part.tensor) + "))") +
                   "\n";
        }
        return out + "    return " + joinedWords(names) + "\n";
    }
    // Of sums that share a part no one can say what was in it.
    bool isUndone() const {
        struct Use {
            ArrayPart part;
            std::uint64_t end;
            bool isSummed;
        };
        std::vector<Use> uses;
        for (const Prepared& part : m_parts) {
            if (part.tensor == nullptr) continue;
            const std::vector<ArrayPart> all = partsOf(*part.tensor);
            for (const ArrayPart& one : all) {
                const Use use{one, one.end == 0 ? part.tensor->shape.front() : one.end, all.size() > 1};
                for (const Use& other : uses)
                    if ((use.isSummed || other.isSummed) && other.part.array == one.array &&
                        other.part.index == one.index && one.first < other.end && other.part.first < use.end)
                        return false;
                uses.push_back(use);
            }
        }
        return true;
    }
    bool hasSums() const {
        return std::ranges::any_of(m_parts, [](const Prepared& part) {
            return part.tensor != nullptr && part.tensor->parts.size() > 1;
        });
    }

    Source m_source;
    std::uint64_t m_used;
    std::vector<Prepared> m_parts;
    HeldArrays m_arrays;
};

} // namespace

std::string preparationText(const Graph& graph, const OpStream& stream) {
    return inputText(logicalVectors(stream, nameOf(kFromQueue), usedOf(graph, kFromQueue))) +
           resultsText(logicalVectors(stream, "netout", countOf(graph.output))) +
           SourceText(graph, stream, kOfMatrixDram).text() + SourceText(graph, stream, kOfVectorDram).text();
}

} // namespace lw::concord
