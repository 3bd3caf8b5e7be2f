// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What nearly every file of the core includes, compiled once (lw_precompile in the top CMakeLists.txt). No
// file relies on it.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
