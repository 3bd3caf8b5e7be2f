// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/parts_run.h"

#include "core/project/strided_run.h"

#include <fstream>
#include <utility>

namespace lw::test {

OnDisk::OnDisk(Circuit circuit) : m_circuit(std::move(circuit)) { std::ofstream(path()) << m_circuit.json; }

PartsRun runInParts(lower::striding::LoweredNetwork& lowered, const OnDisk& circuit,
                    const tensor::Tensor& x) {
    PartsRun out;
    project::StridedRun run(lowered, circuit.path(), x);
    for (std::size_t part = 0; part < lowered.parts.size(); ++part) {
        const auto chip = run.begin(part);
        if (!chip) return {out.output, textOf(chip.problem())};
        const machine::Stop stop = (*chip)->run({});
        if (stop.fault) return {out.output, stop.fault->text + "\n" + lowered.parts[part].text};
        const auto unexpected = run.finish(part, **chip);
        if (!unexpected || *unexpected != 0) return {out.output, "not as predicted"};
    }
    out.output = run.outputs().front();
    return out;
}

} // namespace lw::test
