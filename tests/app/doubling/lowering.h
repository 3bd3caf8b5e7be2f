// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/lowered_text.h"
#include "core/lower/program_text.h"
#include "core/machine/circuit_limits.h"
#include "core/network/network.h"

#include "tests/app/doubling/report.h"

// A technique as small as can be: the network that adds its input to itself, as a program for the inference
// circuit. It would lie in core/lower/doubling.
namespace lw::lower::doubling {

// What is decided before a single instruction is written.
struct Plan {
    std::string machine, input, output; // names: of the configuration, and of the tensors
    std::uint64_t rows = 0, columns = 0;
    std::uint64_t bytes() const { return rows * columns * sizeof(float); }
};

inline constexpr Message kNotADoubling{"E001", Severity::Error, "{0} is not a doubling",
                                       "This technique lowers one layer that adds the input to itself."};

inline Result<Plan> planDoubling(const network::Network& network, const machine::CircuitLimits& circuit) {
    const bool isDoubling =
        network.precision == network::Precision::F32 && network.layers.size() == 1 &&
        network.layers[0].kind == network::Kind::Add &&
        network.layers[0].inputs == std::vector<network::ValueId>{network::kInput, network::kInput};
    const tensor::Shape& shape = network.input.shape;
    if (!isDoubling || shape.size() != 3 || shape[2] != 1 || shape[0] * shape[1] > circuit.stripPixels)
        return Problem{&kNotADoubling, {network.name}, {}, {}, {}};
    return Plan{circuit.name, network.input.name, network.layers[0].name, shape[0], shape[1]};
}

struct Lowering : LoweredText {
    Plan plan;
    Report report;
};

inline Lowering lowered(const Plan& plan) {
    Lowering out;
    out.plan = plan;
    ProgramText rows;
    const auto pattern = [&](std::uint64_t pixels, std::uint64_t bytes) {
        return rows.pattern({.n0 = pixels, .s0 = static_cast<std::int64_t>(bytes)});
    };
    const std::string picture = std::to_string(plan.rows) + ", " + std::to_string(plan.columns);
    rows.label("start");
    rows.row("dma.in", {"buffer", plan.input, pattern(plan.bytes(), 1), pattern(plan.bytes(), 1)});
    rows.row("vload.w", {"v0", "buffer", pattern(plan.rows * plan.columns, 4), "1"});
    rows.row("vadd.f", {"v1", "v0", "v0"});
    rows.row("vstore.w", {"buffer", "v1", pattern(plan.rows * plan.columns, 4)});
    rows.row("dma.out", {plan.output, "buffer", pattern(plan.bytes(), 1), pattern(plan.bytes(), 1)});
    rows.row("halt", {});
    out.text = ".chip inference, \"" + plan.machine + "\"\n";
    for (const auto& [name, rest] : {std::pair(plan.input, "host = \"input.npy\""),
                                     std::pair(plan.output, "host"), std::pair(std::string("buffer"), "ub")})
        out.text += ".tensor " + name + ", f32, [" + picture + "], " + rest + "\n";
    out.text += rows.text();
    out.files.push_back({"input.npy", tensor::Tensor(tensor::DType::F32, {plan.rows, plan.columns})});
    for (std::uint64_t i = 0; i < plan.rows * plan.columns; ++i)
        out.files[0].contents.set(i, static_cast<float>(i + 1));
    out.report = {plan.input, plan.output, plan.rows * plan.columns};
    return out;
}

} // namespace lw::lower::doubling
