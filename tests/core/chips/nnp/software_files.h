// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/program/program.h"

#include <QString>
#include <QStringList>

#include <set>

// Files of software, and running it.
namespace lw::test {

QString textOfFile(const QString& path);
void writeText(const QString& path, const QString& text);
// What a program says if it does not end well.
QString saidBy(const QString& program, const QStringList& arguments);

// The rows of the table that a program has.
std::set<isa::OpId> rowsIn(const isa::Spec& spec, const program::Program& program);

} // namespace lw::test
