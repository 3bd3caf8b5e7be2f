// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/lowered_text.h"
#include "core/machine/machine.h"
#include "core/project/load_program.h"

#include <span>
#include <string>

// What a lowering has written as a program: on disk, in memory, and its tensors after a run.
namespace lw::project {

inline constexpr std::string_view kLoweredProgram = "program.lw";
// "program.lw"; of several "part1.lw" and so on.
std::string loweredName(std::uint64_t part, std::uint64_t parts);

// Writes the program and its tensors into a folder, which is made if it is not there.
Outcome writeLowered(const lower::LoweredText& lowering, const std::string& folder,
                     std::string_view name = kLoweredProgram);
// The tensors alone.
Outcome writeData(std::span<const lower::DataFile> files, const std::string& folder);
// A tensor as the .npy file of that name.
void setData(source::MemoryLoader& loader, std::string path, const tensor::Tensor& contents);

// The program assembled without touching a disk: its files are put into `loader`, in a folder of that name,
// which `files` must be reading from. `machine` as in ProgramRequest.
ProgramAnswer loadLowered(const lower::LoweredText& lowering, const std::string& folder,
                          const std::string& machine, source::MemoryLoader& loader, source::Files& files);

// The same, of which nobody looks at the text, but in places of that folder. A machine's file is read from
// disk. The first error where the machine cannot have the program, as one whose memory is too small: E164.
Result<LoadedProgram> loadWritten(const lower::LoweredText& lowering, const std::string& machine,
                                  const std::string& folder = "written");

// A tensor of the program as it is in memory now.
Result<tensor::Tensor> readTensor(const machine::Machine& machine, const std::string& name);

} // namespace lw::project
