// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/firmware/processor_desk.h"
#include "widgets/paint/scene_table_model.h"
#include "widgets/session/view_context.h"
#include "widgets/theme/notice_or_body.h"
#include "widgets/theme/wrapped_label.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

namespace lw::firmware {

// What a network takes as firmware of the processor, before anything is run: for a machine and an input that
// are chosen here. One press makes the firmware, opens it and compares its software with it.
class PlanView : public theme::NoticeOrBody {
    Q_OBJECT
  public:
    PlanView(session::ViewContext context, ProcessorDesk& desk, QWidget* parent = nullptr);

    QComboBox& machine() { return *m_machine; }
    QLineEdit& input() { return *m_input; }
    QPushButton& makeButton() { return *m_make; }
    QString message() const { return m_message->text(); }
    const QAbstractItemModel& uses() const { return m_usesModel; }
    const QAbstractItemModel& layers() const { return m_layersModel; }

  Q_SIGNALS:
    void networkWanted(); // by a person who has none

  private:
    QWidget* makeTools();
    QTableView* makeTable(paint::SceneTableModel& model, const QString& name);
    void take();
    void takeRequest();
    void showPlan();
    void say(const QString& text, bool isRefusal = false);
    bool planAgain(); // whether something else was chosen
    void chooseMachineFile();
    void chooseInput();

    session::ViewContext m_context;
    ProcessorDesk& m_desk;
    QComboBox* m_machine;
    QLineEdit* m_input;
    QPushButton* m_make;
    QLabel* m_mark;
    theme::WrappedLabel* m_message;
    QTableView *m_uses, *m_layers;
    paint::SceneTableModel m_usesModel, m_layersModel;
    QString m_network;        // whose request is shown
    bool m_makesNext = false; // the firmware, once this is planned
};

} // namespace lw::firmware
