// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/program/program.h"

#include <QDir>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

// Files of software, and running it.
namespace lw::test {

QString textOfFile(const QString& path);
void writeText(const QString& path, const QString& text);
// What a program says if it fails.
QString saidBy(const QString& program, const QStringList& arguments);

// One program of the software in C++ of all folders: each in a namespace of its own, so that one run of the
// compiler does.
QString allInOne(const QDir& folder, const QStringList& names);

// What random programs have to meet.
struct Extremes {
    int infinities = 0, largest = 0, subnormal = 0, highestBlocks = 0, multicasts = 0;

    void add(const std::vector<std::uint16_t>& codes) {
        for (const std::uint16_t code : codes) {
            const int size = code & 0x7fff;
            infinities += size == 0x7c00;
            largest += size == 0x7bff;
            subnormal += size > 0 && size < 0x400;
            highestBlocks += size >= 0x7800 && size < 0x7c00; // the highest shared exponent of five bits
        }
    }
    bool areAll() const { return infinities && largest && subnormal && highestBlocks && multicasts; }
    std::string text() const {
        return std::to_string(infinities) + " infinities, " + std::to_string(largest) +
               " of the largest number, " + std::to_string(subnormal) + " subnormal numbers, " +
               std::to_string(highestBlocks) + " with the highest exponent, " + std::to_string(multicasts) +
               " chains that write twice";
    }
};

// The rows of the table that a program has.
std::set<isa::OpId> rowsIn(const isa::Spec& spec, const program::Program& program);

} // namespace lw::test
