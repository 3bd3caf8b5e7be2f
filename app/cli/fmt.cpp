// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "core/assembler/format.h"
#include "core/base/file.h"
#include "core/chips/catalog.h"
#include "core/isa/lookup.h"
#include "core/project/workload.h"

// lw fmt: source texts in their canonical form.
namespace lw::cli {

namespace {

constexpr std::uint64_t kMostSourceBytes = std::uint64_t{1} << 30;

source::Words wordsOf(const isa::Spec& spec) {
    const isa::Words words = isa::words(spec);
    source::Words out{words.mnemonics, words.slots, {}};
    for (const isa::RegisterFile& file : spec.files) out.registers.push_back({file.prefix, file.count});
    return out;
}

// The chip named by .chip, or the first one: an unfinished text is formatted too.
const isa::Spec& specOf(const std::string& text) {
    const std::string head = text.substr(0, text.find('{'));
    const std::vector<source::Token> tokens = source::tokenize(head, nullptr);
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i].kind != source::TokenKind::Directive || tokens[i].text != ".chip") continue;
        if (const auto chip = chips::chipNamed(tokens[i + 1].text)) return *(*chip)->spec;
    }
    return *chips::all().front().spec;
}

// Our files that are not programs.
bool isOther(std::string_view path) {
    for (const std::string_view ending : {project::kProjectEnding, project::kWorkloadEnding,
                                          std::string_view(".json"), std::string_view(".lwo")})
        if (path.ends_with(ending)) return true;
    return false;
}

} // namespace

Result<Exit> runFmt(const Arguments& arguments, Console& console) {
    bool changed = false;
    for (const std::string& path : arguments.operands()) {
        if (isOther(path)) return Problem{&messages::kNoSource, {path}, {}, {}, {}};
        LW_TRY(const std::string text, readTextFile(path, kMostSourceBytes));
        if (text.find('\0') != std::string::npos) // an array, say
            return Problem{&messages::kNoSource, {path}, {}, {}, {}};
        const std::string formatted = assembler::format(text, wordsOf(specOf(text)));
        console.document()["files"].push_back({{"file", path}, {"changed", formatted != text}});
        if (arguments.has("--print")) {
            console.print(formatted);
            continue;
        }
        if (formatted == text) continue;
        changed = true;
        console.line(path + (arguments.has("--check") ? " would change" : " formatted"));
        if (arguments.has("--check")) continue;
        keepReadFiles(false); // each is written where it was read
        LW_TRY([[maybe_unused]] const Done written, writeFileAtomically(path, formatted));
    }
    return changed && arguments.has("--check") ? Exit::CheckFailed : Exit::Pass;
}

} // namespace lw::cli
