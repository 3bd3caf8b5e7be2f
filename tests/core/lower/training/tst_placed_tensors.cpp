// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/placed_moves.h"
#include "core/lower/training/step_memory.h"
#include "tests/core/lower/training/trained_run.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>

using namespace lw;
using lower::Held;
using lower::KeepPlan;
using lower::Schedule;
using lower::recompute::Policy;
using lower::training::Buffer;
using lower::training::StepMemory;

namespace {

constexpr std::uint32_t kPlacedNetworks = 1000;

// Rows of vector memory, step by step: who has each. What is moved to HBM is gone from here when it is
// released; `wrong` says what was not as it must be.
class RowsInUse {
  public:
    RowsInUse(const KeepPlan& plan, const StepMemory& memory) : m_plan(plan), m_memory(memory) {
        m_owners.resize(memory.rows);
        for (m_step = 0; m_step < plan.steps.size() && wrong.empty(); ++m_step) takeStep();
    }

    std::string wrong;
    std::uint64_t most = 0; // rows that tensors have in the fullest step

  private:
    void takeStep() {
        const lower::KeepStep& step = m_plan.steps[m_step];
        for (const Held& held : step.writes)
            if (!(step.kind == lower::StepKind::Spill)) take(held);
        for (const Held& held : step.reads)
            if (step.kind != lower::StepKind::Fetch && !m_there.contains(held))
                say(held, "is read, not there");
        std::uint64_t used = 0;
        for (const auto& [held, buffer] : m_there) used += buffer->rows;
        most = std::max(most, used);
        for (const Held& held : step.released) leave(held);
    }
    void take(const Held& held) {
        if (m_there.contains(held)) return; // it is added to
        const Buffer& buffer = m_memory.at(m_step, held);
        if (buffer.row + buffer.rows > m_memory.rows) return say(held, "ends beyond the memory");
        for (std::uint64_t row = buffer.row; row < buffer.row + buffer.rows; ++row) {
            if (m_owners[row]) say(held, "has rows of another tensor");
            m_owners[row] = held;
        }
        m_there[held] = &buffer;
    }
    void leave(const Held& held) {
        const auto at = m_there.find(held);
        if (at == m_there.end()) return;
        for (std::uint64_t row = at->second->row; row < at->second->row + at->second->rows; ++row)
            m_owners[row].reset();
        m_there.erase(at);
    }
    void say(const Held& held, const char* what) {
        wrong = "step " + std::to_string(m_step) + ": value " + std::to_string(held.value) + ", " +
                std::string(lower::kPartNames[static_cast<std::size_t>(held.part)]) + ", " + what;
    }

    const KeepPlan& m_plan;
    const StepMemory& m_memory;
    std::vector<std::optional<Held>> m_owners;
    std::map<Held, const Buffer*> m_there;
    std::size_t m_step = 0;
};

} // namespace

// Where tensors lie in vector memory: apart from each other, and close together.
class TestPlacedTensors : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Largest first needs more rows than live at once, but little; nothing can need fewer.
    void noTwoShareARow() {
        std::uint64_t needed = 0, least = 0;
        std::size_t plans = 0;
        for (const std::uint32_t seed : test::seedsBelow(kPlacedNetworks)) {
            std::mt19937 random(seed);
            network::Network network = tests::randomNetwork(random);
            network.training->batch = 8;
            const std::uint32_t salt = static_cast<std::uint32_t>(random());
            const auto rowsOf = [&](const Held& held) {
                std::mt19937 rows(salt + 8 * static_cast<std::uint32_t>(held.value) +
                                  static_cast<std::uint32_t>(held.part));
                return std::uint64_t{1 + rows() % 64};
            };
            for (const Policy policy : {Policy::StoreAll, Policy::Autograd, Policy::Masks, Policy::Bf16,
                                        Policy::ConvStored, Policy::BnStored, Policy::SqrtN})
                for (const Schedule schedule : {Schedule::S0, Schedule::S1, Schedule::S2}) {
                    const test::TrainedOn of(network, "training", policy, schedule);
                    const StepMemory memory =
                        lower::training::placeTensors(of.keep, lower::training::closedMoves(of.keep), rowsOf);
                    const RowsInUse use(of.keep, memory);
                    const std::string name = "network " + std::to_string(seed) + ", " +
                                             std::string(lower::recompute::nameOf(policy)) + ", " +
                                             std::string(lower::nameOf(schedule)) + ": ";
                    QVERIFY2(use.wrong.empty(), (name + use.wrong).c_str());
                    QVERIFY2(use.most > 0 && memory.rows >= use.most, name.c_str());
                    needed += memory.rows;
                    least += use.most;
                    ++plans;
                }
        }
        QVERIFY(plans > 0);
        qInfo("%llu rows for %llu that live at once", static_cast<unsigned long long>(needed),
              static_cast<unsigned long long>(least));
        QVERIFY2(needed * 100 <= least * 105, "more than a twentieth is lost between tensors");
    }
    // A walk that finds nothing wrong must find what is.
    void whatIsWrongIsFound() {
        std::mt19937 random(1);
        network::Network network = tests::randomNetwork(random);
        network.training->batch = 8;
        const test::TrainedOn of(network, "training", Policy::StoreAll, Schedule::S0);
        StepMemory memory = lower::training::placeTensors(of.keep, lower::training::closedMoves(of.keep),
                                                          [](const Held&) { return std::uint64_t{3}; });
        QVERIFY(RowsInUse(of.keep, memory).wrong.empty());
        for (Buffer& buffer : memory.buffers) buffer.row = 0;
        QVERIFY(RowsInUse(of.keep, memory).wrong.find("another tensor") != std::string::npos);
    }
};

int tst_placed_tensors(int argc, char** argv) { return lw::tests::run<TestPlacedTensors>(argc, argv); }
#include "tst_placed_tensors.moc"
