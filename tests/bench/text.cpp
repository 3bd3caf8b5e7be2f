// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/guest.h"

#include "core/assembler/assemble.h"
#include "core/chips/catalog.h"
#include "core/program/disassemble.h"
#include "core/source/files.h"

#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

// Text to bits and back on a million lines, against the tools of another instruction set as whole processes.
namespace lw::bench {

namespace {

std::size_t linesOf(Effort effort) { return choose<std::size_t>(effort, 1'000'000, 2'000); }

// Five kinds of instruction, a branch every ten lines, a label every twenty.
std::string ourLines(std::size_t lines) {
    std::string text =
        ".chip training, \"" LW_ROOT "/tests/bench/large.json\"\n  movi r1, 1\n  cmp.eq p1, r1, r1\n";
    text.reserve(lines * 28);
    for (std::size_t i = 0; i < lines; ++i) {
        const std::string a = std::to_string(i % 31 + 1), b = std::to_string(i * 7 % 31 + 1),
                          c = std::to_string(i * 13 % 31 + 1);
        if (i % 20 == 0)
            text += "L" + std::to_string(i / 20) + ":\n";
        else if (i % 10 == 9)
            text += "  @p1 br L" + std::to_string(i / 20) + "\n";
        else if (i % 5 == 0)
            text += "  add r" + a + ", r" + b + ", r" + c + "\n";
        else if (i % 5 == 1)
            text += "  add r" + a + ", r" + b + ", " + std::to_string(i % 2000) + "\n";
        else if (i % 5 == 2)
            text += "  xor r" + a + ", r" + b + ", r" + c + "\n";
        else if (i % 5 == 3)
            text += "  ld r" + a + ", [r" + b + "+" + std::to_string(i % 500 * 4) + "]\n";
        else
            text += "  sub r" + a + ", r" + b + ", r" + c + "  # note " + std::to_string(i) + "\n";
    }
    return text + "  halt\n";
}

std::string theirLines(std::size_t lines) {
    std::string text;
    text.reserve(lines * 28);
    for (std::size_t i = 0; i < lines; ++i) {
        const std::string a = std::to_string(i % 31 + 1), b = std::to_string(i * 7 % 31 + 1),
                          c = std::to_string(i * 13 % 31 + 1);
        if (i % 20 == 0)
            text += "L" + std::to_string(i / 20) + ":\n";
        else if (i % 10 == 9)
            text += "  bne x" + a + ", x0, L" + std::to_string(i / 20) + "\n";
        else if (i % 5 == 0)
            text += "  add x" + a + ", x" + b + ", x" + c + "\n";
        else if (i % 5 == 1)
            text += "  addi x" + a + ", x" + b + ", " + std::to_string(i % 2000) + "\n";
        else if (i % 5 == 2)
            text += "  xor x" + a + ", x" + b + ", x" + c + "\n";
        else if (i % 5 == 3)
            text += "  lw x" + a + ", " + std::to_string(i % 500 * 4) + "(x" + b + ")\n";
        else
            text += "  sub x" + a + ", x" + b + ", x" + c + "  # note " + std::to_string(i) + "\n";
    }
    return text;
}

// CPU seconds of a command, children included; negative when it is not there or fails.
double commandSeconds(const std::string& command) {
    rusage before{}, after{};
    getrusage(RUSAGE_CHILDREN, &before);
    const int status = std::system(command.c_str());
    getrusage(RUSAGE_CHILDREN, &after);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return -1;
    const auto total = [](const rusage& u) {
        return static_cast<double>(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
               static_cast<double>(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
    };
    return total(after) - total(before);
}

struct Folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("lw-bench-" + std::to_string(getpid()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
};

Figure compared(Effort effort, const std::string& key, double goal, const std::function<void()>& ours,
                const std::string& theirs, const std::string& tool) {
    const auto lines = static_cast<double>(linesOf(effort));
    std::vector<double> candidates, anchors;
    ours();
    for (int round = 0; round < roundsOf(effort); ++round) {
        candidates.push_back(lines / seconds(Clock::Cpu, ours));
        const double spent = commandSeconds(theirs);
        if (spent <= 0) break;
        anchors.push_back(lines / spent);
    }
    Figure figure = figureOf(key, "lines/s", candidates, anchors);
    figure.goal = goal;
    figure.note = anchors.empty() ? tool + " is not installed" : "against " + tool;
    return figure;
}

program::Target largeTarget() {
    source::DiskLoader loader;
    const auto chip = chips::chipNamed("training");
    const auto text = loader.load(LW_ROOT "/tests/bench/large.json");
    if (!chip || !text) giveUp("the bench's machine is not there");
    const auto choice = (*chip)->parse(*text, Place::kNoFile);
    if (!choice) giveUp(textOf(choice.problem()));
    return choice->target;
}

program::Program assembled(const std::string& text, std::size_t& bytes) {
    source::DiskLoader loader;
    source::Files files(loader);
    const std::uint32_t file = files.add("million.lw", text);
    assembler::Options options;
    options.targetOf = [](const assembler::MachineRequest& request) -> Result<program::Target> {
        LW_TRY(const chips::Chip* const chip, chips::chipNamed(request.chip));
        LW_TRY(const chips::MachineChoice choice, chip->parse(*request.text, request.file));
        return choice.target;
    };
    assembler::Assembly assembly = assembler::assemble(files, file, options);
    if (!assembly.program) giveUp(textOf(assembly.diagnostics.problems().front()));
    bytes = assembly.footprint.symbols + assembly.footprint.expressions + assembly.footprint.waiting;
    return *std::move(assembly.program);
}

// The source as the disassembler prints it: a bundle a line, no comments, labels as they stand.
std::string listingOf(const std::string& source) {
    std::istringstream lines(source);
    std::string out, line;
    while (std::getline(lines, line)) {
        line.resize(std::min(line.size(), line.find("  #")));
        out += line.starts_with("  ") ? "    { s0: " + line.substr(2) + " }\n" : line + "\n";
    }
    return out;
}

// Text to bits to text, but for the first line, which names the machine.
void checkRoundTrip(const std::string& source, const program::Program& program) {
    const auto text = program::disassemble(program, largeTarget());
    if (!text) giveUp(textOf(text.problem()));
    const std::string listing = listingOf(source);
    if (text->substr(text->find('\n')) != listing.substr(listing.find('\n')))
        giveUp("a program does not come back from its bits");
}

} // namespace

std::vector<Figure> assemblerLines(Effort effort) {
    const std::size_t lines = linesOf(effort);
    const std::string text = ourLines(lines);
    std::size_t own = 0, bundles = 0;
    checkRoundTrip(text, assembled(text, own));
    const Folder folder;
    std::ofstream(folder.path / "rv.s") << theirLines(lines);
    Figure figure = compared(
        effort, "asm_lines", 4, [&] { bundles = assembled(text, own).bundles.size(); },
        "riscv64-unknown-elf-as -mno-relax -o " + (folder.path / "rv.o").string() + " " +
            (folder.path / "rv.s").string() + " 2>/dev/null",
        "GNU as for riscv64");
    const std::size_t perLine = (own + bundles * (sizeof(isa::Bits) + sizeof(Place)) + text.size()) / lines;
    figure.note += "; " + std::to_string(perLine) + " bytes per line";
    return {figure};
}

std::vector<Figure> disassemblerLines(Effort effort) {
    const std::size_t lines = linesOf(effort);
    const std::string text = ourLines(lines);
    std::size_t own = 0;
    const program::Program program = assembled(text, own);
    const program::Target target = largeTarget();
    checkRoundTrip(text, program);
    const Folder folder;
    std::ofstream(folder.path / "rv.s") << theirLines(lines);
    const std::string object = (folder.path / "rv.o").string();
    const bool isAssembled = commandSeconds("riscv64-unknown-elf-as -mno-relax -o " + object + " " +
                                            (folder.path / "rv.s").string() + " 2>/dev/null") > 0;
    return {compared(
        effort, "dis_lines", 3,
        [&] {
            const auto out = program::disassemble(program, target);
            if (!out || out->size() < lines) giveUp("the program does not disassemble");
        },
        "llvm-objdump-14 -d " + object + " > /dev/null 2>&1",
        isAssembled ? "llvm-objdump" : "GNU as for riscv64, which writes what llvm-objdump reads,")};
}

} // namespace lw::bench
