// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/train_network.h"

#include <QTemporaryDir>

#include <cstdint>
#include <map>
#include <string>

// Machines with other sizes than training-small, and what is trained on them.
namespace lw::test {

// Copies of training-small as files, by which they are named.
class SmallMachines {
  public:
    std::string with(const std::map<std::string, std::int64_t>& sizes);

  private:
    QTemporaryDir m_folder;
    int m_count = 0;
};

// A program of one step, with that many images of zeros.
Result<project::TrainingLowered> loweredOn(const std::string& machine, const network::Network& network,
                                           const lower::recompute::Request& keeps, std::uint64_t images,
                                           bool keepsGradients = false);
// The code of what the assembler says, or the fault of the run; empty: it ran to its end.
std::string failureOn(const std::string& machine, const lower::LoweredText& program);

template <typename T> std::string whyNot(const Result<T>& made) {
    return made ? std::string() : textOf(made.problem());
}

} // namespace lw::test
