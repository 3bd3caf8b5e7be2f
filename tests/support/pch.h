// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What nearly every test includes, compiled once (lw_precompile in the top CMakeLists.txt). What few of them
// need is not here: g++ instantiates a precompiled header's templates again for each file that uses it.
#include "core/pch.h"

#include <QTest>
