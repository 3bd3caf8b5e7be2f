// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/disassemble.h"
#include "core/program/image.h"
#include "core/program/lint.h"
#include "core/program/listing.h"
#include "core/tensor/npy.h"
#include "tests/fuzz/input.h"
#include "tests/support/assemble.h"

#include <algorithm>

using namespace lw;

namespace {

std::string npyOf(const tensor::Tensor& tensor) {
    const auto bytes = tensor::formatNpy(tensor);
    return std::string(static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size());
}

// The input is a program; after a form feed follows a second file. Both can be included by both.
test::Source sourceOf(const std::string& text, std::string& program) {
    const std::size_t cut = text.find('\f');
    program = text.substr(0, cut);
    test::Source source;
    source.loader.set("main.lw", program);
    source.loader.set("a.lw", cut == text.npos ? "" : text.substr(cut + 1));
    source.loader.set("a.npy", npyOf(tensor::Tensor(tensor::DType::F32, {4, 4})));
    source.loader.set("b.npy", npyOf(tensor::Tensor(tensor::DType::U16, {8})));
    source.options.limits = {.errors = 100,
                             .depth = 16,
                             .includeDepth = 8,
                             .expandedLines = 5000,
                             .expandedBytes = std::uint64_t{1} << 20,
                             .dataBytes = std::uint64_t{1} << 20};
    return source;
}

void checkLaws(const program::Program& program, const program::Target& target) {
    Diagnostics warnings;
    program::lint(program, target, {}, warnings);
    LW_REQUIRE(program::listing(program, target, {}), "an assembled program has no listing");

    const auto image = program::formatImage(program, *target.spec);
    const auto loaded = program::parseImage(image, "object", target);
    LW_REQUIRE(loaded, loaded ? "" : lw::textOf(loaded.problem()).c_str());
    LW_REQUIRE(program::hashOf(*loaded) == program::hashOf(program), "the object is another program");

    const auto text = program::disassemble(program, target);
    LW_REQUIRE(text, "an assembled program cannot be disassembled");
    test::Source source;
    const assembler::Assembly again = source.assemble(*text);
    LW_REQUIRE(again.program, source.rendered(again).c_str());
    LW_REQUIRE(program::hashOf(*again.program) == program::hashOf(program),
               "the disassembly is another program");
}

} // namespace

// Any text is assembled or answered with problems;
// what is assembled survives the object file and the disassembler.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string text;
    test::Source source = sourceOf(fuzz::textOf(data, size), text);
    const assembler::Assembly assembly = source.assemble(text);
    (void)source.rendered(assembly);
    LW_REQUIRE(assembly.program.has_value() != assembly.diagnostics.hasErrors(),
               "neither a program nor an error");
    if (assembly.program) checkLaws(*assembly.program, *assembly.target);
    return 0;
}
