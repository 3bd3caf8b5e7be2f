// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/firmware/firmware_desk.h"

#include <QCoreApplication>
#include <QString>

// What is said of a firmware and its software.
namespace lw::firmware {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Firmware)
};

QString languageText(std::size_t language); // "NumPy"
// "Equal bits: 40 of 40 numbers on the way, and 2 vectors to the network."; or where they differ first.
QString verdictText(const FirmwareFacts& facts, const FirmwareDesk::Verdict& verdict);

// Where a run stops, and why: "The run stops at instruction 3, clock 12: ...; ..."
QString faultText(const machine::Fault& fault);

} // namespace lw::firmware
