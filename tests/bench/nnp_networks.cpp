// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/guest.h"
#include "tests/bench/nnp_guest.h"
#include "tests/core/lower/processor/random_recurrent.h"

#include "core/base/file.h"
#include "core/concord/cpp_text.h"
#include "core/concord/python_text.h"
#include "core/project/lowered_program.h"
#include "core/project/processor_network.h"
#include "core/project/software.h"
#include "core/tensor/npy.h"

#include <cstdio>
#include <filesystem>

// An LSTM of 1024 on the neural network processor as it was published, the software that is written for it,
// and how long software takes to be written.
namespace lw::bench {

namespace {

constexpr std::uint32_t kSteps = 25;

// The layer as firmware, in which the matrices are loaded once, before a loop over the steps.
struct Lstm {
    explicit Lstm(Effort effort) : size(choose(effort, 1024u, 64u)) {
        const test::RecurrentShape shape{network::Kind::Lstm, network::RecurrentOutput::Last, kSteps, size,
                                         size};
        const network::Network network = test::networkOf(test::recurrentLayer(shape, 1), shape);
        const tensor::Tensor x = test::randomSteps(shape, 1);
        lowered = orGiveUp(project::lowerForProcessor(network, "nnp-bw-s10", &x)).lowering;
        source::MemoryLoader loader;
        source::Files files(loader);
        guest = Guest::of(project::loadLowered(lowered, "lstm", "nnp-bw-s10", loader, files), files);
        software =
            orGiveUp(project::softwareOf(orGiveUp(project::loadWritten(lowered, "nnp-bw-s10")), "lstm.lw"));
        if (software.stream.loops.empty()) giveUp("the firmware of the LSTM has no loop over its steps");
    }
    // Up to the first step.
    void load() {
        guest->reset();
        guest->timeline().setTriggers(
            {{.kind = machine::TriggerKind::Bundle, .bundle = software.stream.loops.front().bundle}});
        if (guest->timeline().run({}).kind != machine::StopKind::Triggered)
            giveUp("the LSTM does not come to its first step");
        guest->timeline().setTriggers({});
    }

    std::uint32_t size;
    lower::processor::Lowering lowered;
    std::optional<Guest> guest;
    project::Software software;
};

// The number that a command prints, or why there is none.
struct Printed {
    double number = 0;
    std::string why;
};
Printed printedBy(const std::string& command, const std::string& missing) {
    FILE* const out = popen((command + " 2>/dev/null").c_str(), "r");
    if (!out) return {0, missing};
    Printed printed;
    const bool isRead = std::fscanf(out, "%lf", &printed.number) == 1;
    if (pclose(out) != 0 || !isRead) return {0, missing};
    return printed;
}

// A folder with the software of a language, which goes away with it.
class SoftwareFolder {
  public:
    explicit SoftwareFolder(Lstm& lstm) {
        std::string path = std::filesystem::temp_directory_path() / "lw-bench-XXXXXX";
        if (mkdtemp(path.data()) == nullptr) giveUp("no folder for software can be made");
        m_path = path;
        for (const project::Language& language : project::languages())
            if (language.name == "numpy" || language.name == "cpp") {
                lstm.guest->reset();
                orGiveUp(
                    project::writeSoftware(lstm.software, language, lstm.guest->machine(), m_path, "lstm"));
            }
    }
    ~SoftwareFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    SoftwareFolder(const SoftwareFolder&) = delete;
    SoftwareFolder& operator=(const SoftwareFolder&) = delete;

    std::string file(const std::string& name) const { return m_path + "/" + name; }
    const std::string& path() const { return m_path; }

