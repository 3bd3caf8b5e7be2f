// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/state_reader.h"

namespace lw::inference {

std::vector<Flight> StateReader::flights() const {
    std::vector<Flight> out;
    for (std::uint64_t i = 0; i < (*this)(at.flightCount) && i < extent(at.flights, 0); ++i) {
        const auto flight = record<Flight>(at.flights, i);
        if (flight.end > clock()) out.push_back(flight);
    }
    return out;
}

} // namespace lw::inference
