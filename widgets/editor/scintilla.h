// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// QScintilla's headers need Qt's keywords, which we switch off: the core has members with these names.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#include <Qsci/qscicommandset.h>
#include <Qsci/qscilexercustom.h>
#include <Qsci/qsciscintilla.h>
#include <Qsci/qscistyle.h>
#undef signals
#undef slots
