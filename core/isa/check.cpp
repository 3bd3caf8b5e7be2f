// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/check.h"

namespace lw::isa {

std::string mistakeIn(const Spec& spec) {
    try {
        proof::all(spec);
    } catch (const char* sentence) {
        return sentence;
    }
    return {};
}

} // namespace lw::isa
