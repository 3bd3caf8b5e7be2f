// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/firmware/differences.h"
#include "widgets/firmware/firmware_view.h"
#include "widgets/paint/scene_table_model.h"
#include "widgets/paint/tensor_pane.h"
#include "widgets/session/newest_task.h"
#include "widgets/theme/wrapped_label.h"

#include <QComboBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>

#include <array>
#include <atomic>
#include <memory>

namespace lw::firmware {

// What the firmware gives beside its software and beside float64, instruction after instruction; of the one
// that is selected every number as a cell, and how far they are apart.
class DifferencesView : public FirmwareView {
    Q_OBJECT
  public:
    DifferencesView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent = nullptr);
    ~DifferencesView() override;

    enum class Of : std::uint8_t { Firmware, Software, Exact, Ulp, kCount };
    paint::TensorPane& pane(Of of) { return *m_panes[static_cast<std::size_t>(of)]; }
    QTableView& table() { return *m_table; }
    QComboBox& ulps() { return *m_ulps; } // between which two
    QSpinBox& times() { return *m_times; }
    QPushButton& stepButton() { return *m_step; }
    // What it gives to the network is set beside what another firmware gives, until an instruction is picked:
    // at once, or as soon as this one has run.
    void compareWith(const QString& path);
    QString message() const { return m_message->text(); }
    bool isWaiting() const { return m_task.isWaiting() || m_otherTask.isWaiting() || !m_wanted.isEmpty(); }

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    // Made once of what was run, and then looked at.
    struct Made {
        FactsPtr facts;
        ValuesPtr values;
        std::shared_ptr<const project::SoftwareValues> software; // null: it has not run
        concord::NodeNumbers exact;
        scene::firmware::Differences differences;
        scene::firmware::ThreeWays all() const;
    };
    using MadePtr = std::shared_ptr<const Made>;
    // What another firmware gives to the network, beside this one.
    struct Other {
        QString name;
        std::size_t all = 0, ofOther = 0; // numbers that each gives
        scene::firmware::ValueDifference value;
    };

    QWidget* makeTools();
    QWidget* makePanes(QWidget* parent);
    void take();
    void drop(); // what is under way
    void takeMade(const MadePtr& made);
    void showTable();
    void showValue();
    void showPane(Of of, const QString& title, const concord::Numbers& numbers, const QString& empty);
    void fitColours(const scene::firmware::ValueDifference& value);
    void pick(int row);
    void stepThere();
    void chooseOther();
    void showOther();
    void showPanes(const std::optional<scene::firmware::ValueDifference>& value);
    int rowOf(std::uint32_t bundle) const; // -1: it computes nothing

    MadePtr m_made;
    std::optional<Other> m_other;
    QString m_wanted; // another firmware that was asked for before there was anything to set beside it
    std::optional<std::uint32_t> m_bundle;
    QTableView* m_table;
    std::array<paint::TensorPane*, static_cast<std::size_t>(Of::kCount)> m_panes{};
    QComboBox* m_ulps;
    QSpinBox* m_times;
    QPushButton* m_step;
    theme::WrappedLabel* m_message;
    paint::SceneTableModel m_model;
    std::shared_ptr<std::atomic<bool>> m_stop = std::make_shared<std::atomic<bool>>(false);
    session::NewestTask m_task{this}, m_otherTask{this};
};

} // namespace lw::firmware
