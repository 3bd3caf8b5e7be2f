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
using Changes = std::vector<Change>;
struct Trapped {
    concord::Trap trap;
    const char* node;
    Changes python, cpp;
};

// What software with a mistake is run by. Changes of what is written for NumPy are those of PyTorch and of
// TensorFlow as well, whose stand-in runs it.
enum class Engine { Numpy, Torch, Tensorflow, Cpp };
bool isTorchThere();

inline constexpr const char* kModule = "software_numpy.py";
inline constexpr const char* kRuntime = "blockfloat.py";
inline constexpr const char* kProgram = "software.cpp";
inline constexpr const char* kHeader = "blockfloat.hpp";

// Mistakes of what all software is written with, for the first product over two columns.
std::vector<Trapped> runtimeTraps(const char* node);
// Sums of products in float32, for the first product whose sum is another then.
Trapped floatSums(const char* node);
// FP16 by way of float32, which each library does in its own words.
Changes roundedTwice(Engine engine);

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

    // The text may name a machine "machine.json".
    TrapCase(const std::string& text, const TrapNumbers& spaces, const std::string& machine = {});
    // A copy of the software with each of these changes, run; what is said of their first differences.
    std::vector<std::string> saidOfEach(const std::vector<Changes>& each, Engine engine) const;

  private:
    std::string saidOfValues(const QDir& in) const;
};

QByteArray wanted(concord::Trap trap, const char* node);
QByteArray wanted(const Trapped& one);
QByteArray said(const TrapCase& of, const Changes& changes, Engine engine);
// The first of these mistakes that is not found, or is called another; or what is wrong without one. Empty:
// nothing is.
QByteArray wrongIn(const TrapCase& of, const std::vector<Trapped>& traps, Engine engine);

} // namespace lw::test
