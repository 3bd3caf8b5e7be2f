// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/graph.h"
#include "core/project/load_program.h"
#include "core/tensor/tensor.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Software out of firmware, and how the two are compared.
namespace lw::project {

struct Software {
    const chips::Chip* chip = nullptr;
    concord::OpStream stream;
    concord::Graph graph;
};
// What memories may hold before the first chain: codes of vectors, or of native matrices.
inline constexpr concord::Source kAllSources[] = {concord::kFromQueue, concord::kOfVectorDram,
                                                  concord::kOfMatrixDram};
tensor::Shape shapeOf(const Software& software, concord::Source source);
// Of a machine; nothing of a source that is not used.
Result<std::optional<tensor::Tensor>> heldBy(const Software& software, machine::Machine& machine,
                                             concord::Source source);
bool isCompared(const concord::Node& node); // its value, with what software has

// E993 where programs of the chip are not chains. `name` is what texts call the firmware.
Result<Software> softwareOf(const LoadedProgram& loaded, const std::string& name);

// What software out of a file is called before its ending: "two_portions".
std::string moduleName(const std::string& path);

// A language that software is written in: its name on the command line, and how its files end. No module of
// Python has such an ending, so that none is hidden by them. Where there is a stand-in, what the software
// needs may be missing: the stand-in runs it with NumPy alone.
struct Language {
    std::string_view name, ending, runtimeFile;
    std::string (*text)(const concord::Graph& graph, const concord::OpStream& stream);
    std::string_view (*runtime)();
    std::string_view standInFile{};
    std::string_view (*standIn)() = nullptr;
    bool isPython() const { return ending.ends_with(".py"); }
};
std::span<const Language> languages();

// How the name of the program that C++ is compiled to ends.
inline constexpr const char* kProgramEnding = ".run";

// Behind the names of a module that computes in float64, and of what it writes.
inline constexpr const char* kFloat64 = "_float64";

// MODULE_numpy.py (or another ending), what it uses, and the arrays that it begins with, from the machine
// before its first clock, as files of a folder, which is made. Gives their paths, that of the software first.
// E866 where one of them, or of those that the software writes, is there and somebody else's.
using HeldCodes =
    std::function<Result<std::optional<tensor::Tensor>>(concord::Source)>; // of those that are used
Result<std::vector<std::string>> writeSoftware(const Software& software, const Language& language,
                                               const HeldCodes& held, const std::string& folder,
                                               const std::string& module);
Result<std::vector<std::string>> writeSoftware(const Software& software, const Language& language,
                                               machine::Machine& machine, const std::string& folder,
                                               const std::string& module);

// What the firmware gives, node after node, as FP16 codes: of all nodes but sources and matrices. Runs the
// machine to its end; stops where it faults. Nothing: what another turn of the same chain has written over.
using Codes = std::vector<std::optional<std::uint16_t>>;
struct Observed {
    Codes codes;
    std::vector<std::uint16_t> output;               // the vectors to the network
    std::vector<std::vector<std::uint16_t>> sources; // what they held at the start, as far as it is used
    machine::Stop stop;
    std::uint64_t faultTime = 0; // how often the instruction at which it stopped was executed before
};
// Half of it where `stop` became true.
Observed observe(const Software& software, machine::Machine& machine,
                 const std::atomic<bool>* stop = nullptr);

// Where software first gives another code than the firmware, in the order of the graph.
struct FirstDifference {
    std::optional<std::uint32_t> node{};   // nothing: of the vectors to the network
    std::uint64_t vector = 0, element = 0; // of the node's value
    std::uint16_t firmware = 0, software = 0;
};
std::optional<FirstDifference> firstDifference(const Software& software, const Codes& firmware,
                                               const std::vector<std::uint16_t>& other);
// The same of the vectors to the network. A NaN is a NaN: software keeps none of its other bits.
std::optional<FirstDifference> outputDifference(const Software& software,
                                                const std::vector<std::uint16_t>& firmware,
                                                const std::vector<std::uint16_t>& other);
std::string codeText(std::uint16_t code); // "3.125 (0x4240)"
// "v9 (instruction 19, vv_add AddSubVrf0, 0), vector 0, element 3: 3.125 (0x4240) in the firmware, ..."
std::string textOf(const FirstDifference& difference, const Software& software);

} // namespace lw::project
