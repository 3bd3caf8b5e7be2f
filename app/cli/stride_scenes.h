// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/machine/machine.h"
#include "core/machine/snapshot.h"

#include <cstdint>
#include <memory>
#include <string>

// The pictures of kernel striding, for a program written by `lw stride`.
namespace lw::cli {

// What is pictured. The report is FOLDER/report.json, beside the program,
// or in the folder above if several modes were written.
struct StrideScene {
    machine::Machine& machine;
    std::string program; // its path
    std::string layer;   // empty: the first
    std::uint64_t channel = 0;
    std::shared_ptr<const machine::Snapshot> state, before;
    bool ran = false;
};

Result<Json> maskScene(const StrideScene& what);
// After a run the program's own mode is as far as the run has come, and shows what it computed; that needs
// the network and the input again.
Result<Json> exactnessScene(const StrideScene& what);
// For an element as in "out[1,2,0]".
Result<Json> patchScene(const StrideScene& what, const std::string& element);

} // namespace lw::cli
