// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/agreement.h"

#include "core/base/json.h"
#include "core/tensor/compare.h"

namespace lw::project {

using tensor::Tensor;

Result<std::vector<Agreement>> agreementsOf(const std::vector<Tensor>& outputs,
                                            const std::vector<Tensor>& whole) {
    std::vector<Agreement> out;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        LW_TRY(const tensor::Comparison compared, tensor::compare(outputs[i], whole[i], {}));
        out.push_back({compared.compared - compared.beyond, compared.compared, compared.signedZeros});
    }
    return out;
}

Agreement sumOf(const std::vector<Agreement>& agreements) {
    Agreement out;
    for (const Agreement& one : agreements) {
        out.equal += one.equal;
        out.elements += one.elements;
        out.signedZeros += one.signedZeros;
    }
    return out;
}

void note(const Agreement& agreement, Json& report) {
    report["equal"] = agreement.equal;
    report["elements"] = agreement.elements;
    report["signedZeros"] = agreement.signedZeros;
}

void note(const Agreement& agreement, const Agreement& reference, const WholePicture& whole, Json& report) {
    report["comparedWith"] = whole.untiled ? "circuit" : "reference";
    note(agreement, report);
    note(reference, report["reference"]);
    if (whole.untiled) report["untiled"]["clocks"] = whole.untiled->clocks;
    if (whole.refused) report["untiled"]["refused"] = textOf(*whole.refused);
}

} // namespace lw::project
