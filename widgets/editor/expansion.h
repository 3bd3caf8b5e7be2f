// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/load_program.h"

#include <QStringList>

namespace lw::editor {

// The bundles that a line (from 1) of the program's text with that number has become, as text, each with its
// number; for a line that calls a macro, those of one call. The last line says how many more there are.
QStringList bundlesOfLine(const project::LoadedProgram& loaded, std::uint32_t file, std::uint32_t line);

} // namespace lw::editor
