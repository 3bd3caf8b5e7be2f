// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/software.h"

#include <QString>

#include <string>

// Software of lowered networks, in each language that runs here.
namespace lw::test {

project::Software softwareFor(const project::LoadedProgram& loaded);
// Writes it, in all languages.
void writeSoftware(const project::LoadedProgram& loaded, const project::Software& software,
                   const QString& folder);
// Runs what was written, each beside the firmware: the first number that has other bits, or what went wrong.
// NumPy, C++, and TensorFlow's text by its stand-in.
std::string differenceOfSoftware(const project::LoadedProgram& loaded, const project::Software& software,
                                 const QString& folder);

} // namespace lw::test