  private:
    std::string m_path;
};

// Its own main() reads and writes files; here only what it computes is measured. The emulator's memories
// stay from one run to the next, and so does the memory of a process after its first runs: the median of
// five is printed.
constexpr const char* kTimedMain =
    R"(#pragma GCC diagnostic ignored "-Wreturn-type" // of what is no main() any more
#define main ownMain
#include "lstm.cpp"
#undef main
#include <ctime>

double now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

int main(int, char** words) {
    const std::string folder = std::string(words[1]) + "/";
    const Vectors netin = load(folder + "netin.npy", 1), vdram = load(folder + "vdram.npy", 1), mdram = load(folder + "mdram.npy", 1);
    Vectors netout, seconds;
    for (int i = 0; i < 5; ++i) {
        const double began = now();
        netout = run(netin, vdram, mdram, nullptr);
        seconds.push_back(now() - began);
    }
    save(folder + "netout.npy", netout);
    std::sort(seconds.begin(), seconds.end());
    std::printf("%.9f\n", seconds[2]);
}
)";

void checkOutput(const SoftwareFolder& folder, Lstm& lstm) {
    const tensor::Tensor given = orGiveUp(tensor::readNpy(folder.file("netout.npy")));
    const tensor::Tensor wanted = lstm.guest->get(lstm.lowered.outputs.front().name);
    for (std::uint64_t i = 0; i < wanted.count(); ++i)
        if (given.at<std::uint16_t>(i) != wanted.at<std::uint16_t>(i))
            giveUp("the software of the LSTM gives other bits than its firmware");
}

} // namespace

// The steps alone: neither side loads weights.
std::vector<Figure> lstm(Effort effort) {
    Lstm lstm(effort);
    const std::string torch = "/usr/bin/python3 " LW_ROOT "/tests/bench/nnp_lstm.py " +
                              std::to_string(lstm.size) + " " + std::to_string(kSteps) +
                              choose(effort, " 20", " 1");
    std::vector<double> chip, beside;
    std::string why;
    for (int round = 0; round < roundsOf(effort); ++round) {
        chip.push_back(kSteps *
                       rate(
                           effort, Clock::Cpu, [&] { lstm.guest->runToHalt(); }, [&] { lstm.load(); }));
        const Printed printed = printedBy(torch, "PyTorch is not installed");
        why = printed.why;
        if (why.empty()) beside.push_back(printed.number);
    }
    Figure figure = figureOf("lstm", "steps/s", chip, why.empty() ? beside : std::vector<double>());
    figure.goal = 3;
    figure.note = why.empty() ? std::to_string(lstm.guest->machine().clock()) +
                                    " clocks with loading; about 18,500 were published, with the weights in "
                                    "place"
                              : why;
    return {figure};
}

// The whole firmware, with the quantising of its weights, on both sides.
std::vector<Figure> concordCpp(Effort effort) {
    Lstm lstm(effort);
    const SoftwareFolder folder(lstm);
    orGiveUp(writeFileAtomically(folder.file("timed.cpp"), std::string(kTimedMain)));
    const std::string program = folder.file("timed"), compile = "g++ -std=c++17 -O3 -march=native -o " +
                                                                program + " " + folder.file("timed.cpp") +
                                                                " && echo 1";
    std::string why = printedBy(compile, "the software does not compile here").why;
    std::vector<double> chip, cpp, numpy;
    for (int round = 0; round < roundsOf(effort); ++round) {
        lstm.guest->reset();
        chip.push_back(1 / seconds(Clock::Cpu, [&] { lstm.guest->runToHalt(); }));
        if (!why.empty()) break;
        const Printed printed = printedBy(program + " " + folder.path(), "the software does not run");
        if (!printed.why.empty()) giveUp(printed.why);
        cpp.push_back(1 / printed.number);
        checkOutput(folder, lstm);
    }
    if (!why.empty()) cpp = {0};
    Figure figure = figureOf("concord_cpp", "runs/s", why.empty() ? cpp : chip,
                             why.empty() ? chip : std::vector<double>());
    figure.goal = 0.3;
    figure.note = why.empty() ? "LSTM with its weights, g++ -O3 -march=native, median of 5 runs" : why;
    const Printed printed =
        printedBy("/usr/bin/python3 " LW_ROOT "/tests/bench/nnp_software.py " + folder.path() + " lstm_numpy",
                  "NumPy is not installed");
    if (!printed.why.empty()) return {figure};
    checkOutput(folder, lstm);
    Figure python = figureOf("concord_numpy", "runs/s", {1 / printed.number}, {median(chip)});
    python.note = "once";
    return {figure, python};
}

