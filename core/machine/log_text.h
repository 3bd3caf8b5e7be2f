// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lw::machine {

// What a breakpoint writes instead of stopping: a text with expressions in braces,
// "loss {f32(r3)} at {clock}". {{ is a brace.
class LogText {
  public:
    // E826 for braces that do not match, E80x of the expressions; columns count in `text`.
    static Result<LogText> compile(std::string_view text, const Scope& scope,
                                   std::uint32_t file = Place::kNoFile);
    // With the values of that moment; an expression that cannot be computed says why.
    std::string at(const Moment& moment) const;

  private:
    struct Part {
        std::string text;
        std::optional<Expression> value; // after the text
    };
    std::vector<Part> m_parts;
};

} // namespace lw::machine
