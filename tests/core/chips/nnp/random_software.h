// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/software.h"
#include "tests/core/chips/nnp/random_chains.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Software of firmware, beside what the firmware gives: of the worked example, and of random programs.
namespace lw::test {

using Codes = std::vector<std::uint16_t>;
void write(const QString& path, const Codes& codes);
Codes read(const QString& path); // a NaN is any NaN

QString saidByPython(const QStringList& arguments);
QString saidByCompiler(const QString& source, const QString& program);
// Software of a folder gives what the firmware gave.
void everyLanguageAgrees(const QTemporaryDir& folder);

project::LoadedProgram example(const char* file); // of two-portions

// The teaching machine with other numbers: native vectors of `n`, and the arithmetic of that number, with
// mantissas of every width.
std::string machineOf(std::uint32_t number, std::uint32_t n = kPlainN);
inline constexpr std::uint32_t kArithmetics = 12; // exponents of 5, 8 and 0 bits, both sums and overflows
constexpr bool hasIntegers(std::uint32_t number) { return number % 3 == 2; }
// Chains for it, wide ones where they may be: infinities in blocks with 8 bits of exponent leave the window.
constexpr RandomChains::Kind kindFor(std::uint32_t number, bool isWide) {
    const bool leavesWindow = number % 3 == 1 && number / 3 % 2 == 0;
    return {isWide && !leavesWindow, hasIntegers(number)};
}
project::LoadedProgram assembled(const std::string& machine, const std::string& text);
// Random chains for that machine, after some that fill the register files from DRAM.
project::LoadedProgram randomProgram(std::uint32_t number, RandomChains& random);
void fill(machine::Machine& machine, const PlainProcessor& start);

// Writes software of the program and what the firmware gives, beside each other.
struct WrittenSoftware {
    project::Software software;
    project::Observed observed;
};
WrittenSoftware written(const project::LoadedProgram& loaded, const QString& folder,
                        const std::function<void(machine::Machine&)>& start = {});

} // namespace lw::test
