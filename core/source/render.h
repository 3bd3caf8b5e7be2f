// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostics.h"
#include "core/source/files.h"

#include <string>

namespace lw::source {

enum class Colour { Off, On };

// A problem as a person reads it on a terminal:
//   file:line:column: error E123: text
//       12 | the source line
//          |     ^~~~
//   note: ...                      with its own place
//   help: did you mean 'fadd'?
// Every line ends with a line end. A place without a file or beyond the text shows no source line.
std::string render(const Problem& problem, const Files& files, Colour colour = Colour::Off);
std::string render(const Diagnostics& diagnostics, const Files& files, Colour colour = Colour::Off);

} // namespace lw::source
