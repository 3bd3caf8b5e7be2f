// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/blas.h"
#include "tests/bench/guest.h"
#include "tests/bench/kernel_choice.h"

#include "core/numeric/host_control.h"

#include <nlohmann/json.hpp>

#include <malloc.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

// lw-bench [--only NAME] [--kernel NAME] [--json] [--smoke]: figures measured side by side in one run. The
// first NAME is a key or a group; without it all are measured. lw-bench --list: their keys. With the kernel
// avx2, everything keeps to AVX2, the libraries too. With --smoke every figure is taken once and small, and
// what it measures is checked; its numbers mean nothing.
namespace {

using namespace lw::bench;

struct Entry {
    std::string_view group, key;
    std::vector<Figure> (*run)(Effort);
};

const Entry kBenches[] = {
    {"training", "matmul_vs_sgemm", matmulVsSgemm},
    {"training", "push_vs_sgemm", pushVsSgemm},
    {"training", "scalar_timed", scalarTimed},
    {"training", "vector", vectorOperations},
    {"training", "digits_step", digitsStep},
    {"training", "recorded", recorded},
    {"training", "watched", watched},
    {"training", "two_cores", twoCores},
    {"training", "boards", boards},
    {"training", "step_back_ms", stepBack},
    {"training", "asm_lines", assemblerLines},
    {"training", "dis_lines", disassemblerLines},
    {"inference", "array_cycles", arrayCycles},
    {"inference", "line_buffer", lineBuffer},
    {"inference", "int8_pass_vs_onednn", int8Pass},
    {"inference", "f32_pass_vs_sgemm", floatPass},
    {"inference", "alexnet1", alexnetLayer},
    {"inference", "networks", networks},
    {"tiling", "plan_tiles", planTiles},
    {"tiling", "tiled_overhead", tiledOverhead},
    {"tiling", "tiled_run", tiledRun},
    {"tiling", "array_2x2", arrayOfFour},
    {"recompute", "mxu_use", matrixUse},
    {"recompute", "plan_optimum", planOptimum},
    {"recompute", "policies", policies},
    {"recompute", "model_error", modelError},
    {"recompute", "model_error_sublayer", sublayerError},
    {"recompute", "conv_step", convStep},
    {"recompute", "conv_step_torch", convStepTorch},
    {"nnp", "bfp_mv", blockProduct},
    {"nnp", "lstm", lstm},
    {"nnp", "concord_cpp", concordCpp},
    {"nnp", "convert", convert},
    {"nnp", "small_chains", smallChains},
};

std::string hostName() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "unknown host";
}

// OpenBLAS of some distributions does not know the newest hosts and falls to half its speed; the anchor shall
// be its best, and use one thread. Both libraries look at the environment before main(), so the program
// starts itself again.
void chooseLibraryKernels(char** argv, bool isAvx2) {
    constexpr const char* kStarted = "LW_BENCH_STARTED";
    if (getenv(kStarted) != nullptr) return;
    setenv(kStarted, "1", 1);
    setenv("OMP_NUM_THREADS", "1", 1);
#if defined(__x86_64__)
    if (isAvx2) {
        setenv("OPENBLAS_CORETYPE", "HASWELL", 1);
        setenv("ONEDNN_MAX_CPU_ISA", "AVX2", 1);
    } else if (__builtin_cpu_supports("avx512f")) {
        setenv("OPENBLAS_CORETYPE", "SKYLAKEX", 1);
    }
#else
    (void)isAvx2;
#endif
    execv("/proc/self/exe", argv); // returns only if that fails; then the figures name the slower core
}

