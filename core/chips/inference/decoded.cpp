// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/decoded.h"

#include "core/chips/inference/messages.h"
#include "core/isa/encode.h"

namespace lw::inference {

// An empty row is a nop.
Result<std::vector<Decoded>> decodeRows(const program::Program& program) {
    std::vector<Decoded> rows(program.bundles.size());
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        isa::Bundle bundle;
        if (const auto finding = isa::decode(kIsa, program.bundles[i], bundle))
            return Problem{&kUnusableRow, {std::to_string(i), textOf(finding->problem)}, {}, {}, {}};
        rows[i].bundle = i;
        rows[i].op = bundle.count == 0 ? op("nop") : bundle.insns[0].op;
        for (std::size_t j = 0; j < isa::kMaxOperands; ++j)
            rows[i].operands[j] = bundle.insns[0].operands[j].value;
    }
    return rows;
}

} // namespace lw::inference
