// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/convolutions.h"
#include "tests/bench/guest.h"
#include "tests/bench/wide_tiles.h"

#include "core/lower/striding/direct.h"
#include "core/project/lower_network.h"

#include <memory>
#include <thread>

// How fast the host runs all tiles of a picture: beside oneDNN's convolutions of as many tiles of that size,
// with weights in the form it likes best; and on an array of four circuits with two threads of the host.
namespace lw::bench {

namespace {

using network::Precision;
using tensor::Tensor;

// All tiles on a machine with that many threads.
class Runner {
  public:
    explicit Runner(const WideTiles& tiles, unsigned threads = 1) : m_run(tiles.run()), m_threads(threads) {}
    void begin() {
        m_machine.reset(); // its memory is taken over
        auto machine = m_run.begin(nullptr, m_threads);
        if (!machine) giveUp(textOf(machine.problem()));
        m_machine = *std::move(machine);
    }
    void run() { runToHalt(*m_machine); }
    Tensor output() { return m_run.outputs(*m_machine).front(); }
    machine::Machine& machine() { return *m_machine; }

  private:
    project::LaunchedRun m_run;
    unsigned m_threads;
    std::unique_ptr<machine::Machine> m_machine;
};

template <typename Input, typename Sum>
Figure runOf(Effort effort, const std::string& key, Precision precision, double goal) {
    const lower::tiling::Size picture = choose<lower::tiling::Size>(effort, {384, 512}, {80, 80});
    const WideTiles tiles(precision, picture, 64, "inference");
    const auto circuit = project::circuitNamed(tiles.machine);
    if (!circuit) giveUp(textOf(circuit.problem()));
    const Convolutions<Input, Sum> convolutions(tiles.tile.toLower());
    const Tensor wanted = lower::striding::directOutput(tiles.network, *circuit, true, tiles.picture);
    Runner runner(tiles);
    Tensor output;
    Figure out = measure(effort, {.key = key,
                                  .unit = "MACs/s",
                                  .work = tiles.macs(),
                                  .candidate =
                                      [&] {
                                          runner.run();
                                          output = runner.output();
                                      },
                                  .anchor = convolutions.call(tiles.plan.tiles()),
                                  .goal = goal,
                                  .prepare = [&] { runner.begin(); },
                                  .check =
                                      [&] {
                                          if (!(output == wanted))
                                              giveUp("tiles do not give what the whole picture gives");
                                      }});
    out.note = convolutions.call() ? std::to_string(tiles.plan.tiles()) + " tiles" : kNoOneDnn;
    return out;
}

double runSeconds(Runner& runner) {
    runner.begin();
    return seconds(Clock::Wall, [&] { runner.run(); });
}

// Of two machines at the same time.
double runSeconds(Runner& first, Runner& second) {
    first.begin();
    second.begin();
    return seconds(Clock::Wall, [&] {
        std::thread other([&] { second.run(); });
        first.run();
        other.join();
    });
}

} // namespace

std::vector<Figure> tiledRun(Effort effort) {
    return {runOf<float, float>(effort, "tiled_run_f32", Precision::F32, 0.4),
            runOf<std::int8_t, std::int32_t>(effort, "tiled_run_int8", Precision::I8, 0.3)};
}

// An array is to be 1.7 times as fast with two threads where two machines without anything in common are 1.9
// times as fast as one after the other, and 0.9 of what they reach on a host that has less to give.
std::vector<Figure> arrayOfFour(Effort effort) {
    const lower::tiling::Size picture = choose<lower::tiling::Size>(effort, {384, 512}, {80, 80});
    const WideTiles array(Precision::F32, picture, 64, LW_ROOT "/examples/networks/inference-2x2.json"),
        alone(Precision::F32, picture, 64, "inference");
    Runner one(array, 1), two(array, 2), first(alone), second(alone);
    std::vector<double> onOne, onTwo, afterEachOther, together;
    for (int round = 0; round < roundsOf(effort); ++round) {
        onOne.push_back(1 / runSeconds(one));
        onTwo.push_back(1 / runSeconds(two));
        afterEachOther.push_back(1 / runSeconds(first));
        together.push_back(2 / runSeconds(first, second));
    }
    if (one.machine().store().hash() != two.machine().store().hash() || !(one.output() == two.output()))
        giveUp("an array on two threads does not give what it gives on one");
    Figure apart = figureOf("two_machines_of_tiles", "pictures/s", together, afterEachOther);
    Figure out = figureOf("array_2x2", "pictures/s", onTwo, onOne);
    out.goal = apart.ratio >= 1.9 ? 1.7 : 0.9 * apart.ratio;
    return {apart, out};
}

} // namespace lw::bench
