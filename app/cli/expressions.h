// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "core/machine/expression.h"
#include "core/machine/timeline.h"

#include <string>
#include <vector>

namespace lw::cli {

// What a user asks to see: expressions over the state, and whole registers of many words
// ("v2"), which no expression is.
class Expressions {
  public:
    // Problems are found before the run.
    static Result<Expressions> parse(const std::vector<std::string>& texts, machine::Machine& machine);
    // "r1 = 5", a line each; "v2" as its rows.
    Outcome print(machine::Timeline& timeline, Console& console) const;

  private:
    std::vector<std::string> m_texts;
};

// The text of one of them, with its name and without a line end. E80x, with the column in `text`; E999 where
// a number is expected of what was never written, which is shown as "-". Names without a core are of `focus`.
// `format`: f32, i32, u32, hex, f16, bf16 or mask; empty: of a vector register as what wrote it
// last makes it, else as usual.
Result<std::string> shownText(machine::Timeline& timeline, const std::string& text,
                              machine::CoreId focus = {}, std::string_view format = {});
// "print/FORMAT"; E271 when there is none of that name.
Outcome checkFormat(std::string_view format);
// A cell of this type in such a format; empty: as usual.
std::string formattedCell(std::string_view format, tensor::DType type, std::uint64_t bits);
// A register's or flag's bits.
Result<std::uint32_t> registerValue(machine::Machine& machine, const std::string& name);
// A core of the machine by its name.
Result<machine::CoreId> coreNamed(const machine::Machine& machine, std::string_view name);
// The index of a memory by its name.
Result<isa::SpaceId> spaceNamed(const program::Target& target, std::string_view name);

} // namespace lw::cli
