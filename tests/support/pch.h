// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What nearly every test includes, compiled once (lw_precompile in the top CMakeLists.txt). No file relies on it.
#include "core/pch.h"

#include <nlohmann/json.hpp>

#include <QTest>
