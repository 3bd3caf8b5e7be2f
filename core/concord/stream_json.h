// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/concord/op_stream.h"

// An op stream as JSON, for the file of a graph, which read_stream.h reads.
namespace lw::concord {

void addWindow(Json& to, const Window& window);
Json chainsJson(const OpStream& stream);
Json loopsJson(const OpStream& stream);

} // namespace lw::concord
