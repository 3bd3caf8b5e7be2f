// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/circuit_case.h"

#include "core/chips/inference/isa.h"
#include "core/chips/inference/layout.h"
#include "tests/support/assemble.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace lw::test {

using machine::Machine;
using machine::NodeId;

namespace {

constexpr const char* kConfiguration = "inference-teaching";

// The numbers in a name: "v2 1x3x2" has 2, 1, 3 and 2.
std::vector<std::uint64_t> numbersIn(const std::string& name) {
    std::vector<std::uint64_t> out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] < '0' || name[i] > '9') continue;
        std::uint64_t value = 0;
        i = static_cast<std::size_t>(std::from_chars(name.data() + i, name.data() + name.size(), value).ptr -
                                     name.data());
        out.push_back(value);
    }
    return out;
}

struct Where {
    std::string path;
    std::uint64_t element = 0;
    std::uint64_t size = 4;
};

// Where each word of the cells lies; empty if there are none of that name.
std::vector<Where> placesOf(const Machine& m, const CaseCells& cells) {
    const std::string& name = cells.name;
    const std::vector<std::uint64_t> n = numbersIn(name);
    const auto extent = [&](const char* path, std::size_t i) {
        return m.tree().at(m.tree().find(path)).shape[i];
    };
    const std::uint64_t columns = extent("mxu/weights", 1);
    std::vector<Where> out;
    for (std::uint64_t i = 0; i < cells.words.size(); ++i) {
        const std::string memory = name.substr(0, name.find_first_of(".["));
        if (name[0] == 'a' && n.size() == 1 && name[1] != 'c') {
            out.push_back({"seq/patterns", n[0] * inference::kPatternWords + i});
        } else if (name[0] == 'v' && n.size() == 4) {
            out.push_back({"vpu/strips", (n[0] * extent("vpu/strips", 1) + i / n[3]) * columns + i % n[3]});
        } else if (memory == "ub" || memory == "host" || memory == "dm") {
            const bool isWord = name.find(".w") != name.npos;
            for (std::uint64_t b = 0; b < (isWord ? 4 : 1); ++b)
                out.push_back({"memory/" + memory, n[0] + (isWord ? 4 * i + b : i), 1});
        } else if (memory == "acc") {
            out.push_back({"mxu/accumulators", n[0] * columns + i});
        } else if (name.starts_with("weights") || name.starts_with("path")) {
            out.push_back({name[0] == 'w' ? "mxu/weights" : "mxu/path", i / n[1] * columns + i % n[1]});
        }
    }
    return out;
}

void pokeWord(Machine& m, const char* path, std::uint64_t element, std::uint64_t value,
              std::uint64_t size = 4) {
    m.poke(m.tree().find(path), element, std::as_bytes(std::span(&value, 1)).first(size));
}

// What belongs to the cells besides their values: shapes of strips and tiles.
void pokeShape(Machine& m, const CaseCells& cells) {
    const std::vector<std::uint64_t> n = numbersIn(cells.name);
    if (cells.name[0] == 'v' && n.size() == 4) {
        const machine::Node& bits = m.tree().at(m.tree().find("vpu/strips written"));
        for (std::uint64_t i = 0; i < bits.shape[1]; ++i)
            pokeWord(m, "vpu/strips written", n[0] * bits.shape[1] + i, 0, 8);
        for (std::uint64_t i = 0; i < 3; ++i) pokeWord(m, "vpu/shapes", n[0] * 4 + i, n[1 + i]);
        pokeWord(m, "vpu/shapes", n[0] * 4 + 3, 1);
    }
    const bool isWeights = cells.name.starts_with("weights");
    if (cells.name == "no path") return pokeWord(m, "mxu/path shape", inference::kTileLoaded, 0);
    if (!isWeights && !cells.name.starts_with("path")) return;
    const char* const shape = isWeights ? "mxu/weights shape" : "mxu/path shape";
    pokeWord(m, shape, inference::kTileK, n[0]);
    pokeWord(m, shape, inference::kTileN, n[1]);
    pokeWord(m, shape, inference::kTileFloat, cells.name.find(".f") != std::string::npos);
    pokeWord(m, shape, inference::kTileLoaded, 1);
}

std::uint64_t valueOf(const CaseWord& word, const Where& where, std::uint64_t byte) {
    return where.size == 1 ? word.bits >> 8 * byte & 0xff : word.bits & 0xffffffff;
}

