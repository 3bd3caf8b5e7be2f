// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/decoded.h"

#include "core/chips/nnp/messages.h"
#include "core/isa/encode.h"

namespace lw::nnp {

Result<std::vector<Decoded>> decodeRows(const program::Program& program) {
    std::vector<Decoded> rows;
    for (const isa::Bits& bits : program.bundles) {
        isa::Bundle bundle;
        const auto number = static_cast<std::uint32_t>(rows.size());
        if (const auto finding = isa::decode(kIsa, bits, bundle))
            return Problem{&kUnusableRow, {std::to_string(number), textOf(finding->problem)}, {}, {}, {}};
        Decoded& row = rows.emplace_back();
        row.bundle = number;
        row.op = bundle.count == 0 ? op("nop") : bundle.insns[0].op;
        for (std::size_t i = 0; i < isa::kMaxOperands; ++i)
            row.operands[i] = bundle.insns[0].operands[i].value;
    }
    return rows;
}

} // namespace lw::nnp
