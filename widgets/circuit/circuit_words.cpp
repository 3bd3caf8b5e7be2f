// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/circuit/circuit_words.h"

#include "widgets/session/core_text.h"

#include <QCoreApplication>

namespace lw::circuit {

using session::counted;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lw::circuit::CircuitWords)
};

} // namespace

void sayNothing(theme::EmptyNotice& notice, Circuit circuit, const CircuitFeed& feed, const QString& what) {
    const bool isArray = circuit == Circuit::Array;
    const int next = feed.next();
    if (next < 0) {
        const QString why = !feed.moment() ? Words::tr("Open a network.")
                            : isArray      ? Words::tr("This program makes no pass through an array.")
                                           : Words::tr("This program pools nothing.");
        return notice.say(what + QLatin1Char('\n') + why, Words::tr("Open Network..."));
    }
    const std::uint32_t bundle = feed.bundles()[static_cast<std::size_t>(next)];
    const bool isAhead = feed.moment() && feed.moment()->frame->bundles <= bundle;
    const QString place =
        Words::tr("Nothing is under way. %1 of %2 begins in bundle %3.")
            .arg(isArray ? Words::tr("Pass %1").arg(next + 1) : Words::tr("Pooling %1").arg(next + 1),
                 counted(feed.bundles().size()), counted(bundle));
    notice.say(what + QLatin1Char('\n') + place,
               isAhead   ? isArray ? Words::tr("Run to the Next Pass") : Words::tr("Run to the Next Pooling")
                 : isArray ? Words::tr("Back to the Last Pass")
                         : Words::tr("Back to the Last Pooling"));
}

QString notNow(const CircuitMoment& moment) {
    const std::int64_t clock = moment.clock();
    if (clock < 0) return Words::tr("begins in clock %1").arg(counted(moment.first));
    if (clock >= static_cast<std::int64_t>(moment.clocks))
        return Words::tr("over since clock %1; drag the clock back to see it")
            .arg(counted(moment.first + moment.clocks));
    return {};
}

std::uint64_t widthOf(tensor::DType type) {
    const std::size_t bits = 8 * tensor::sizeOf(type);
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

} // namespace lw::circuit
