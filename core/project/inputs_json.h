// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/json_value.h"
#include "core/project/project_file.h"

#include <span>
#include <string_view>
#include <vector>

namespace lw::project {

// {"A": "a.npy", "B": {"file": "b.npy", "cast": true}} of a file of a project; none where the key is missing.
Result<std::vector<Input>> inputsOf(const JsonObject& object, std::string_view key);
Json jsonOf(std::span<const Input> inputs);

// {"N": 16, "RATE": 0.5}: values for constants of the program's text; none where the key is missing.
Result<std::vector<assembler::Definition>> definitionsOf(const JsonObject& object, std::string_view key);
Json jsonOf(const assembler::Number& value);

} // namespace lw::project
