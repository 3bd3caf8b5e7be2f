// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/dtype.h"
#include "widgets/circuit/circuit_feed.h"
#include "widgets/theme/empty_notice.h"

#include <QString>

// Texts that the views of circuits share.
namespace lw::circuit {

// `what` the view shows, and where the button leads: to the pass that comes next, or to a network.
void sayNothing(theme::EmptyNotice& notice, Circuit circuit, const CircuitFeed& feed, const QString& what);
// That it has not begun or is over, if so; otherwise nothing.
QString notNow(const CircuitMoment& moment);
// The bits that an element of the type has, in a word that may be extended.
std::uint64_t widthOf(tensor::DType type);

} // namespace lw::circuit
