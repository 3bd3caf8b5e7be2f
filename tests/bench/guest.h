// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/timeline.h"
#include "core/project/load_program.h"
#include "core/tensor/tensor.h"

#include <memory>
#include <string>
#include <vector>

namespace lw::bench {

// The programs that are measured most.
inline constexpr const char* kMatmul = LW_ROOT "/examples/training/matmul/random_inputs.lw";
inline constexpr const char* kDigits = LW_ROOT "/examples/training/digits/program.lw";

// A program under measurement, loaded and run the way `lw run` does it:
// with its checks, counters and snapshots.
class Guest {
  public:
    // Assembles a file, or a text as if it stood in the file `path`;
    // whatever is wrong ends the bench with its message.
    static Guest fromFile(const std::string& path);
    static Guest fromText(const std::string& text, const std::string& path = "bench.lw");
    // The same on the machine that a JSON text describes.
    static Guest fromFileOn(const std::string& path, const std::string& machine);
    static Guest fromTextOn(const std::string& text, const std::string& machine);
    static Guest of(project::ProgramAnswer answer, const source::Files& files);

    // A fresh machine at clock 0, with its history.
    void reset(const machine::TimelineOptions& options = {});
    machine::Machine& machine() { return *m_machine; }
    machine::Timeline& timeline() { return *m_timeline; }
    const program::Program& program() const { return m_loaded->program; }
    // Another one at clock 0, without a history.
    std::unique_ptr<machine::Machine> machineAtStart() const;
    // From where it stands to halt; anything else ends the bench.
    void runToHalt();
    void set(const std::string& name, const tensor::Tensor& value);
    tensor::Tensor get(const std::string& name) const;
    std::uint32_t scalar(std::size_t number);
    std::vector<std::uint32_t> words(machine::Role role); // of the first memory with that role

  private:
    std::shared_ptr<const project::LoadedProgram> m_loaded;
    std::unique_ptr<machine::Machine> m_machine;
    std::unique_ptr<machine::Timeline> m_timeline;
};

[[noreturn]] void giveUp(const std::string& why);
// What was made; a problem ends the bench with its text.
template <typename T> T orGiveUp(Result<T> result) {
    if (!result) giveUp(textOf(result.problem()));
    return *std::move(result);
}

// A machine without a timeline, to halt; anything else ends the bench.
void runToHalt(machine::Machine& machine);

} // namespace lw::bench
