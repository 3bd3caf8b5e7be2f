// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/scene/striding_example.h"

#include "core/project/load_network.h"
#include "core/tensor/npy.h"

namespace lw::test {

std::unique_ptr<StridingExample> stridingExample(const std::string& name, lower::striding::Mode mode) {
    const std::string path = std::string(LW_ROOT) + "/examples/networks/worked-examples/" + name;
    source::DiskLoader disk;
    source::Files files(disk);
    auto network = project::loadNetwork(path + ".json", files);
    auto input = tensor::readNpy(path + ".x.npy");
    LW_REQUIRE(bool(network) && bool(input), "the worked examples can be read");
    auto out = std::make_unique<StridingExample>();
    out->network = *std::move(network);
    lower::striding::Options options;
    options.mode = mode;
    out->run = runLowered(out->network, teachingCircuit(), *input, options);
    LW_REQUIRE(out->run.failure.empty(), out->run.failure.c_str());
    return out;
}

std::unique_ptr<machine::Machine> machineOf(const StridingExample& example, const std::string& name) {
    source::MemoryLoader loader;
    loader.set("circuit.json", teachingCircuit().json);
    source::Files files(loader);
    auto answer = project::loadLowered(example.run.lowering, "lowered", "circuit.json", loader, files);
    LW_REQUIRE(answer.loaded.has_value(), "the program of an example");
    auto machine = answer.loaded->chip->create(answer.loaded->program, answer.loaded->machine.json, {});
    const auto input =
        tensor::readNpy(std::string(LW_ROOT) + "/examples/networks/worked-examples/" + name + ".x.npy");
    LW_REQUIRE(bool(machine) && bool(input) && bool(project::putTensor(**machine, "x", *input)),
               "the machine of an example");
    return *std::move(machine);
}

} // namespace lw::test
