// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/isa.h"

#include "core/isa/check.h"

// The table proves itself here, once, and not in every file that reads it.
static_assert(lw::isa::check(lw::nnp::kIsa));