void pokeCells(Machine& m, const CaseCells& cells, std::vector<std::string>& out) {
    const std::vector<Where> places = placesOf(m, cells);
    if (cells.name != "no path" &&
        (cells.words.empty() || places.size() % cells.words.size() != 0 || places.empty()))
        return out.push_back("no cells are called " + cells.name);
    pokeShape(m, cells);
    const std::size_t each = cells.words.empty() ? 1 : places.size() / cells.words.size();
    for (std::size_t i = 0; i < places.size(); ++i)
        pokeWord(m, places[i].path.c_str(), places[i].element,
                 valueOf(cells.words[i / each], places[i], i % each), places[i].size);
}

std::uint64_t readCell(Machine& m, NodeId node, std::uint64_t element) {
    const machine::Node& at = m.tree().at(node);
    std::uint64_t value = 0;
    const std::uint64_t size = machine::sizeOf(at);
    m.store().read(at.offset + element * size, std::as_writable_bytes(std::span(&value, 1)).first(size));
    return value;
}

bool isWritten(Machine& m, NodeId node, std::uint64_t element) {
    const machine::Node& at = m.tree().at(node);
    if (at.written == m.tree().root()) return true;
    const machine::Node& bits = m.tree().at(at.written);
    std::uint64_t word = element / 64, bit = element % 64;
    if (bits.shape.size() == 2) { // a row of words for each slice
        const std::uint64_t slice = machine::countOf(at) / at.shape[0];
        word = element / slice * bits.shape[1] + element % slice / 64;
        bit = element % slice % 64;
    }
    return (readCell(m, at.written, word) >> bit & 1) != 0;
}

std::int64_t orderOf(std::uint64_t bits) {
    const auto low = static_cast<std::int64_t>(bits & 0x7fffffff);
    return (bits >> 31 & 1) != 0 ? -low : low;
}

// Values that are only near what is wanted are taken over, so that the comparison can be exact.
void takeNear(Machine& is, Machine& wanted, const CaseCells& cells) {
    const std::vector<Where> places = placesOf(is, cells);
    for (std::size_t i = 0; i < places.size() && places.size() == cells.words.size(); ++i) {
        if (cells.words[i].kind != CaseWord::Kind::Near) continue;
        const std::uint64_t got = readCell(is, is.tree().find(places[i].path), places[i].element);
        const std::int64_t apart = orderOf(got) - orderOf(cells.words[i].bits);
        if (static_cast<std::uint64_t>(apart < 0 ? -apart : apart) <= cells.words[i].ulp)
            pokeWord(wanted, places[i].path.c_str(), places[i].element, got);
    }
}

void compare(Machine& is, Machine& wanted, std::vector<std::string>& out) {
    for (std::uint32_t n = 0; n < is.tree().size() && out.size() < 20; ++n) {
        const std::string path = is.tree().path({n});
        const machine::Node& node = is.tree().at({n});
        const bool isAside = path.starts_with("control") || path.starts_with("counters") ||
                             path.ends_with("written") || path == "mxu/old weights" || path == "mxu/swaps" ||
                             !node.encoding;
        if (isAside) continue;
        for (std::uint64_t i = 0; i < machine::countOf(node); ++i) {
            const bool has = isWritten(is, {n}, i), should = isWritten(wanted, {n}, i);
            const std::uint64_t got = readCell(is, {n}, i), want = readCell(wanted, {n}, i);
            if (has == should && (!has || got == want)) continue;
            out.push_back(path + "[" + std::to_string(i) + "] is " +
                          (has ? std::to_string(got) : "unwritten") + ", not " +
                          (should ? std::to_string(want) : "unwritten"));
        }
    }
}

} // namespace

std::vector<std::string> runCircuitCase(const StateCase& c) {
    Source source;
    const assembler::Assembly assembly =
        source.assemble(std::string(".chip inference, \"") + kConfiguration + "\"\n" + c.text + "\nhalt\n");
    if (!assembly.program) return {source.rendered(assembly)};
    const auto make = [&] {
        return *inference::createMachine(*assembly.program, *inference::builtInConfig(kConfiguration), {});
    };
    const auto is = make(), wanted = make();
    std::vector<std::string> out;
    for (const CaseCells& cells : c.before) {
        pokeCells(*is, cells, out);
        pokeCells(*wanted, cells, out);
    }
    const machine::Stop stop = is->run({100000, machine::kForever, nullptr});
    const std::string fault = stop.fault ? std::string(machine::nameOf(stop.fault->kind)) : "";
    if (fault != c.fault)
        out.push_back("stopped with fault '" + fault + "' " + (stop.fault ? stop.fault->text : ""));
    else if (fault.empty() && stop.kind != machine::StopKind::Halted)
        out.push_back("did not halt");
    for (const CaseCells& cells : c.after) {
        pokeCells(*wanted, cells, out);
        takeNear(*is, *wanted, cells);
    }
    compare(*is, *wanted, out);
    return out;
}

} // namespace lw::test