namespace {

// A recurrent layer of one native vector: 50 instructions for each step. Without a loop they are repeated
// for each step.
constexpr std::uint32_t kRowsOfStep = 50;
std::string stepText() {
    std::string text;
    const auto chain = [&](std::uint32_t from, std::uint32_t matrix, const std::string& rest) {
        text += "v_rd InitialVrf, " + std::to_string(from) + "\nmv_mul " + std::to_string(matrix) + "\n" +
                rest + "end_chain\n";
    };
    for (std::uint32_t gate = 0; gate < 4; ++gate)
        chain(0, gate, "v_wr AddSubVrf0, " + std::to_string(gate) + "\n");
    chain(1, 4, "vv_add AddSubVrf0, 0\nv_sigm\nvv_mul 0\nv_wr AddSubVrf1, 0\n");
    chain(1, 5, "vv_add AddSubVrf0, 1\nv_sigm\nv_wr MultiplyVrf, 1\n");
    chain(1, 6,
          "vv_add AddSubVrf0, 2\nv_tanh\nvv_mul 1\nvv_add AddSubVrf1, 0\nv_wr MultiplyVrf, 0\n"
          "v_wr InitialVrf, 2\n");
    chain(1, 7, "vv_add AddSubVrf0, 3\nv_sigm\nv_wr MultiplyVrf, 2\n");
    return text + "v_rd InitialVrf, 2\nv_tanh\nvv_mul 2\nv_wr InitialVrf, 1\nend_chain\n";
}
std::string stepsText(std::uint32_t steps, bool inLoop) {
    std::string text = ".chip nnp\n.tensor A, f16, [8, N, N], mdram\n.tensor v, f16, [1, N], vdram\n"
                       ".tensor x, f16, [1, N], netin\n.tensor y, f16, [1, N], netout\n"
                       "s_wr cols, 8\nm_rd Dram, 0\nm_wr MatrixRf, 0\nend_chain\ns_wr cols, 1\n"
                       "v_rd Dram, 0\nv_wr InitialVrf, 1\nv_wr MultiplyVrf, 0\nend_chain\n"
                       "v_rd NetQ, 0\nv_wr InitialVrf, 0\nend_chain\n";
    const std::string one = stepText();
    if (inLoop)
        text += "loop " + std::to_string(steps) + "\n" + one + "endloop\n";
    else
        for (std::uint32_t step = 0; step < steps; ++step) text += one + "nop\n";
    return text + "v_rd InitialVrf, 1\nv_wr NetQ, 0\nend_chain\nhalt\n";
}

Figure conversion(Effort effort, const std::string& key, std::uint32_t instructions, bool inLoop,
                  double goal) {
    source::MemoryLoader loader;
    loader.set("machine.json", processorText({{"instructionRows", instructions + 100}}));
    loader.set("steps.lw", stepsText(instructions / kRowsOfStep, inLoop));
    source::Files files(loader);
    const auto answer = project::loadProgram({"steps.lw", "machine.json", {}, {}}, files);
    if (!answer.loaded) giveUp("the firmware of the figure " + key + " does not load");
    Figure figure = milliseconds(effort, key, goal, [&] {
        const project::Software software = orGiveUp(project::softwareOf(*answer.loaded, "steps.lw"));
        if (concord::numpyText(software.graph, software.stream).empty()) giveUp("no software was written");
    });
    figure.note = std::to_string(instructions) + " executed instructions" + (inLoop ? "" : " without a loop");
    return figure;
}

} // namespace

// From the assembled firmware to the graph of its values and the text in NumPy.
std::vector<Figure> convert(Effort effort) {
    const std::uint32_t many = choose(effort, 100'000u, 1'000u);
    return {conversion(effort, "convert", many, true, 300),
            conversion(effort, "convert_1e6", 10 * many, true, 3000),
            conversion(effort, "convert_rows", many, false, 0)};
}

} // namespace lw::bench
