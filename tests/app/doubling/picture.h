// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/element_source.h"
#include "core/scene/state_elements.h"

#include "tests/app/doubling/report.h"

// What the technique shows: how much of the output is there, and twice the input. It would lie in
// core/scene/doubling.
namespace lw::scene::doubling {

struct Picture {
    std::uint64_t elements = 0, doubled = 0;
    bool operator==(const Picture&) const = default;
};

inline Result<Picture> picture(const lower::doubling::Report& report, const machine::Scope& scope,
                               const std::shared_ptr<const machine::Snapshot>& state) {
    const program::NamedTensor *const input = program::findTensor(*scope.program, report.input),
                                      *const output = program::findTensor(*scope.program, report.output);
    LW_REQUIRE(input && output, "a report of this program");
    LW_TRY(const ElementSourcePtr from, elementsOfState(scope, *input, state, nullptr));
    LW_TRY(const ElementSourcePtr to, elementsOfState(scope, *output, state, nullptr));
    Picture out{report.elements, 0};
    for (std::uint64_t i = 0; i < report.elements; ++i) {
        LW_TRY(const Element a, elementAt(*from, i));
        LW_TRY(const Element b, elementAt(*to, i));
        const auto value = [](const Element& e) { return std::bit_cast<float>(std::uint32_t(e.bits)); };
        out.doubled += (b.flags & kWritten) && value(b) == 2 * value(a);
    }
    return out;
}

} // namespace lw::scene::doubling
