// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/firmware_words.h"

#include "widgets/session/core_text.h"

namespace lw::firmware {

using session::counted;

namespace {

QString placeText(const FirmwareFacts& facts, const project::FirstDifference& first) {
    if (!first.node)
        return Words::tr("vector %1 to the network, element %2").arg(first.vector).arg(first.element);
    const concord::Node& node = facts.software.graph.nodes[*first.node];
    const concord::Op& op = facts.software.stream.chains[node.chain].ops[node.op];
    return Words::tr("instruction %1 (%2), vector %3, element %4")
        .arg(op.bundle)
        .arg(QString::fromStdString(op.text))
        .arg(first.vector)
        .arg(first.element);
}

QString foundText(const FirmwareFacts& facts, const project::Comparison& found) {
    if (!found.first && found.vectors == 1)
        return Words::tr("Equal bits: %1 of %2 numbers on the way, and the one vector to the network.")
            .arg(counted(found.equal), counted(found.numbers));
    if (!found.first)
        return Words::tr("Equal bits: %1 of %2 numbers on the way, and all %3 vectors to the network.")
            .arg(counted(found.equal), counted(found.numbers), counted(found.vectors));
    const QString place = placeText(facts, *found.first),
                  firmware = QString::fromStdString(project::codeText(found.first->firmware)),
                  software = QString::fromStdString(project::codeText(found.first->software));
    // Nothing lies between NaN and another number.
    const QString first =
        found.why.ulp
            ? Words::tr("The first that is not: %1: %2 in the firmware, %3 in the software, %4 ulp apart.")
                  .arg(place, firmware, software, counted(*found.why.ulp))
            : Words::tr("The first that is not: %1: %2 in the firmware, %3 in the software.")
                  .arg(place, firmware, software);
    const QString out = Words::tr("Other bits: %1 of %2 numbers on the way are equal.")
                            .arg(counted(found.equal), counted(found.numbers)) +
                        QLatin1Char(' ') + first;
    if (!found.why.trap) return out;
    const concord::TrapWords words = concord::wordsOf(*found.why.trap);
    return out + QLatin1Char(' ') +
           Words::tr("Likely %1: %2.")
               .arg(QString::fromUtf8(words.name.data(), static_cast<qsizetype>(words.name.size())),
                    session::coreText(words.text));
}

} // namespace

QString languageText(std::size_t language) {
    const std::string_view name = project::languages()[language].name;
    return name == "numpy"        ? QStringLiteral("NumPy")
           : name == "torch"      ? QStringLiteral("PyTorch")
           : name == "tensorflow" ? QStringLiteral("TensorFlow")
                                  : QStringLiteral("C++");
}

QString verdictText(const FirmwareFacts& facts, const FirmwareDesk::Verdict& verdict) {
    if (!verdict.found) return verdict.failed;
    const QString said = foundText(facts, *verdict.found);
    return verdict.isStandIn
               ? said + QLatin1Char(' ') + Words::tr("(Run by the stand-in, not by TensorFlow.)")
               : said;
}

QString faultText(const machine::Fault& fault) {
    return Words::tr("The run stops at instruction %1, clock %2: %3; %4.")
        .arg(QString::number(fault.bundle), counted(fault.clock), QString::fromStdString(fault.text),
             QString::fromStdString(fault.advice));
}

} // namespace lw::firmware
