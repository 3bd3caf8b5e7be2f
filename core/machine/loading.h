// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/machine/load_messages.h"
#include "core/program/program.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

// What every chip requires of a program and of a host before it makes a machine.
namespace lw::machine {

// How a chip says that a program is empty or (of {0} bundles, on the machine {1} that holds {2}) too long.
struct FitMessages {
    const Message* empty;
    const Message* tooLong;
};
// Whether the program was made for this machine: E454, and the chip's own.
Outcome checkFit(const program::Program& program, const program::Target& target, const FitMessages& messages);

// Bytes of a memory, with a bit for each that says whether it was ever written.
struct SpaceBytes {
    std::string_view name;
    std::uint8_t* bytes = nullptr;
    std::uint64_t* written = nullptr;
    std::uint64_t count = 0;
};
Problem dataOutside(std::string_view space, std::uint64_t offset, std::uint64_t count,
                    std::uint64_t size); // E455
Outcome checkInside(const SpaceBytes& space, std::uint64_t offset, std::uint64_t count);
// A copy from inside. `written` has one answer for each four bytes, the last of which may be beyond the end
// of a tensor: whether any was.
Outcome readBytes(const SpaceBytes& from, std::uint64_t offset, std::span<std::byte> out,
                  std::span<bool> written);

// What readBytes() gives of bytes that nobody has touched, without a look at them: on some hosts a page that
// is read becomes resident.
void readUntouched(std::span<std::byte> out, std::span<bool> written);

// The names of the code paths that this host can run, slowest first.
template <typename Kernel> std::vector<std::string_view> namesOfKernels(std::span<const Kernel> kernels) {
    std::vector<std::string_view> out;
    for (const Kernel& kernel : kernels) out.push_back(kernel.name);
    return out;
}
// The one with that name, or `best` if none is named; E456.
template <typename Kernel>
Result<const Kernel*> kernelNamed(std::string_view name, std::span<const Kernel> kernels,
                                  const Kernel& best) {
    if (name.empty()) return &best;
    std::string names;
    for (const Kernel& kernel : kernels) {
        if (kernel.name == name) return &kernel;
        names += (names.empty() ? "" : ", ") + std::string(kernel.name);
    }
    return Problem{&load_messages::kNoSuchKernel, {std::string(name), names}, {}, {}, {}};
}

} // namespace lw::machine
