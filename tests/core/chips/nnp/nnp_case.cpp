// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/chips/nnp/nnp_case.h"

#include "core/chips/nnp/memories.h"
#include "core/chips/nnp/nnp.h"
#include "core/numeric/half.h"
#include "tests/support/assemble.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace lw::test {

using machine::Machine;
using machine::NodeId;

namespace {

constexpr std::uint64_t kN = 4;

// The node of a name, its elements for each number of the name, and whether they are FP16.
struct Cells {
    std::string path;
    std::uint64_t each = 0;
    bool isHalf = false, isBytes = false; // bytes hold FP16
};
Cells cellsCalled(const std::string& name) {
    if (name == "InitialVrf") return {"mvm/InitialVrf", kN, true};
    if (name == "AddSubVrf0" || name == "AddSubVrf1" || name == "MultiplyVrf")
        return {"mfu/" + name, kN, true};
    if (name == "vdram" || name == "netin" || name == "netout") return {"memory/" + name, kN, true, true};
    if (name == "mdram") return {"memory/mdram", kN * kN, true, true};
    if (name == "MatrixRf") return {"mvm/MatrixRf", kN * kN};
    if (name == "exponents") return {"mvm/MatrixRf exponents", kN};
    if (name == "controls") return {"control/rows", 1};
    return {};
}

void poke(Machine& m, NodeId node, std::uint64_t element, std::uint64_t bits) {
    const std::uint64_t size = machine::sizeOf(m.tree().at(node));
    m.poke(node, element, std::as_bytes(std::span(&bits, 1)).first(size));
}

bool pokeCells(Machine& m, const CaseCells& cells) {
    const std::size_t open = cells.name.find('[');
    const Cells at = cellsCalled(cells.name.substr(0, open));
    if (at.path.empty() || open == std::string::npos) return false;
    std::uint64_t number = 0;
    std::from_chars(cells.name.data() + open + 1, cells.name.data() + cells.name.size(), number);
    NodeId node = m.tree().find(at.path);
    for (std::uint64_t i = 0; i < cells.words.size(); ++i) {
        const auto word = static_cast<std::uint32_t>(cells.words[i].bits);
        const std::uint64_t bits =
            at.isHalf ? numeric::halfOf(std::bit_cast<float>(word), numeric::Overflow::Infinity) : word;
        const std::uint64_t element = number * at.each + i;
        if (at.path == "control/rows") { // each has a node of its own
            node = m.tree().find("control/" + std::string(nnp::kControlNames[element]));
            poke(m, node, 0, bits);
        } else if (at.isBytes)
            for (std::uint64_t byte = 0; byte < 2; ++byte)
                poke(m, node, 2 * element + byte, bits >> 8 * byte & 0xff);
        else
            poke(m, node, element, bits);
    }
    return true;
}

// What a case is about: not clocks, counters, queues and what travels.
bool isAside(const std::string& path) {
    return path.starts_with("counters") || path == "mfu/chain" ||
           (path.starts_with("control/") &&
            std::ranges::none_of(nnp::kControlNames, [&](auto name) { return path.substr(8) == name; }));
}

std::vector<std::byte> bytesOf(Machine& m, const machine::Node& node) {
    std::vector<std::byte> out(machine::countOf(node) * machine::sizeOf(node));
    m.store().read(node.offset, out);
    return out;
}

void compare(Machine& is, Machine& wanted, std::vector<std::string>& out) {
    for (std::uint32_t n = 0; n < is.tree().size() && out.size() < 10; ++n) {
        const machine::Node& node = is.tree().at({n});
        const std::string path = is.tree().path({n});
        if (node.kind == machine::NodeKind::Group || isAside(path)) continue;
        const auto a = bytesOf(is, node), b = bytesOf(wanted, node);
        for (std::size_t i = 0; i < a.size() && out.size() < 10; ++i)
            if (a[i] != b[i])
                out.push_back(path + ", byte " + std::to_string(i) + " is " +
                              std::to_string(std::to_integer<int>(a[i])) + ", not " +
                              std::to_string(std::to_integer<int>(b[i])));
    }
}

} // namespace

std::unique_ptr<Machine> processorWith(const std::string& text, std::string& error, bool startsWithZeros) {
    return processorWith(text, error, startsWithZeros, *nnp::builtInConfig("nnp-teaching"));
}

std::unique_ptr<Machine> processorWith(const std::string& text, std::string& error, bool startsWithZeros,
                                       const nnp::Config& config, const std::string& kernel) {
    Source source;
    assembler::Assembly assembly = source.assemble(".chip nnp, \"nnp-teaching\"\n" + text + "\n");
    if (!assembly.program) {
        error = source.rendered(assembly);
        return nullptr;
    }
    assembly.program->machineHash = nnp::hashOf(config);
    auto made = nnp::createMachine(
        *assembly.program, config,
        {.uninit = startsWithZeros ? nnp::UninitMode::Zero : nnp::UninitMode::Fault, .kernel = kernel});
    if (made) return *std::move(made);
    error = lw::textOf(made.problem());
    return nullptr;
}

std::vector<std::string> runProcessorCase(const StateCase& c) {
    std::string error;
    const auto is = processorWith(c.text + "\nhalt", error), wanted = processorWith(c.text + "\nhalt", error);
    if (!is || !wanted) return {error};
    std::vector<std::string> out;
    for (const CaseCells& cells : c.before)
        for (Machine* const m : {is.get(), wanted.get()})
            if (!pokeCells(*m, cells)) out.push_back("no cells are called " + cells.name);
    for (const CaseCells& cells : c.after)
        if (!pokeCells(*wanted, cells)) out.push_back("no cells are called " + cells.name);
    const machine::Stop stop = is->run({});
    const std::string kind = stop.fault ? std::string(machine::nameOf(stop.fault->kind)) : "";
    if (kind != c.fault)
        out.push_back("it ends with '" + kind + "': " + (stop.fault ? stop.fault->text : ""));
    if (stop.fault && (stop.fault->text.empty() || stop.fault->advice.empty()))
        out.push_back("a fault without words");
    if (!c.bundles.empty() && stop.fault && stop.fault->bundle != c.bundles[0])
        out.push_back("the fault is of instruction " + std::to_string(stop.fault->bundle));
    compare(*is, *wanted, out);
    return out;
}

std::vector<double> halvesAt(Machine& m, const std::string& path, std::uint64_t first, std::uint64_t count) {
    std::vector<std::uint16_t> codes(count);
    m.store().read(m.tree().at(m.tree().find(path)).offset + 2 * first,
                   std::as_writable_bytes(std::span(codes)));
    std::vector<double> out;
    for (const std::uint16_t code : codes) out.push_back(numeric::halfValue(code));
    return out;
}

} // namespace lw::test
