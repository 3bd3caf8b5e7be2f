// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/cpp_preparation.h"

#include "core/concord/held_arrays.h"
#include "core/concord/logical_vectors.h"

#include <string_view>

namespace lw::concord {

namespace {

std::string listText(const std::vector<std::uint64_t>& numbers) {
    std::vector<std::string> words;
    for (const std::uint64_t one : numbers) words.push_back(number(one));
    return joinedWords(words);
}

// "loadArray(folder + "x.npy"), ..."
std::string loadedText(const std::vector<std::string>& names) {
    std::vector<std::string> words;
    for (const std::string& name : names) words.push_back("loadArray(folder + \"" + name + ".npy\")");
    return joinedWords(words);
}
std::string parametersText(const std::vector<std::string>& names) {
    std::vector<std::string> words;
    for (const std::string& name : names) words.push_back("const Array& " + name);
    return joinedWords(words);
}

// One vector after the other. Each item of a list is on a line of its own, with a note.
struct Item {
    std::string text, note;
};
std::string listOfItems(const std::vector<Item>& items) {
    std::string out = "    return joined(std::vector<Vectors>{\n";
    for (const Item& item : items) out += "        " + item.text + ", // " + item.note + "\n";
    return out + "    });\n";
}

void addInput(const std::vector<LogicalVectors>& in, std::uint64_t count, CppPreparation& out) {
    if (in.empty()) return;
    UsedNames used;
    std::vector<std::string> names;
    std::vector<Item> items;
    for (const LogicalVectors& tensor : in) {
        names.push_back(used.take(tensor.name));
        items.push_back({"filledVectors(" + names.back() + ", " + number(tensor.rows) + ", " +
                             number(tensor.columns) + ", N)",
                         tensor.name});
    }
    out.functions +=
        "// Data as vectors from the network: FP16, each row cut into native vectors, the last of which is filled up\n"
        "// with zeros.\nVectors prepared(" +
        parametersText(names) + ") {\n" + listOfItems(items) + "}\n\n";
    out.options.emplace_back("--prepare");
    out.begins += "    if (hasWord(asked, \"--prepare\")) save(folder + \"netin.npy\", prepared(" +
                  loadedText(names) + "), {" + number(count) + ", N});\n";
}

void addResults(const std::vector<LogicalVectors>& results, CppPreparation& out) {
    if (results.empty()) return;
    UsedNames used;
    out.functions +=
        "// Vectors to the network as data, without what fills them up, one array for each output.\n"
        "std::vector<Array> results(const Vectors& netout) {\n    return {\n";
    out.ends += "    if (hasWord(asked, \"--results\") && runs == 1) {\n"
                "        const std::vector<Array> arrays = results(netout);\n";
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const LogicalVectors& tensor = results[i];
        const std::uint64_t count = tensor.rows * tensor.vectorsOfRow;
        out.functions += "        cutRows(part(netout, N, " + number(first) + ", " + number(count) + "), " +
                         number(tensor.rows) + ", " + number(tensor.columns) + "), // " + tensor.name + "\n";
        out.ends += "        saveArray(folder + \"result_" + used.take(tensor.name) + ".npy\", arrays[" +
                    number(i) + "]);\n";
        first += count;
    }
    out.functions += "    };\n}\n\n";
    out.options.emplace_back("--results");
    out.ends += "    }\n";
}

// "r_W.at(2).rows(4, 8)"
std::string placeText(const HeldPart& part) {
    std::string out = part.variable;
    if (part.index) out += ".at(" + number(*part.index) + ")";
    return part.areAllRows ? out : out + ".rows(" + number(part.first) + ", " + number(part.end) + ")";
}

// The function for one memory.
void addSource(const Graph& graph, const OpStream& stream, Source source, CppPreparation& out) {
    const std::vector<Prepared> parts = preparedParts(graph, stream, source);
    if (parts.empty()) return;
    const HeldArrays arrays(parts);
    const bool areMatrices = source == kOfMatrixDram;
    const std::string memory(nameOf(source)),
        function = areMatrices ? "prepared_weights" : "prepared_vectors";
    const std::string each = areMatrices ? "N * N" : "N";
    std::vector<Item> items;
    bool isGiven = false;
    for (const Prepared& part : parts) {
        if (part.tensor == nullptr) {
            items.push_back(
                {"part(" + memory + ", " + each + ", " + number(part.first) + ", " + number(part.count) + ")",
                 "no hint says what these are at the start"});
            isGiven = true;
            continue;
        }
        std::string sum;
        for (const ArrayPart& one : partsOf(*part.tensor)) {
            const std::string place = placeText(arrays.partOf(*part.tensor, one));
            sum = sum.empty() ? place : "sumOf(" + sum + ", " + place + ")";
        }
        items.push_back(
            {areMatrices ? "tiledMatrices(" + sum + ", N)"
                         : "filledVectors(" + sum + ", " + listText(rowsAndColumns(*part.tensor)) + ", N)",
             part.tensor->name});
    }
    std::string takes, gives;
    const auto add = [](std::string& to, const std::string& what) { to += (to.empty() ? "" : ", ") + what; };
    for (const HeldArray& array : arrays.all()) {
        add(takes, "Array " + array.variable);
        add(gives, loadedText({array.variable}));
    }
    if (isGiven) {
        add(takes, "const Vectors& " + memory);
        add(gives,
            "load(folder + \"" + memory + ".npy\", " + number(usedOf(graph, source)) + " * " + each + ")");
    }
    out.functions +=
        areMatrices
            ? "// Weights [outputs, inputs], or of windows [outputs, places, inputs], as native matrices "
              "for mdram: FP16, tile by\n// tile, row after row, with zeros where they end.\n"
            : "// Biases and what else a layer begins with as vectors for vdram: sums in float32, then "
              "FP16, each row filled up\n// with zeros.\n";
    out.functions += "Vectors " + function + "(" + takes + ") {\n";
    for (const HeldArray& array : arrays.all())
        out.functions += "    " + array.variable + " = " + array.variable + ".inFloat32({" +
                         listText(array.extents) + "});\n";
    out.functions += listOfItems(items) + "}\n\n";
    if (out.options.empty() || out.options.back() != "--prepare-weights")
        out.options.emplace_back("--prepare-weights");
    out.begins += "    if (hasWord(asked, \"--prepare-weights\"))\n        save(folder + \"" + memory +
                  ".npy\", " + function + "(" + gives + "), {" + number(usedOf(graph, source)) +
                  (areMatrices ? ", N, N});\n" : ", N});\n");
}

} // namespace

CppPreparation cppPreparation(const Graph& graph, const OpStream& stream) {
    CppPreparation out;
    const std::uint64_t taken = usedOf(graph, kFromQueue);
    addInput(logicalVectors(stream, nameOf(kFromQueue), taken), taken, out);
    addSource(graph, stream, kOfMatrixDram, out);
    addSource(graph, stream, kOfVectorDram, out);
    addResults(logicalVectors(stream, "netout", countOf(graph.output)), out);
    return out;
}

} // namespace lw::concord
