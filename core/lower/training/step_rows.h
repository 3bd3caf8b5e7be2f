// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/program.h"
#include "core/lower/training/step_writer.h"

namespace lw::lower::training {

// One training step after the other as calls of subroutines: what a KeepStep does, and the update after
// all.
class StepRows {
  public:
    StepRows(StepWriter& to, const network::Network& network, const KeepPlan& keep, const StepPlan& plan)
        : m_to(to), m_network(network), m_keep(keep), m_plan(plan) {}

    // All but moves between VMEM and HBM: `begin` is called before each of the plan's steps, `end` after its
    // work.
    using AtStep = std::function<void(std::size_t step)>;
    void write(const AtStep& begin, const AtStep& end);
    void writeUpdate();

  private:
    using ValueId = network::ValueId;

    const network::Layer& layerOf(ValueId value) const { return m_network.layers[value - 1]; }
    const LayerParameters& parametersOf(ValueId value) const { return m_plan.parameters.layers[value - 1]; }
    ImageLayout layoutOf(ValueId value) const { return training::layoutOf(m_network, value, m_plan.by); }
    std::int64_t rowOf(ValueId value, Part part) const {
        return static_cast<std::int64_t>(m_plan.rowOf(m_step, {value, part}));
    }
    std::int64_t trained(std::uint64_t row) const {
        return static_cast<std::int64_t>(m_plan.trained.row + row);
    }
    std::int64_t gradient(std::uint64_t row) const {
        return static_cast<std::int64_t>(m_plan.gradients.row + row);
    }
    std::int64_t statistic(const LayerParameters& of, Statistic which, std::uint64_t block) const {
        return static_cast<std::int64_t>(m_plan.statistics.row + Parameters::row(of, which, block));
    }
    bool isReadBy(std::size_t step, const Held& held) const;
    bool reads(const Held& held) const;

    void take(std::size_t step);
    void writeStep();
    void writeBesideProducts(const Beside& group, const AtStep& begin, const AtStep& end);
    void deferBeside(const Beside& group, const AtStep& begin, const AtStep& end);
    void forgetReleased(std::optional<std::size_t> beside = {});
    void forget(const Held& released);
    void forward(bool isAgain);
    void normForward(bool isAgain);
    void keepInverse(const ImageLayout& image, std::uint64_t block, double epsilon);
    void pack();
    void unpack();
    void bias();
    void loss();
    void mask();
    struct Normalised {
        std::int64_t row = 0;
        bool isInverse = false; // made from what the norm gave
    };
    Normalised normalisedFrom() const;
    void setNormalised(const Normalised& from, std::uint64_t block);
    void normReduce();
    void normApply();
    void dataGradient();
    void poolGradient();
    void weightGradient();
    // Calls `write` with the row where the gradient by a value is to go; where there is one already, it is
    // written elsewhere and added.
    template <typename Visit> void eachPart(const Visit& visit);
    // `isMore`: than this step has given already.
    template <typename Write> void give(ValueId value, const Write& write, bool isMore = false);

    StepWriter& m_to;
    const network::Network& m_network;
    const KeepPlan& m_keep;
    const StepPlan& m_plan;
    std::size_t m_step = 0;
    ValueId m_value = 0; // of this step
};

} // namespace lw::lower::training
