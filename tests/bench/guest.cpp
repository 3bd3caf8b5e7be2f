// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/guest.h"
#include "tests/bench/kernel_choice.h"

#include "core/program/layout.h"
#include "core/source/render.h"

#include <cstdio>
#include <cstdlib>

namespace lw::bench {

namespace {

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

Guest Guest::of(project::ProgramAnswer answer, const source::Files& files) {
    if (!answer.loaded) giveUp(source::render(answer.diagnostics.problems().front(), files));
    Guest guest;
    guest.m_loaded = std::make_shared<const project::LoadedProgram>(*std::move(answer.loaded));
    guest.reset();
    return guest;
}

Guest Guest::fromFile(const std::string& path) {
    source::DiskLoader loader;
    source::Files files(loader);
    return of(project::loadProgram({path, {}, {}, {}}, files), files);
}

Guest Guest::fromText(const std::string& text, const std::string& path) {
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    loader.set(path, text);
    source::Files files(loader);
    return of(project::loadProgram({path, {}, {}, {}}, files), files);
}

Guest Guest::fromFileOn(const std::string& path, const std::string& machine) {
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    loader.set("machine.json", machine);
    source::Files files(loader);
    return of(project::loadProgram({path, "machine.json", {}, {}}, files), files);
}

Guest Guest::fromTextOn(const std::string& text, const std::string& machine) {
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    loader.set("machine.json", machine);
    loader.set("bench.lw", text);
    source::Files files(loader);
    return of(project::loadProgram({"bench.lw", "machine.json", {}, {}}, files), files);
}

void Guest::reset(const machine::TimelineOptions& options) {
    m_timeline.reset();
    m_machine.reset();
    m_machine = machineAtStart();
    m_timeline = std::make_unique<machine::Timeline>(*m_machine, options);
}

std::unique_ptr<machine::Machine> Guest::machineAtStart() const {
    chips::RunOptions run;
    run.kernel = kernelChoice();
    auto made = m_loaded->chip->create(m_loaded->program, m_loaded->machine.json, run);
    if (!made) giveUp(textOf(made.problem()));
    return *std::move(made);
}

void runToHalt(machine::Machine& machine) {
    if (machine.run({}).kind != machine::StopKind::Halted) giveUp("a program did not halt");
}

void Guest::runToHalt() {
    const machine::Stop stop = m_timeline->run({});
    if (stop.fault) giveUp(stop.fault->text);
    if (stop.kind != machine::StopKind::Halted) giveUp("a program did not halt");
}

void Guest::set(const std::string& name, const tensor::Tensor& value) {
    const program::NamedTensor& where = tensorNamed(m_loaded->program, name);
    const program::Target& target = m_loaded->machine.target;
    const auto arrangement = program::Arrangement::make(target, where);
    if (!arrangement) giveUp(textOf(arrangement.problem()));
    const auto bytes = program::pack(*arrangement, value);
    if (!bytes) giveUp(textOf(bytes.problem()));
    machine::Edit edit;
    edit.inSpace = true;
    edit.space = where.space;
    edit.offset = where.address * target.spaces[index(where.space)].unitBytes;
    edit.bytes = *bytes;
    const Outcome done = m_timeline->edit(std::move(edit));
    if (!done) giveUp(textOf(done.problem()));
}

tensor::Tensor Guest::get(const std::string& name) const {
    const program::NamedTensor& where = tensorNamed(m_loaded->program, name);
    const program::Target& target = m_loaded->machine.target;
    const auto arrangement = program::Arrangement::make(target, where);
    if (!arrangement) giveUp(textOf(arrangement.problem()));
    std::vector<std::byte> bytes(arrangement->bytes());
    const Outcome done = m_machine->onlyCore().readSpace(
        where.space, where.address * target.spaces[index(where.space)].unitBytes, bytes, {});
    if (!done) giveUp(textOf(done.problem()));
    return program::unpack(*arrangement, bytes);
}

std::uint32_t Guest::scalar(std::size_t number) {
    const machine::NodeId node = m_machine->onlyCore().tree().withRole(machine::Role::ScalarRegisters);
    std::uint32_t word = 0;
    m_machine->store().read(m_machine->tree().at(node).offset + number * 4,
                            std::as_writable_bytes(std::span(&word, 1)));
    return word;
}

std::vector<std::uint32_t> Guest::words(machine::Role role) {
    const machine::Node& node = m_machine->tree().at(m_machine->onlyCore().tree().withRole(role));
    std::vector<std::uint32_t> out(machine::countOf(node));
    m_machine->store().read(node.offset, std::as_writable_bytes(std::span(out)));
    return out;
}

} // namespace lw::bench
