// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/circuit/circuit_bundles.h"

#include "core/isa/encode.h"

namespace lw::scene::circuit {

CircuitBundles circuitBundles(const isa::Spec& spec, const program::Program& program) {
    CircuitBundles out;
    for (std::uint32_t b = 0; b < program.bundles.size(); ++b) {
        isa::Bundle bundle;
        if (isa::decode(spec, program.bundles[b], bundle)) continue;
        for (std::size_t i = 0; i < bundle.count; ++i) {
            const std::string_view key = spec.insns[bundle.insns[i].op].timing;
            if (key == "matmul") out.passes.push_back(b);
            if (key == "pool") out.poolings.push_back(b);
        }
    }
    return out;
}

} // namespace lw::scene::circuit
