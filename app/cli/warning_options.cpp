// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/warning_options.h"

#include "app/cli/arguments.h"
#include "app/cli/console.h"
#include "app/cli/message_rows.h"
#include "app/cli/messages.h"

#include <algorithm>

namespace lw::cli {

Result<program::LintOptions> lintOptionsOf(const Arguments& arguments, Console& console) {
    if (arguments.has("--no-warnings")) {
        console.hideWarnings();
        return program::lintErrorsOnly();
    }
    program::LintOptions lint;
    lint.off = arguments.values("--no-warning");
    std::vector<std::string_view> codes;
    for (const Message* row : messageRows())
        if (row->severity == Severity::Warning) codes.push_back(row->code);
    for (const std::string& code : lint.off) {
        if (std::find(codes.begin(), codes.end(), code) == codes.end())
            return Problem{&messages::kNoWarning, {code}, {}, {}, {}};
        console.hideWarning(code);
    }
    return lint;
}

} // namespace lw::cli
