// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/state.h"

namespace lw::inference {

State::State(machine::StateStore& store, const Layout& at)
    : clock(store.raw(at.clock))
    , programCounter(store.raw(at.programCounter))
    , halted(store.raw(at.halted))
    , portFree(store.raw(at.portFree))
    , portRow(store.raw(at.portRow))
    , pathReady(store.raw(at.pathReady))
    , flightCount(store.raw(at.flightCount))
    , flights(store.raw(at.flights))
    , patterns(store.raw(at.patterns))
    , patternsWritten(store.raw(at.patternsWritten))
    , stripShapes(store.raw(at.stripShapes))
    , tileShape(store.raw(at.tileShape))
    , swaps(store.raw(at.swaps))
    , pathShape(store.raw(at.pathShape))
    , stallClocks(store.raw(at.stallClocks))
    , counts(store.raw(at.counts))
    , hostBytes(store.raw(at.hostBytes))
    , rowStalls(store.raw(at.rowStalls))
    , strips(store.raw(at.strips))
    , stripsWritten(store.raw(at.stripsWritten))
    , weights(store.raw(at.weights))
    , oldWeights(store.raw(at.oldWeights))
    , path(store.raw(at.path))
    , accumulators(store.raw(at.accumulators))
    , accumulatorsWritten(store.raw(at.accumulatorsWritten))
    , ub(store.raw(at.ub))
    , dm(store.raw(at.dm))
    , host(store.raw(at.host))
    , ubWritten(store.raw(at.ubWritten))
    , dmWritten(store.raw(at.dmWritten))
    , hostWritten(store.raw(at.hostWritten)) {}

} // namespace lw::inference
