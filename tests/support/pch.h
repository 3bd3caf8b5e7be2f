// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What nearly every test includes, and the heaviest header that some of them do, compiled once (lw_precompile
// in the top CMakeLists.txt).
#include "core/pch.h"

#include <nlohmann/json.hpp>

#include <QTest>