// What is freed stays with the process, as in one that has run for a while: otherwise loops that take a few
// megabytes in each turn are measured by what a page fault costs on the host, and by what ran before them.
void keepFreedMemory() {
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

bool isMet(const Figure& f) { return f.goal == 0 || (f.atMost ? f.ratio <= f.goal : f.ratio >= f.goal); }

std::string goalText(const Figure& f) {
    if (f.goal == 0) return "no goal";
    char text[64];
    std::snprintf(text, sizeof text, "%s %g %s", f.atMost ? "at most" : "at least", f.goal,
                  isMet(f) ? "met" : "NOT MET");
    return text;
}

void print(const Figure& f) {
    if (f.ratio > 0)
        std::printf("%-22s %8.3f  [%.3f .. %.3f]  %s   %.4g against %.4g %s  %s\n", f.key.c_str(), f.ratio,
                    f.lowest, f.highest, goalText(f).c_str(), f.candidate, f.anchor, f.unit.c_str(),
                    f.note.c_str());
    else
        std::printf("%-22s no anchor   %.4g %s  %s\n", f.key.c_str(), f.candidate, f.unit.c_str(),
                    f.note.c_str());
    std::fflush(stdout);
}

struct Options {
    std::string only;
    bool json = false, list = false;
    Effort effort = Effort::Full;
};

int usage() {
    std::fprintf(
        stderr,
        "usage: lw-bench [--only NAME] [--kernel NAME] [--json] [--smoke] | --list\nnames: training inference tiling "
        "recompute nnp");
    for (const Entry& entry : kBenches) std::fprintf(stderr, " %s", std::string(entry.key).c_str());
    std::fprintf(stderr, "\n");
    return 2;
}

std::optional<Options> optionsOf(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--json")
            options.json = true;
        else if (argument == "--list")
            options.list = true;
        else if (argument == "--smoke")
            options.effort = Effort::Smoke;
        else if (argument == "--only" && i + 1 < argc)
            options.only = argv[++i];
        else if (argument == "--kernel" && i + 1 < argc)
            kernelChoice() = argv[++i];
        else
            return {};
    }
    return options;
}

std::vector<Figure> figuresOf(const Entry& entry, Effort effort) {
    std::vector<Figure> figures = entry.run(effort);
    if (figures.empty()) giveUp("there is no figure " + std::string(entry.key));
    for (Figure& figure : figures) {
        if (!(figure.candidate > 0)) giveUp("the figure " + figure.key + " could not be taken");
        figure.goal = choose(effort, figure.goal, 0.0);
    }
    return figures;
}

void add(nlohmann::json& report, const Figure& f) {
    if (f.ratio > 0) report["ratios"][f.key] = f.ratio;
    report["figures"][f.key] = {{"lowest", f.lowest}, {"highest", f.highest}, {"candidate", f.candidate},
                                {"anchor", f.anchor}, {"unit", f.unit},       {"goal", f.goal},
                                {"met", isMet(f)},    {"note", f.note}};
}

} // namespace

int main(int argc, char** argv) {
    const std::optional<Options> options = optionsOf(argc, argv);
    if (!options) return usage();
    if (options->list) {
        for (const Entry& entry : kBenches) std::printf("%s\n", std::string(entry.key).c_str());
        return 0;
    }
    chooseLibraryKernels(argv, kernelChoice() == "avx2");
    keepFreedMemory();
    if (const auto level = lw::numeric::hostLevelNamed(kernelChoice())) lw::numeric::limitHostLevel(*level);
    nlohmann::json report;
    report["host"] = hostName();
    report["kernel"] = kernelUnderTest().name;
    report["blas"] = blasCore();
    bool found = false;
    if (!options->json)
        std::printf("%s, matrix kernel %s, %s\n", hostName().c_str(),
                    report["kernel"].get<std::string>().c_str(), blasNote().c_str());
    for (const Entry& entry : kBenches) {
        if (!options->only.empty() && options->only != entry.group && options->only != entry.key) continue;
        found = true;
        for (const Figure& f : figuresOf(entry, options->effort)) {
            add(report, f);
            if (!options->json) print(f);
        }
    }
    if (!found) {
        std::fprintf(stderr, "lw-bench: there is no bench %s\n", options->only.c_str());
        return 2;
    }
    if (options->json) std::printf("%s\n", report.dump(2).c_str());
    return 0;
}
