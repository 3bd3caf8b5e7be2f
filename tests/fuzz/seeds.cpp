// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/assemble.h"
#include "core/base/file.h"
#include "core/chips/training/isa.h"
#include "core/isa/encode.h"
#include "core/isa/lookup.h"
#include "core/isa/sample.h"
#include "core/program/image.h"
#include "tests/core/network/onnx_bytes.h"
#include "tests/fuzz/chips.h"
#include "tests/support/assemble.h"

#include <cstdio>
#include <filesystem>
#include <string>

// Makes the seeds that are not text, and the list of words for the targets that read programs:
//   fuzz_seeds EXAMPLES CORPUS
using namespace lw;

namespace {

bool write(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    std::filesystem::create_directories(path.parent_path());
    const auto written = writeFileAtomically(path.string(), bytes);
    if (!written) std::fputs((textOf(written.problem()) + "\n").c_str(), stderr);
    return bool(written);
}

// Every example as an object file.
bool writeObjects(const std::filesystem::path& examples, const std::filesystem::path& corpus) {
    bool good = true;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(examples)) {
        if (entry.path().filename() != "program.lw") continue;
        source::DiskLoader loader;
        source::Files files(loader);
        const auto file = files.open(entry.path().string());
        const auto assembly = assembler::assemble(files, *file, {test::catalogTarget, {}, {}});
        if (!assembly.program) continue; // `lw check` says what is wrong
        const std::string& chip = assembly.program->chip;
        const auto image = program::formatImage(*assembly.program, *assembly.target->spec);
        if (image.size() < 64 * 1024)
            good &= write(corpus / "object" / (chip + "." + entry.path().parent_path().filename().string()),
                          fuzz::inputFor(chip, image));
    }
    return good;
}

// Bundles as bits; random bytes for the targets that read bundles from any bytes.
bool writeBundles(const std::filesystem::path& corpus) {
    bool good = true;
    for (const chips::Chip& chip : chips::all()) {
        isa::Sampler sampler(*chip.spec, 1);
        for (unsigned i = 0; i < 64; ++i) {
            isa::Bits bits;
            if (isa::encode(*chip.spec, sampler.bundle(), bits)) continue;
            good &= write(corpus / "decode" / (std::string(chip.name) + "." + std::to_string(i)),
                          fuzz::inputFor(chip.name, std::as_bytes(std::span(bits.words))));
        }
    }
    isa::Random random(1);
    for (unsigned i = 0; i < 64; ++i) {
        std::vector<std::uint64_t> words(8 + i);
        for (std::uint64_t& word : words) word = random.next();
        good &= write(corpus / "run" / std::to_string(i), std::as_bytes(std::span(words)));
        good &= write(corpus / "history" / std::to_string(i), std::as_bytes(std::span(words)));
        good &= write(corpus / "chains" / std::to_string(i), std::as_bytes(std::span(words)));
    }
    return good;
}

