// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/kernel_striding.h"
#include "tests/core/lower/small_circuits.h"

#include <QTemporaryDir>

#include <string>

namespace lw::test {

// A circuit whose configuration is in a file.
class OnDisk {
  public:
    explicit OnDisk(Circuit circuit);
    std::string path() const { return m_folder.filePath("circuit.json").toStdString(); }
    const machine::CircuitLimits& limits() const { return m_circuit.limits; }

  private:
    Circuit m_circuit;
    QTemporaryDir m_folder;
};

// A network run in parts, the host between them.
struct PartsRun {
    tensor::Tensor output{tensor::DType::F32, {0}};
    std::string failure{}; // empty: every part halted with what was predicted
};
PartsRun runInParts(lower::striding::LoweredNetwork& lowered, const OnDisk& circuit, const tensor::Tensor& x);

} // namespace lw::test
