// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/assemble.h"
#include "core/base/file.h"
#include "core/chips/training/isa.h"
#include "core/isa/encode.h"
#include "core/isa/lookup.h"
#include "core/isa/sample.h"
#include "core/program/image.h"
#include "tests/support/assemble.h"

#include <cstdio>
#include <filesystem>
#include <string>

// Makes the seeds that are no text, and the list of words for the targets that read programs:
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
        const auto image = program::formatImage(*assembly.program, training::kIsa);
        if (image.size() < 64 * 1024)
            good &= write(corpus / "object" / entry.path().parent_path().filename(), image);
    }
    return good;
}

// Bundles as bits; random bytes for the targets that read bundles from any bytes.
bool writeBundles(const std::filesystem::path& corpus) {
    isa::Sampler sampler(training::kIsa, 1);
    bool good = true;
    for (unsigned i = 0; i < 64; ++i) {
        isa::Bits bits;
        if (isa::encode(training::kIsa, sampler.bundle(), bits)) continue;
        good &= write(corpus / "decode" / std::to_string(i), std::as_bytes(std::span(bits.words)));
        std::vector<std::uint64_t> words(8 + i);
        for (std::uint64_t& word : words) word = sampler.random().next();
        good &= write(corpus / "run" / std::to_string(i), std::as_bytes(std::span(words)));
        good &= write(corpus / "history" / std::to_string(i), std::as_bytes(std::span(words)));
    }
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
    return writeObjects(argv[1], corpus) && writeBundles(corpus) && writeWords(corpus) ? 0 : 1;
}
