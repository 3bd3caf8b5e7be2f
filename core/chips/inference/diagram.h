// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/config.h"
#include "core/machine/diagram.h"

namespace lw::inference {

// How the circuit is drawn: the parts of the patents' figure of the circuit, and what flows between them.
machine::Diagram diagramOf(const Config& config);

} // namespace lw::inference