// ONNX files with operators of every sort.
bool writeModels(const std::filesystem::path& corpus) {
    using namespace test::onnx;
    const std::string w = tensorOf("w", 1, {4, 2, 2, 2}, std::string(128, 1)), two(8, 1), one(4, 0);
    const std::string image = input("x", {-1, 2, 5, 6}), norm = tensorOf("n", 1, {2}, two);
    const std::string models[] = {
        modelOf(
            {node("Conv", {"x", "w"}, {"c"}, integers("strides", {2, 2}) + integers("pads", {1, 0, 1, 1})),
             node("Relu", {"c"}, {"r"}),
             node("MaxPool", {"r"}, {"p"}, integers("kernel_shape", {2, 2}) + integer("ceil_mode", 1)),
             node("Flatten", {"p"}, {"f"}), node("Gemm", {"f", "g"}, {"y"}, integer("transB", 1))},
            {w, tensorOf("g", 1, {1, 16}, std::string(64, 1))}, image, {"y"}),
        modelOf({node("BatchNormalization", {"x", "n", "n", "n", "n"}, {"b"}), node("Add", {"b", "x"}, {"a"}),
                 node("Add", {"a", "k"}, {"s"}),
                 node("AveragePool", {"s"}, {"p"},
                      integers("kernel_shape", {3, 3}) + integer("count_include_pad", 1)),
                 node("Sigmoid", {"p"}, {"g"}), node("Upsample", {"g", "u"}, {"y"})},
                {norm, tensorOf("k", 1, {1}, one),
                 tensorOf("u", 1, {4}, std::string("\0\0\x80\x3f\0\0\x80\x3f\0\0\0\x40\0\0\0\x40", 16))},
                image, {"y"}),
        modelOf({node("ConvTranspose", {"x", "t"}, {"c"},
                      integers("strides", {2, 3}) + integers("output_padding", {1, 0})),
                 node("GlobalAveragePool", {"c"}, {"p"}), node("Reshape", {"p", "z"}, {"f"}),
                 node("Dropout", {"f"}, {"d"}), node("MatMul", {"d", "m"}, {"q"}),
                 node("Tanh", {"q"}, {"y"})},
                {tensorOf("t", 1, {2, 4, 2, 2}, std::string(128, 1)),
                 tensorOf("m", 1, {4, 1}, std::string(16, 1)),
                 tensorOf("z", 7, {2}, std::string(8, 0) + std::string(8, '\xff'))},
                image, {"y"}),
        modelOf({node("Shape", {"x"}, {"s"}), node("Gather", {"s", "i"}, {"b"}),
                 node("Unsqueeze", {"b", "a"}, {"u"}), node("Concat", {"u", "r"}, {"c"}, integer("axis", 0)),
                 node("Slice", {"w", "a", "e"}, {"v"}), node("Transpose", {"v"}, {"t"}),
                 node("Mul", {"t", "t"}, {"m"}), node("Conv", {"x", "m"}, {"k"}), node("Clip", {"k"}, {"l"}),
                 node("Reshape", {"l", "c"}, {"y"})},
                {w, tensorOf("i", 7, {}, std::string(8, 0)), tensorOf("a", 7, {1}, std::string(8, 0)),
                 tensorOf("e", 7, {1}, std::string(1, 2) + std::string(7, 0)),
                 tensorOf("r", 7, {1}, std::string(8, '\xff'))},
                image, {"y"}),
        modelOf({node("QuantizeLinear", {"x", "s", "z"}, {"q"}),
                 node("QLinearConv", {"q", "s", "z", "w8", "s", "z", "s", "z"}, {"c"}),
                 node("DequantizeLinear", {"c", "s", "z"}, {"d"}),
                 node("AveragePool", {"d"}, {"p"}, integers("kernel_shape", {2, 2})),
                 node("Clip", {"p"}, {"l"}), node("QuantizeLinear", {"l", "h", "z"}, {"r"}),
                 node("DequantizeLinear", {"r", "h", "z"}, {"y"})},
                {tensorOf("w8", 3, {2, 2, 1, 1}, std::string(4, 1)), tensorOf("z", 3, {}, std::string(1, 0)),
                 tensorOf("s", 1, {}, std::string("\0\0\x80\x3f", 4)),
                 tensorOf("h", 1, {}, std::string("\0\0\0\x3f", 4))},
                image, {"y"})};
    bool good = true;
    for (const std::string& model : models)
        good &= write(corpus / "onnx" / std::to_string(&model - models), std::as_bytes(std::span(model)));
    return good;
}

bool writeWords(const std::filesystem::path& corpus) {
    std::string text;
    const auto add = [&](std::string_view word) { (text += '"').append(word) += "\"\n"; };
    const isa::Words words = isa::words(training::kIsa);
    for (const auto word : words.mnemonics) add(word);
    for (const auto word : words.slots) add(word);
    for (const auto word : words.spaces) add(word);
    for (const auto word : words.namedOperands) add(word);
    for (const auto word : assembler::directiveNames()) add(word);
    for (const auto word : assembler::functionNames()) add(word);
    return write(corpus / "words.dict", std::as_bytes(std::span(text)));
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const std::filesystem::path corpus = argv[2];
    return writeObjects(argv[1], corpus) && writeBundles(corpus) && writeModels(corpus) && writeWords(corpus)
               ? 0
               : 1;
}
