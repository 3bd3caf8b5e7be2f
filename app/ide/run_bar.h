// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/action_table.h"
#include "widgets/editor/document_area.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/view_context.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QToolBar>

namespace lw::ide {

// The bar for running: what can be done, which program on which machine, how fast, and where it is.
class RunBar : public QToolBar {
    Q_OBJECT
  public:
    RunBar(ActionTable& actions, session::ViewContext context, editor::DocumentArea& documents,
           QWidget* parent = nullptr);

    int bundlesPerSecond() const { return m_speed->currentData().toInt(); } // 0: as fast as possible
    QString positionText() const { return m_position->text(); }

    // Shown beside the machine; empty: everything is as usual.
    void showModes(const QString& modes);

  Q_SIGNALS:
    void startChosen(const QString& path);
    void machineChosen(const QString& machine); // empty: the program's

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void makeStart();
    void makeMachine();
    void fillStart();
    void fillMachine();
    void updateNames();
    void updatePosition();
    void fillCores();
    bool hasCores() const;
    std::uint32_t coreCount() const;

    ActionTable& m_actions;
    session::ViewContext m_context;
    editor::DocumentArea& m_documents;
    QPushButton* m_start;
    QPushButton* m_machine;
    QComboBox* m_core; // the one in focus, on a machine with several
    QAction* m_coreAction;
    QComboBox* m_speed;
    QLabel* m_position;
    QString m_modes; // other than the usual
};

} // namespace lw::ide
