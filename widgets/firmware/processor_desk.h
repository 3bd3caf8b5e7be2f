// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/cut.h"
#include "core/network/image_order.h"
#include "core/project/processor_network.h"
#include "widgets/session/newest_task.h"
#include "widgets/session/technique_desk.h"

#include <QString>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace lw::firmware {

// A network that becomes firmware.
struct PlanRequest {
    QString network;   // .json or .onnx
    QString machine{}; // a built-in one's name or a path; empty: the smallest that it fits on
    QString input{};   // .npy or a picture; empty: none yet, so that nothing can be run
    QString folder{};  // that the firmware is written into; empty: one of its own, kept with the session
    QString mean{}, scale{}; // of the input's bytes, as network::setNormalise() reads them
    network::Section section{};
    std::optional<network::ImageOrder> order{}; // of an array as its input; nothing: not said
};

// What the network takes of the processor, before anything is run.
struct Plan {
    PlanRequest request;
    project::ProcessorLowered lowered;
};
using PlanPtr = std::shared_ptr<const Plan>;

// Plans a network as firmware, on another thread, and writes that on demand.
class ProcessorDesk : public session::TechniqueDesk {
    Q_OBJECT
  public:
    explicit ProcessorDesk(QObject* parent = nullptr);

    void keepIn(const QString& folder) override { m_folder = folder; }
    void setProgram(const QString& path) override;
    QString program() const override { return m_program; }
    QString madeFrom() const override { return m_program.isEmpty() ? QString() : m_request.network; }
    QString openedAlone() const override { return m_program.isEmpty() ? m_request.network : QString(); }
    bool isBusy() const override { return m_planning.isWaiting() || m_making.isWaiting(); }

    // Answers by factsChanged(), and by failed() if it is refused. What is planned already is another
    // network's, or is planned anew.
    void plan(const PlanRequest& request);
    void cancel(); // what is under way; what was planned before is gone
    bool isPlanning() const { return m_planning.isWaiting(); }
    const PlanRequest& request() const { return m_request; } // without a network: nothing was asked for
    const PlanPtr& planned() const { return m_plan; }        // null: nothing, or it was refused
    const QString& refusal() const { return m_refusal; }     // and why; empty: it was not
    // Whether the processor takes a network, without showing anything of it; a newer question drops this one.
    void askWhether(const PlanRequest& request, const std::function<void(bool takes)>& answer);
    // The firmware is written. Answers by made() or failed().
    void make();

  Q_SIGNALS:
    void made(const QString& program, bool canRun); // whether it has an input
    void plannedAnew();                             // what was made before is of something else
    void failed(const QString& text);

  private:
    void ask(const PlanRequest& request);
    QString folderFor(const PlanRequest& request);

    QString m_folder, m_program;
    std::unique_ptr<QTemporaryDir> m_temporary;
    PlanRequest m_request;
    PlanPtr m_plan;
    QString m_refusal;
    session::NewestTask m_planning{this}, m_making{this}, m_reading{this}, m_asking{this};
};

} // namespace lw::firmware
