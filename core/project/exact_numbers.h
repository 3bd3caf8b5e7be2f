// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/node_values.h"
#include "core/project/software.h"

#include <atomic>

namespace lw::project {

// The numbers of all nodes in float64, with nothing rounded, from what the firmware's memories held at the
// start. concord::exactValues() says how. Half of it where
// `stop` became true.
concord::NodeNumbers exactNumbersOf(const Software& of, const Observed& firmware,
                                    const std::atomic<bool>* stop = nullptr);

} // namespace lw::project
