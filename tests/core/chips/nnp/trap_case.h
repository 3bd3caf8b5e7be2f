// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/traps.h"
#include "core/project/difference.h"

#include <QByteArray>
#include <QDir>
#include <QTemporaryDir>

#include <string>
#include <utility>
#include <vector>

// Mistakes that are made in the software of a firmware, and what is said of them.
namespace lw::test {

struct Change {
    const char *file, *from, *to;
};
struct Trapped {
    concord::Trap trap;
    const char* node;
    std::vector<Change> python, cpp;
};

// What software with a mistake is run by. Changes of what is written for NumPy are those of TensorFlow as
// well, whose stand-in runs it.
enum class Engine { Numpy, Tensorflow, Cpp };

inline constexpr const char* kModule = "software_numpy.py";
inline constexpr const char* kRuntime = "blockfloat.py";
inline constexpr const char* kProgram = "software.cpp";
inline constexpr const char* kHeader = "blockfloat.hpp";

// Mistakes of what all software is written with, for the first product over two columns.
std::vector<Trapped> runtimeTraps(const char* node);
// Sums of products in float32, for the first product whose sum is another then.
Trapped floatSums(const char* node);

// Numbers of a tensor or a memory, by the memory's name.
using TrapNumbers = std::vector<std::pair<std::string, std::vector<double>>>;
// For firmware with six matrices, the fifth of which is the identity, and eight vectors, the fourth of which
// is minus infinity; three vectors come from the network, `times` times.
TrapNumbers numbersOfTraps(std::size_t times);

// Firmware with its numbers, software of it in a folder, and what the firmware gives.
struct TrapCase {
    project::LoadedProgram loaded;
    project::Software software;
    project::Observed observed;
    QTemporaryDir folder;

    TrapCase(const std::string& text, const TrapNumbers& spaces);
    // A copy of the software with these changes, run; what is said of its first difference.
    std::string saidOf(const std::vector<Change>& changes, Engine engine) const;
};

QByteArray wanted(const Trapped& one);
QByteArray said(const TrapCase& of, const std::vector<Change>& changes, Engine engine);

} // namespace lw::test
