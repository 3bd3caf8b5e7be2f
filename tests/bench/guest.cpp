// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/guest.h"

#include "core/assembler/assemble.h"
#include "core/chips/catalog.h"
#include "core/chips/training/training.h"
#include "core/program/layout.h"
#include "core/source/files.h"
#include "core/source/render.h"

#include <cstdio>
#include <cstdlib>

namespace lw::bench {

namespace {

std::shared_ptr<const program::Program> assembled(source::Files& files, std::uint32_t file,
                                                  training::Config& config) {
    assembler::Options options;
    options.targetOf = [&](const assembler::MachineRequest& request) -> Result<program::Target> {
        LW_TRY(const chips::Chip* const chip, chips::chipNamed(request.chip));
        LW_TRY(const chips::MachineChoice choice,
               chips::machineNamed(*chip, std::string(request.configuration)));
        LW_TRY(config, training::parseConfig(choice.json, Place::kNoFile));
        return choice.target;
    };
    assembler::Assembly assembly = assembler::assemble(files, file, options);
    if (!assembly.program) giveUp(source::render(assembly.diagnostics.problems().front(), files));
    return std::make_shared<const program::Program>(*std::move(assembly.program));
}

const program::NamedTensor& tensorNamed(const program::Program& program, const std::string& name) {
    const program::NamedTensor* const found = program::findTensor(program, name);
    if (found == nullptr) giveUp("the program has no tensor " + name);
    return *found;
}

} // namespace

void giveUp(const std::string& why) {
    std::fprintf(stderr, "lw-bench: %s\n", why.c_str());
    std::exit(1);
}

Guest Guest::fromFile(const std::string& path) {
    source::DiskLoader loader;
    source::Files files(loader);
    const auto file = files.open(path);
    if (!file) giveUp(textOf(file.problem()));
    Guest guest;
    guest.m_program = assembled(files, *file, guest.m_config);
    guest.reset();
    return guest;
}

Guest Guest::fromText(const std::string& text, const std::string& path) {
    source::DiskLoader loader;
    source::Files files(loader);
    const std::uint32_t file = files.add(path, text);
    Guest guest;
    guest.m_program = assembled(files, file, guest.m_config);
    guest.reset();
    return guest;
}

void Guest::reset(const machine::TimelineOptions& options) {
    m_timeline.reset();
    m_machine.reset();
    auto made = training::createMachine(*m_program, m_config, {});
    if (!made) giveUp(textOf(made.problem()));
    m_machine = *std::move(made);
    m_timeline = std::make_unique<machine::Timeline>(*m_machine, options);
}

void Guest::runToHalt() {
    const machine::Stop stop = m_timeline->run({});
    if (stop.fault) giveUp(stop.fault->text);
    if (stop.kind != machine::StopKind::Halted) giveUp("a program did not halt");
}

void Guest::set(const std::string& name, const tensor::Tensor& value) {
    const program::NamedTensor& where = tensorNamed(*m_program, name);
    const program::Target target = training::targetOf(m_config);
    const auto arrangement = program::Arrangement::make(target, where);
    if (!arrangement) giveUp(textOf(arrangement.problem()));
    const auto bytes = program::pack(*arrangement, value);
    if (!bytes) giveUp(textOf(bytes.problem()));
    machine::Edit edit;
    edit.inSpace = true;
    edit.space = where.space;
    edit.offset = where.address * target.spaces[where.space].unitBytes;
    edit.bytes = *bytes;
    const Outcome done = m_timeline->edit(std::move(edit));
    if (!done) giveUp(textOf(done.problem()));
}

tensor::Tensor Guest::get(const std::string& name) const {
    const program::NamedTensor& where = tensorNamed(*m_program, name);
    const program::Target target = training::targetOf(m_config);
    const auto arrangement = program::Arrangement::make(target, where);
    if (!arrangement) giveUp(textOf(arrangement.problem()));
    std::vector<std::byte> bytes(arrangement->bytes());
    const Outcome done =
        m_machine->readSpace(where.space, where.address * target.spaces[where.space].unitBytes, bytes, {});
    if (!done) giveUp(textOf(done.problem()));
    return program::unpack(*arrangement, bytes);
}

std::uint32_t Guest::scalar(std::size_t number) {
    const machine::NodeId node = m_machine->tree().withRole(machine::Role::ScalarRegisters);
    std::uint32_t word = 0;
    m_machine->store().read(m_machine->tree().at(node).offset + number * 4,
                            std::as_writable_bytes(std::span(&word, 1)));
    return word;
}

} // namespace lw::bench
