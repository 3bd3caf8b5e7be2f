// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/message_rows.h"
#include "app/cli/messages.h"
#include "core/base/closest_word.h"

#include <algorithm>

// lw explain: the long explanation for a message's code.
namespace lw::cli {

Result<Exit> runExplain(const Arguments& arguments, Console& console) {
    std::vector<const Message*> rows(messageRows().begin(), messageRows().end());
    std::sort(rows.begin(), rows.end(), [](const Message* a, const Message* b) { return a->code < b->code; });
    const bool all = arguments.operands().empty();
    bool found = false;
    for (const Message* row : rows) {
        if (row->code.empty() || (!all && row->code != arguments.operands().front())) continue; // a note
        found = true;
        const std::string kind = row->severity == Severity::Error ? "error" : "warning";
        console.line(std::string(row->code) + " (" + kind + "): " + std::string(row->text));
        if (!all) console.line("\n" + std::string(row->explanation));
        console.document()["messages"].push_back({{"code", row->code},
                                                  {"severity", kind},
                                                  {"text", row->text},
                                                  {"explanation", row->explanation}});
    }
    if (found) return Exit::Pass;
    std::vector<std::string_view> codes;
    codes.reserve(rows.size());
    for (const Message* row : rows) codes.push_back(row->code);
    return Problem{&messages::kNoCode,
                   {arguments.operands().front()},
                   {},
                   {},
                   std::string(closestWord(arguments.operands().front(), codes))};
}

} // namespace lw::cli
