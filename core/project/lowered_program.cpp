// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/lowered_program.h"

#include "core/base/check.h"
#include "core/base/file.h"
#include "core/base/messages.h"
#include "core/program/layout.h"
#include "core/project/tensor_input.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace lw::project {

std::string loweredName(std::uint64_t part, std::uint64_t parts) {
    return parts == 1 ? std::string(kLoweredProgram) : "part" + std::to_string(part) + ".lw";
}

Outcome writeLowered(const lower::LoweredText& lowering, const std::string& folder, std::string_view name) {
    LW_TRY([[maybe_unused]] const Done data, writeData(lowering.files, folder));
    return writeFileAtomically(source::pathIn(folder, name), lowering.text);
}

Outcome writeData(std::span<const lower::DataFile> files, const std::string& folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) return Problem{&lw::messages::kCannotWrite, {folder, failed.message()}, {}, {}, {}};
    for (const lower::DataFile& file : files) {
        LW_TRY([[maybe_unused]] const Done written,
               tensor::writeNpy(source::pathIn(folder, file.name), file.contents));
    }
    return Done{};
}

void setData(source::MemoryLoader& loader, std::string path, const tensor::Tensor& contents) {
    const std::vector<std::byte> bytes = tensor::formatNpy(contents);
    std::string held(bytes.size(), '\0');
    std::memcpy(held.data(), bytes.data(), bytes.size());
    loader.set(std::move(path), std::move(held));
}

ProgramAnswer loadLowered(const lower::LoweredText& lowering, const std::string& folder,
                          const std::string& machine, source::MemoryLoader& loader, source::Files& files) {
    const std::string path = source::pathIn(folder, kLoweredProgram);
    loader.set(path, lowering.text);
    for (const lower::DataFile& file : lowering.files)
        setData(loader, source::pathIn(folder, file.name), file.contents);
    return loadProgram({path, machine, {}, {}}, files);
}

Result<LoadedProgram> loadWritten(const lower::LoweredText& lowering, const std::string& machine,
                                  const std::string& folder) {
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    source::Files files(loader);
    const bool isPath = chips::isMachinePath(machine);
    ProgramAnswer answer =
        loadLowered(lowering, folder, isPath ? absolutePath(machine) : machine, loader, files);
    if (answer.loaded) return *std::move(answer.loaded);
    const auto& problems = answer.diagnostics.problems();
    const auto first = std::ranges::find(problems, Severity::Error,
                                         [](const Problem& one) { return one.message->severity; });
    LW_ASSERT(first != problems.end(), "a program that is not loaded has an error");
    return Problem{
        first->message, first->arguments, {}, {}, {}}; // without its place in a text that is nowhere
}

Result<tensor::Tensor> readTensor(const machine::Machine& machine, const std::string& name) {
    LW_TRY(const TensorOfCore source, tensorNamed(machine, name));
    LW_TRY(const program::Arrangement arrangement,
           program::Arrangement::make(source.core->target(), *source.tensor));
    std::vector<std::byte> bytes(static_cast<std::size_t>(arrangement.bytes()));
    LW_TRY([[maybe_unused]] const Done read,
           source.core->readSpace(source.tensor->space, source.offset(), bytes, {}));
    return program::unpack(arrangement, bytes);
}

} // namespace lw::project
