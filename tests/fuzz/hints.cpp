// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/nnp.h"
#include "core/chips/nnp/op_stream.h"
#include "core/concord/cpp_text.h"
#include "core/concord/python_text.h"
#include "core/program/disassemble.h"
#include "core/program/image.h"
#include "tests/fuzz/input.h"
#include "tests/support/assemble.h"

#include <algorithm>
#include <array>
#include <string_view>

using namespace lw;

namespace {

// Firmware that hints can be true of.
constexpr std::array<std::string_view, 24> kFirmware{"s_wr rows, 2",
                                                     "m_rd Dram, 0",
                                                     "m_wr MatrixRf, 0",
                                                     "end_chain",
                                                     "v_rd NetQ, 0",
                                                     "v_wr InitialVrf, 0",
                                                     "v_wr AddSubVrf0, 0",
                                                     "end_chain",
                                                     "s_wr rows, 1",
                                                     "v_rd InitialVrf, 0",
                                                     "mv_mul 0",
                                                     "vv_add AddSubVrf0, 0",
                                                     "v_softmax",
                                                     "v_wr.q InitialVrf, 2",
                                                     "end_chain",
                                                     "loop 2",
                                                     "v_rd.w InitialVrf, 0",
                                                     "mv_mul 1",
                                                     "v_wr InitialVrf, 3, step=1",
                                                     "v_wr NetQ, 0",
                                                     "end_chain",
                                                     "endloop",
                                                     "nop",
                                                     "halt"};
constexpr std::string_view kTensors = ".tensor x, f16, [2, N], netin\n.tensor y, f16, [2, N], netout\n"
                                      ".tensor w, f16, [2, N, N], mdram\n";

// Each line of the input is a hint before the instruction that its first byte names.
std::string textWith(std::string_view input) {
    std::array<std::string, kFirmware.size()> hints;
    while (!input.empty()) {
        const std::size_t end = std::min(input.find('\n'), input.size());
        const std::size_t at = static_cast<unsigned char>(input.front()) % kFirmware.size();
        if (end > 1) hints[at] += ";@" + std::string(input.substr(1, end - 1)) + "\n";
        input.remove_prefix(std::min(end + 1, input.size()));
    }
    std::string out = ".chip nnp, \"nnp-teaching\"\n" + std::string(kTensors);
    for (std::size_t i = 0; i < kFirmware.size(); ++i) out += hints[i] + std::string(kFirmware[i]) + "\n";
    return out;
}

program::Program assembled(const std::string& text) {
    test::Source source;
    assembler::Assembly assembly = source.assemble(text);
    LW_REQUIRE(assembly.program, source.rendered(assembly).c_str());
    return *std::move(assembly.program);
}

bool isSameHint(const program::HintLine& one, const program::HintLine& other) {
    return one.text == other.text && one.bundle == other.bundle;
}

} // namespace

// Any hints are refused, or kept by object file and disassembly; they change no bit of the firmware, and true
// ones leave software to be written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const nnp::Config config = *nnp::builtInConfig("nnp-teaching");
    static const program::Program plain = assembled(textWith(""));
    const std::string text = textWith(fuzz::textOf(data, size));
    test::Source source;
    const assembler::Assembly assembly = source.assemble(text);
    if (!assembly.program) return 0;
    const program::Program& program = *assembly.program;
    LW_REQUIRE(program.bundles == plain.bundles, "hints change instructions");

    const program::Target target = nnp::targetOf(config);
    const auto image = program::formatImage(program, *target.spec);
    const auto loaded = program::parseImage(image, "object", target);
    LW_REQUIRE(loaded, loaded ? "" : lw::textOf(loaded.problem()).c_str());
    LW_REQUIRE(std::ranges::equal(loaded->hints, program.hints, isSameHint), "the object has other hints");

    if (!nnp::brokenRules(program, config).empty()) return 0;
    const auto again = program::disassemble(program, target);
    LW_REQUIRE(again, "firmware with hints cannot be disassembled");
    LW_REQUIRE(std::ranges::equal(assembled(*again).hints, program.hints, isSameHint),
               "the disassembly has other hints");
    const auto ops = nnp::opsOf(program, config);
    LW_REQUIRE(ops, "true hints leave no chains");
    const auto graph = concord::graphOf(*ops);
    LW_REQUIRE(graph, "true hints leave no graph");
    (void)concord::numpyText(*graph, *ops);
    (void)concord::cppText(*graph, *ops);
    return 0;
}
