// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/state_case.h"

#include "core/chips/training/isa.h"
#include "core/chips/training/layout.h"
#include "core/chips/training/plan.h"
#include "tests/support/assemble.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <fstream>
#include <map>
#include <set>

namespace lw::test {

using machine::NodeId;
using nlohmann::json;

namespace {

std::uint64_t floatBits(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

CaseWord wordOf(const json& j) {
    if (j.is_number_float()) return {CaseWord::Kind::Bits, floatBits(j.get<double>()), 0};
    if (j.is_number()) return {CaseWord::Kind::Bits, static_cast<std::uint64_t>(j.get<std::int64_t>()), 0};
    if (j.is_object())
        return {CaseWord::Kind::Near, floatBits(j.at("near").get<double>()),
                j.at("ulp").get<std::uint64_t>()};
    const std::string s = j.get<std::string>();
    if (s == "unwritten") return {CaseWord::Kind::Unwritten, 0, 0};
    if (s == "nan") return {CaseWord::Kind::Bits, 0x7fc00000, 0};
    if (s == "inf") return {CaseWord::Kind::Bits, 0x7f800000, 0};
    if (s == "-inf") return {CaseWord::Kind::Bits, 0xff800000, 0};
    std::uint64_t bits = 0;
    const auto end = std::from_chars(s.data() + 2, s.data() + s.size(), bits, 16);
    if (!s.starts_with("0x") || end.ptr != s.data() + s.size()) throw std::runtime_error("no value: " + s);
    return {CaseWord::Kind::Bits, bits, 0};
}

void collectWords(const json& j, std::vector<CaseWord>& out) {
    if (!j.is_array()) return out.push_back(wordOf(j));
    for (const json& item : j) collectWords(item, out);
}

std::vector<CaseCells> cellsOf(const json& j) {
    std::vector<CaseCells> out;
    for (const auto& [name, value] : j.items()) {
        out.push_back({name, {}});
        collectWords(value, out.back().words);
    }
    return out;
}

StateCase caseOf(const json& j) {
    static const std::set<std::string> known{"says",  "machine", "before", "text",
                                             "after", "fault",   "bundles"};
    for (const auto& item : j.items())
        if (!known.contains(item.key())) throw std::runtime_error("unknown key " + item.key());
    StateCase c;
    c.says = j.value("says", "");
    c.machine = j.value("machine", c.machine);
    c.fault = j.value("fault", "");
    if (j.at("text").is_string()) c.text = j.at("text").get<std::string>();
    if (j.at("text").is_array())
        for (const json& line : j.at("text")) c.text += line.get<std::string>() + "\n";
    if (j.contains("before")) c.before = cellsOf(j.at("before"));
    if (j.contains("bundles")) c.bundles = j.at("bundles").get<std::vector<std::uint32_t>>();
    c.after = cellsOf(j.at("after"));
    return c;
}

// "name[12]" -> "name" and 12.
std::pair<std::string, std::uint64_t> splitIndex(const std::string& name) {
    const std::size_t open = name.find('[');
    if (open == std::string::npos) return {name, 0};
    std::uint64_t index = 0;
    std::from_chars(name.data() + open + 1, name.data() + name.size(), index);
    return {name.substr(0, open), index};
}

struct Where {
    NodeId node;
    std::uint64_t first = 0;
    std::uint64_t room = 0; // elements of what was named
};

std::uint64_t vectorWords(const machine::Machine& m) {
    return machine::countOf(m.tree().at(m.tree().find("vector/registers"))) / 32;
}

Where whereIs(const machine::Machine& m, const std::string& given) {
    const auto [name, index] = splitIndex(given);
    const auto node = [&](const char* path) { return m.tree().find(path); };
    const std::uint64_t words = vectorWords(m);
    const std::uint64_t sublanes = machine::countOf(m.tree().at(node("vector/index registers"))) / 2;
    static const std::map<std::string, const char*> files{{"r", "scalar/registers"},
                                                          {"p", "scalar/predicates"},
                                                          {"v", "vector/registers"},
                                                          {"f", "sync/flags"},
                                                          {"iar", "vector/index registers"}};
    const std::size_t digits = name.find_first_of("0123456789");
    if (const auto file = files.find(name.substr(0, digits));
        digits != std::string::npos && file != files.end()) {
        std::uint64_t number = 0;
        std::from_chars(name.data() + digits, name.data() + name.size(), number);
        const std::uint64_t each = file->first == "v" ? words : file->first == "iar" ? sublanes : 1;
        return {node(file->second), number * each, each};
    }
    Where where{node(name.c_str()), index, 0};
    std::uint64_t scale = 1;
    if (name == "smem" || name == "vmem" || name == "hbm") {
        where.node = node(("memory/" + name).c_str());
        scale = name == "vmem" ? words / sublanes : name == "hbm" ? 4 : 1;
    }
    where.first *= scale;
    const std::uint64_t count = machine::countOf(m.tree().at(where.node));
    where.room = where.node == m.tree().root() || where.first > count ? 0 : count - where.first;
    return where;
}

std::vector<std::uint64_t> wordsOf(machine::Machine& m, NodeId id) {
    const machine::Node& node = m.tree().at(id);
    const std::uint64_t size = machine::sizeOf(node), count = machine::countOf(node);
    if (size == 0) return {};
    std::vector<std::byte> bytes(count * size);
    m.store().read(node.offset, bytes);
    std::vector<std::uint64_t> out(count);
    for (std::uint64_t i = 0; i < count; ++i) std::memcpy(&out[i], bytes.data() + i * size, size);
    return out;
}

// Which elements of a node were ever written; empty for nodes that do not know.
std::vector<bool> writtenOf(machine::Machine& m, NodeId id) {
    const machine::StateTree& tree = m.tree();
    const std::uint64_t count = machine::countOf(tree.at(id));
    const std::string path = tree.path(id);
    std::vector<bool> out;
    const auto bits = [&](const std::string& of) { return wordsOf(m, tree.find(of)); };
    if (path == "memory/smem" || path == "memory/vmem" || path == "memory/hbm") {
        const auto all = bits(path + " written");
        for (std::uint64_t i = 0; i < count; ++i) out.push_back((all[i / 64] >> i % 64 & 1) != 0);
        return out;
    }
    const bool scalars = path == "scalar/registers", predicates = path == "scalar/predicates";
    if (!scalars && !predicates && path != "vector/registers") return out;
    const auto ready = bits("control/ready"), vectors = bits("vector/written");
    const std::uint64_t each = scalars || predicates ? 1 : count / 32;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t base = scalars      ? 0
                                   : predicates ? training::kReadyPredicate
                                                : training::kReadyVector;
        bool written = ready[base + i / each] < training::kNeverWritten;
        if (!written && each != 1) {
            const std::uint64_t perRegister = (each + 63) / 64, at = i % each;
            written = (vectors[i / each * perRegister + at / 64] >> at % 64 & 1) != 0;
        }
        out.push_back(written);
    }
    return out;
}

// Bookkeeping that a case does not state.
bool isAside(const std::string& path) {
    for (const char* group : {"control/", "counters/", "queues/", "dma/"})
        if (path.starts_with(group)) return true;
    return path == "sync/ordered" || path.ends_with("written");
}

std::string hex(std::uint64_t bits) {
    char text[17];
    const auto end = std::to_chars(text, text + sizeof text, bits, 16);
    return "0x" + std::string(text, end.ptr);
}

std::int64_t orderOf(std::uint64_t bits) {
    const auto low = static_cast<std::int64_t>(bits & 0x7fffffff);
    return (bits >> 31 & 1) != 0 ? -low : low;
}

bool holds(const CaseWord& want, std::uint64_t bits, bool written) {
    if (want.kind == CaseWord::Kind::Unwritten) return !written;
    if (!written) return false;
    if (want.kind == CaseWord::Kind::Bits) return want.bits == bits;
    const std::int64_t apart = orderOf(want.bits) - orderOf(bits);
    return static_cast<std::uint64_t>(apart < 0 ? -apart : apart) <= want.ulp;
}

std::string wanted(const CaseWord& want) {
    if (want.kind == CaseWord::Kind::Unwritten) return "unwritten";
    return (want.kind == CaseWord::Kind::Near ? "near " : "") + hex(want.bits);
}

// Words of 32 bits: a negative integer was given with its sign extended.
CaseWord cut(CaseWord word, std::uint64_t elementBytes) {
    if (elementBytes < 8) word.bits &= (std::uint64_t{1} << elementBytes * 8) - 1;
    return word;
}

void compareQueues(machine::Machine& m, const std::vector<CaseCells>& after, std::vector<std::string>& out) {
    static const char* const names[training::kQueues] = {"mxu", "xpose", "rpu", "eup"};
    const auto popped = wordsOf(m, m.tree().find("queues/popped")),
               pushed = wordsOf(m, m.tree().find("queues/pushed"));
    const auto results = wordsOf(m, m.tree().find("queues/results"));
    const std::uint64_t words = vectorWords(m), places = results.size() / training::kQueues / words;
    for (std::size_t q = 0; q < training::kQueues; ++q) {
        std::vector<std::uint64_t> held;
        for (std::uint64_t n = popped[q]; n < pushed[q]; ++n)
            for (std::uint64_t i = 0; i < words; ++i)
                held.push_back(results[(q * places + n % places) * words + i]);
        const std::string name = std::string("queue ") + names[q];
        const auto given =
            std::find_if(after.begin(), after.end(), [&](const CaseCells& c) { return c.name == name; });
        const std::vector<CaseWord> want = given == after.end() ? std::vector<CaseWord>{} : given->words;
        if (want.size() != held.size()) {
            out.push_back(name + " holds " + std::to_string(held.size()) + " words");
            continue;
        }
        for (std::size_t i = 0; i < want.size(); ++i)
            if (!holds(cut(want[i], 4), held[i], true))
                out.push_back(name + "[" + std::to_string(i) + "] is " + hex(held[i]) + ", not " +
                              wanted(cut(want[i], 4)));
    }
}

void compareTrace(const machine::Machine& m, const std::vector<CaseCells>& after,
                  std::vector<std::string>& out) {
    std::vector<std::uint64_t> held, want;
    for (const machine::TraceWord& w : m.onlyCore().traceWords())
        held.insert(held.end(), {w.clock, w.stream, w.value});
    for (const CaseCells& c : after)
        if (c.name == "trace")
            for (const CaseWord& w : c.words) want.push_back(w.bits);
    if (held != want) out.push_back("the trace has " + std::to_string(held.size() / 3) + " words, or others");
}

} // namespace

std::vector<StateCase> loadCases(const std::string& path, std::string& error) {
    std::vector<StateCase> out;
    try {
        std::ifstream file(path, std::ios::binary);
        if (!file) throw std::runtime_error("cannot be read");
        const json j = json::parse(file);
        if (j.is_array())
            for (const json& item : j) out.push_back(caseOf(item));
        else
            out.push_back(caseOf(j));
    } catch (const std::exception& e) {
        error = path + ": " + e.what();
        out.clear();
    }
    return out;
}

program::Program programOf(const StateCase& c, std::string& error) {
    Source source;
    const assembler::Assembly assembly =
        source.assemble(".chip training, \"" + c.machine + "\"\n" + c.text + "\nhalt\n");
    if (assembly.program) return *assembly.program;
    error = source.rendered(assembly);
    return {};
}

CaseRun::CaseRun(const StateCase& c, program::Program program, const training::MachineOptions& options)
    : m_case(c) {
    auto made = training::createMachine(std::move(program), *training::builtInConfig(c.machine), options);
    if (!made) broken("test", textOf(made.problem()).c_str(), "a case does not load", __FILE__, __LINE__);
    m_machine = *std::move(made);
    for (const CaseCells& cells : c.before) poke(cells);
    for (std::uint32_t i = 0; i < m_machine->tree().size(); ++i) {
        const bool aside = isAside(m_machine->tree().path({i}));
        m_before.push_back(aside ? std::vector<std::uint64_t>{} : wordsOf(*m_machine, {i}));
        m_writtenBefore.push_back(aside ? std::vector<bool>{} : writtenOf(*m_machine, {i}));
    }
}

void CaseRun::poke(const CaseCells& cells) {
    const Where where = whereIs(*m_machine, cells.name);
    if (cells.words.empty() || cells.words.size() > where.room)
        broken("test", cells.name.c_str(), "no such cells in the state before", __FILE__, __LINE__);
    const std::uint64_t size = machine::sizeOf(m_machine->tree().at(where.node));
    for (std::size_t i = 0; i < cells.words.size(); ++i) {
        if (cells.words[i].kind == CaseWord::Kind::Unwritten) continue;
        const auto bytes = std::as_bytes(std::span(&cells.words[i].bits, 1)).first(size);
        m_machine->poke(where.node, where.first + i, bytes);
    }
}

std::vector<std::string> CaseRun::differences() const {
    machine::Machine& m = *m_machine;
    std::vector<std::string> out;
    WantedCells want;
    for (const CaseCells& cells : m_case.after) {
        if (cells.name.starts_with("queue ") || cells.name == "trace") continue;
        const Where where = whereIs(m, cells.name);
        if (cells.words.empty() || cells.words.size() > where.room)
            out.push_back("no cells are called " + cells.name);
        const std::uint64_t size = machine::sizeOf(m.tree().at(where.node));
        for (std::size_t i = 0; i < cells.words.size(); ++i)
            want[{where.node.index, where.first + i}] = cut(cells.words[i], size);
    }
    for (std::uint32_t n = 0; n < m.tree().size(); ++n) {
        const std::string path = m.tree().path({n});
        const Wanted own{want.lower_bound({n, 0}), want.lower_bound({n + 1, 0})};
        if (!isAside(path) || own.begin != own.end) compareNode({n}, own, out);
    }
    compareQueues(m, m_case.after, out);
    compareTrace(m, m_case.after, out);
    return out;
}

void CaseRun::compareNode(machine::NodeId node, const Wanted& want, std::vector<std::string>& out) const {
    const std::string path = m_machine->tree().path(node);
    const bool aside = isAside(path);
    const std::vector<std::uint64_t> now = wordsOf(*m_machine, node), &before = m_before[node.index];
    const std::vector<bool> written = writtenOf(*m_machine, node),
                            &writtenBefore = m_writtenBefore[node.index];
    auto next = want.begin;
    for (std::uint64_t i = 0; i < now.size(); ++i) {
        const bool is = written.empty() || written[i];
        const auto state = [&] {
            return path + "[" + std::to_string(i) + "] is " + (is ? hex(now[i]) : "unwritten");
        };
        if (next != want.end && next->first.second == i) {
            if (!holds(next->second, now[i], is)) out.push_back(state() + ", not " + wanted(next->second));
            ++next;
        } else if (!aside) {
            const bool was = written.empty() || writtenBefore[i];
            if (is != was || (is && now[i] != before[i])) out.push_back(state() + ", and nobody said so");
        }
    }
}

namespace {

// Whether the run ended as the case says.
void compareStop(const StateCase& c, const machine::Stop& stop, std::vector<std::string>& out) {
    const std::string fault = stop.fault ? std::string(machine::nameOf(stop.fault->kind)) : "";
    if (fault != c.fault) {
        out.push_back("stopped with fault '" + fault + "' " + (stop.fault ? stop.fault->text : ""));
    } else if (fault.empty()) {
        if (stop.kind != machine::StopKind::Halted) out.push_back("did not halt");
    } else if (!c.bundles.empty()) {
        const std::uint32_t other = c.bundles.size() > 1 ? c.bundles[1] : machine::kNoBundle;
        if (stop.fault->bundle != c.bundles[0] || stop.fault->other.bundle != other)
            out.push_back("the fault names bundles " + std::to_string(stop.fault->bundle) + " and " +
                          std::to_string(stop.fault->other.bundle));
    }
}

} // namespace

std::vector<std::string> runCase(const StateCase& c, const training::MachineOptions& options) {
    std::string error;
    program::Program program = programOf(c, error);
    if (!error.empty()) return {error};
    CaseRun run(c, std::move(program), options);
    std::vector<std::string> out;
    compareStop(c, run.machine().run({100000, machine::kForever, nullptr}), out);
    for (const std::string& line : run.differences()) out.push_back(line);
    return out;
}

} // namespace lw::test
