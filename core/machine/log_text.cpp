// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/log_text.h"

#include "core/machine/messages.h"

namespace lw::machine {

Result<LogText> LogText::compile(std::string_view text, const Scope& scope, std::uint32_t file) {
    const auto wrong = [&](std::size_t at) {
        return Problem{&messages::kLogBraces, {}, {file, 1, static_cast<std::uint32_t>(at + 1), 1}, {}, {}};
    };
    LogText out;
    out.m_parts.emplace_back();
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool doubled = at + 1 < text.size() && text[at + 1] == text[at];
        if ((text[at] == '{' || text[at] == '}') && doubled) {
            out.m_parts.back().text += text[at++];
        } else if (text[at] == '}') {
            return wrong(at);
        } else if (text[at] != '{') {
            out.m_parts.back().text += text[at];
        } else {
            const std::size_t end = text.find('}', at);
            if (end == text.npos) return wrong(at);
            auto value = Expression::compile(text.substr(at + 1, end - at - 1), scope, file);
            if (!value) {
                value.problem().place.column += static_cast<std::uint32_t>(at + 1);
                return value.problem();
            }
            out.m_parts.back().value = *std::move(value);
            out.m_parts.emplace_back();
            at = end;
        }
    }
    return out;
}

std::string LogText::at(const Moment& moment) const {
    std::string out;
    for (const Part& part : m_parts) {
        out += part.text;
        if (!part.value) continue;
        const auto value = part.value->evaluate(moment);
        out += value ? textOf(*value) : '{' + textOf(value.problem()) + '}';
    }
    return out;
}

} // namespace lw::machine
