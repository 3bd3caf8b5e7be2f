// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/exact_numbers.h"

#include "core/concord/exact_values.h"
#include "core/numeric/half.h"

namespace lw::project {

concord::NodeNumbers exactNumbersOf(const Software& of, const Observed& firmware,
                                    const std::atomic<bool>* stop) {
    concord::NodeNumbers sources(firmware.sources.size());
    for (std::size_t source = 0; source < firmware.sources.size(); ++source)
        for (const std::uint16_t code : firmware.sources[source])
            sources[source].push_back(numeric::halfValue(code));
    return concord::exactValues(of.graph, of.stream.format, sources, stop);
}

} // namespace lw::project
