// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/recompute/training_facts.h"
#include "widgets/session/frame.h"
#include "widgets/session/technique_desk.h"

#include <QTemporaryDir>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace lw::recompute {

// Decides what a training step stores and what it computes again: of policies that are fixed at once, of
// budgets, and of all of them together, on another thread.
class RecomputeDesk : public session::TechniqueDesk {
    Q_OBJECT
  public:
    explicit RecomputeDesk(QObject* parent = nullptr);
    ~RecomputeDesk() override;

    void keepIn(const QString& folder) override { m_folder = folder; }
    void setProgram(const QString& path) override;
    QString program() const override { return m_program; }
    QString madeFrom() const override { return m_program.isEmpty() ? QString() : m_facts->request.network; }
    QString openedAlone() const override {
        return m_facts && m_program.isEmpty() ? m_facts->request.network : QString();
    }
    bool isBusy() const override { return m_underWay > 0; }
    // Whether the debugger has the program of what is decided now.
    bool isDebugged(const session::FramePtr& frame) const;

    // Another network or machine. Answers by factsChanged() or failed().
    void open(const TrainingRequest& request);
    // Something else of the same network and machine; what is under way of what was asked before ends.
    void ask(const TrainingRequest& request);
    const FactsPtr& facts() const { return m_facts; } // null: no network is open
    // The step on the emulated chip. Answers by factsChanged() or failed(). Without data nothing.
    void run();
    void cancelRun();
    // The program of that many training steps, for the debugger. Answers by opened() or failed().
    void debug(std::uint64_t steps);
    // How a value is kept, whatever the policy says. What the policy says anyway is not a decision by hand.
    // Answers by failed() if it cannot be kept so.
    void keep(network::ValueId value, lower::Way way);
    // The way that a click leads to: the next that the value can be kept in, of those that change no bit of
    // any gradient but for an inverse; nothing: there is no other one. The menu has all of them.
    std::optional<lower::Way> nextWay(network::ValueId value) const;

    // What a person looks at: every view shows it.
    std::optional<network::ValueId> chosen() const { return m_chosen; }
    void choose(std::optional<network::ValueId> value);

  Q_SIGNALS:
    void failed(const QString& text);
    void choiceChanged();
    void opened(const QString& program);

  private:
    using Stop = std::shared_ptr<std::atomic<bool>>;
    void start(QThreadPool& pool, const Stop& stop, std::function<void(const Stop& stop)> work);
    template <typename Call> void answer(Call call);
    void takeFacts(FactsPtr facts);
    void stopAll();
    void follow(std::shared_ptr<TrainingFacts> next);
    void takeReport(TrainingFacts& facts, Result<ReportPtr> report);
    void workOut(const FactsPtr& facts);
    void runSteps(std::uint64_t steps);
    QString folderOf(const TrainingFacts& facts, std::uint64_t steps);
    void changeFacts(const std::function<void(TrainingFacts&)>& change);
    // Whether it can; bfloat16 only where that saves bytes and gradients keep their bits.
    bool canClickTo(network::ValueId value, lower::Way way) const;

    QString m_folder, m_program;
    ReportPtr m_programOf; // what that was made of
    std::unique_ptr<QTemporaryDir> m_temporary;
    Stop m_runStop = std::make_shared<std::atomic<bool>>(false);
    FactsPtr m_facts;
    std::optional<network::ValueId> m_chosen;
    Stop m_stop = std::make_shared<std::atomic<bool>>(false);
    int m_underWay = 0;
    QThreadPool m_pool, m_runPool;
};

} // namespace lw::recompute
