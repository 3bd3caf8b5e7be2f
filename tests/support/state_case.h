// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/training.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// Cases of the form {before, text, after} in JSON: a state, a program, and every cell the program changes.
// A file holds one case or a list of them:
//   {"says": "what it is about", "machine": "training-teaching", "before": {cells},
//    "text": "one or more lines", "after": {cells}, "fault": "out of range",
//    "bundles": [the faulting one, the other one it names]}
// "text" may be a list of lines; a halt is added. Names of cells: "r3" "p1" "v2" "f0" "iar1", "smem[word]"
// "vmem[row]" "hbm[granule]" (as many words from there as are given), "path" or "path[element]" of the state
// tree; in "after" also "queue mxu" (results that wait to be popped, a list of registers) and "trace" (clock,
// stream and value of each word). Values: an integer is a word, a number with a point is a float32, "0x..."
// are bits, "nan" "inf" "-inf", {"near": 0.5, "ulp": 2}, "unwritten".
// Whatever "after" does not name must be as it was before.
namespace lw::test {

struct CaseWord {
    enum class Kind : std::uint8_t { Bits, Near, Unwritten } kind = Kind::Bits;
    std::uint64_t bits = 0; // Near: of the float32
    std::uint64_t ulp = 0;
};

struct CaseCells {
    std::string name;
    std::vector<CaseWord> words;
};

struct StateCase {
    std::string says;
    std::string machine = "training-teaching"; // a built-in configuration
    std::string text;
    std::string fault;                  // the kind, or empty
    std::vector<std::uint32_t> bundles; // of the fault, if they matter
    std::vector<CaseCells> before, after;
};

// The cases of a file, or (with `error` set) none.
std::vector<StateCase> loadCases(const std::string& path, std::string& error);

// The case's program, assembled for its machine; without one `error` holds the diagnostics.
program::Program programOf(const StateCase& c, std::string& error);

// A machine in the state before the case.
class CaseRun {
  public:
    CaseRun(const StateCase& c, program::Program program, const training::MachineOptions& options = {});

    machine::Machine& machine() { return *m_machine; }
    // What of the machine's present state is not as the case says, a line each. Clock, program counter,
    // scoreboard, counters and the DMA engine's list are not part of it.
    std::vector<std::string> differences() const;

  private:
    // What is wanted, by node and element.
    using WantedCells = std::map<std::pair<std::uint32_t, std::uint64_t>, CaseWord>;
    struct Wanted {
        WantedCells::const_iterator begin, end;
    };

    void poke(const CaseCells& cells);
    void compareNode(machine::NodeId node, const Wanted& want, std::vector<std::string>& out) const;

    const StateCase& m_case;
    std::unique_ptr<machine::Machine> m_machine;
    std::vector<std::vector<std::uint64_t>> m_before; // words of each node that counts
    std::vector<std::vector<bool>> m_writtenBefore;
};

// Runs the case to its end; the lines of everything that is wrong.
std::vector<std::string> runCase(const StateCase& c, const training::MachineOptions& options = {});

} // namespace lw::test
