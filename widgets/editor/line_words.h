// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/catalog.h"

#include <optional>
#include <span>
#include <string>

namespace lw::editor {

// The chip that a text names in its first statement; null: it names none, or one that is not in the list.
const chips::Chip* chipNamedBy(const std::string& text, std::span<const chips::Chip> chips);

// What a line includes, as written between the quotes: .include "kernels.lw". Nothing: it includes nothing.
std::optional<std::string> includedBy(const std::string& line);

} // namespace lw::editor
