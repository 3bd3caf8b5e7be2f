// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What nearly every test of the window includes, compiled once (lw_precompile in the top CMakeLists.txt).
#include "widgets/pch.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
