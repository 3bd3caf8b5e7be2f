// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/software.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <cstddef>
#include <string>
#include <vector>

// Software of lowered networks, in each language that runs here.
namespace lw::test {

project::Software softwareFor(const project::LoadedProgram& loaded);
// Writes it, in all languages.
void writeSoftware(const project::LoadedProgram& loaded, const project::Software& software,
                   const QString& folder);
// Runs what was written, each beside the firmware: the first number that has other bits, or what went wrong.
// NumPy, C++, and TensorFlow's text by its stand-in.
std::string differenceOfSoftware(const project::LoadedProgram& loaded, const project::Software& software,
                                 const QString& folder);

// The same of several networks together, which takes a fraction of the time, and of PyTorch too.
class SoftwareRuns {
  public:
    // What the firmware gives, which is run now: its fault, or nothing.
    std::string add(const std::string& name, const project::LoadedProgram& loaded);
    std::size_t count() const { return m_runs.size(); }
    // What went wrong, or the first number of all that has other bits.
    std::string differenceInPython() const; // NumPy, and TensorFlow's text by its stand-in
    std::string differenceInCpp() const;
    std::string differenceInTorch() const;

    static bool hasTorch();

  private:
    struct Run {
        std::string name;
        project::Software software;
        project::Codes firmware;
    };
    QString pathOf(std::size_t run, const QString& file = {}) const;
    std::string differenceOf(std::size_t run) const; // what its folder has now
    std::string differenceOfAll(const QString& program,
                                const QStringList& words) const; // which runs them all

    QTemporaryDir m_folder;
    std::vector<Run> m_runs;
};

} // namespace lw::test
