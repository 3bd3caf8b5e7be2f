// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/striding_words.h"

#include "widgets/session/core_text.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace lw::striding {

using session::coreText;
using session::counted;

QString coreWords(std::string_view english) { return coreText(english); }

QString verdictText(lower::striding::Verdict verdict, std::uint64_t wrong, std::uint64_t elements) {
    switch (verdict) {
    case lower::striding::Verdict::Exact: return QCoreApplication::translate("Striding", "exact");
    case lower::striding::Verdict::ExactForInput:
        return QCoreApplication::translate("Striding", "exact for this input");
    case lower::striding::Verdict::NotProvable:
        return QCoreApplication::translate("Striding", "not provable");
    default:
        return QCoreApplication::translate("Striding", "wrong: %1 of %2")
            .arg(counted(wrong), counted(elements));
    }
}

QString verdictText(const scene::striding::ExactnessColumn& mode) {
    if (!mode.refused.empty()) return QCoreApplication::translate("Striding", "not possible");
    return verdictText(mode.verdict, mode.wrong, mode.elements);
}

QString reasonText(const lower::striding::Reason& reason) {
    QString out = coreText(reason.rule) + QStringLiteral(": ") + coreText(reason.words);
    for (const std::string& premise : reason.premises) out += QStringLiteral("; ") + coreText(premise);
    return out;
}

QString causesText(const std::vector<lower::striding::CauseCount>& causes) {
    QString out;
    for (const lower::striding::CauseCount& count : causes)
        out += (out.isEmpty() ? QString() : QStringLiteral("; ")) +
               QStringLiteral("%1 x %2").arg(counted(count.elements),
                                             coreText(lower::striding::nameOf(count.cause)));
    return out;
}

QString shortReasonText(const scene::striding::ExactnessColumn& mode) {
    QString out;
    for (const lower::striding::CauseCount& count : mode.causes)
        out += (out.isEmpty() ? QString() : QStringLiteral("; ")) +
               QStringLiteral("%1 x: %2")
                   .arg(counted(count.elements), coreText(lower::striding::wordsOf(count.cause)));
    return out.isEmpty() ? coreText(mode.reason.words) : out;
}

QString noStridesText() {
    return QCoreApplication::translate("Striding",
                                       "No convolution of this network strides: the circuit computes each "
                                       "layer as it is. Open one with a strided convolution.");
}

QString noProgramText(const StridingDesk& desk) {
    if (desk.shown().network.isEmpty() || desk.refusal())
        return QCoreApplication::translate("Striding", "Open a network.");
    return QCoreApplication::translate(
               "Striding", "No program of %1 is loaded. For one that runs tiles press Debug All Tiles "
                           "in the view Tiles; Open Network makes one of it all.")
        .arg(QFileInfo(desk.shown().network).fileName());
}

QString runText(std::optional<bool> confirmed, std::uint64_t unexpected, std::uint64_t clocks) {
    if (!confirmed && clocks > 0)
        return QCoreApplication::translate("Striding", "not confirmed: nothing holds its output at the end");
    if (!confirmed) return QCoreApplication::translate("Striding", "not run");
    return *confirmed ? QCoreApplication::translate("Striding", "by a whole run in the background")
                      : QCoreApplication::translate("Striding", "NO: %1 elements are not as predicted")
                            .arg(counted(unexpected));
}

QString byNowText(const scene::striding::ByNow& byNow) {
    const QString text =
        byNow.isWhole() ? QCoreApplication::translate("Striding", "all %1 computed, %2 wrong")
                              .arg(counted(byNow.elements), counted(byNow.wrong))
                        : QCoreApplication::translate("Striding", "%1 of %2 by now, %3 wrong")
                              .arg(counted(byNow.computed), counted(byNow.elements), counted(byNow.wrong));
    if (byNow.others == 0) return text;
    return QCoreApplication::translate("Striding", "%1 NOT AS PREDICTED: another input?")
               .arg(counted(byNow.others)) +
           QStringLiteral("  ") + text;
}

} // namespace lw::striding
