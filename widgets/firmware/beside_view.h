// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/firmware/firmware_view.h"
#include "widgets/firmware/lines_table.h"
#include "widgets/session/frame.h"
#include "widgets/theme/wrapped_label.h"

#include <QLabel>
#include <QPushButton>
#include <QTabBar>

namespace lw::firmware {

// Firmware, and beside it software that gives the same bits, a tab for each language. What is picked in one
// is marked in the other; one press runs both and says whether they agree.
class BesideView : public FirmwareView {
    Q_OBJECT
  public:
    BesideView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent = nullptr);

    QTabBar& languages() { return *m_languages; }
    LinesTable& firmwareLines() { return *m_firmware; }
    LinesTable& softwareLines() { return *m_software; }
    QPushButton& compareButton() { return *m_compare; }
    QPushButton& showButton() { return *m_show; }
    QString message() const { return m_message->text(); }
    void copy() const; // all of the software

  private:
    QWidget* makeTools();
    void askForFolder();
    void take();
    void showVerdict();
    void showLines();
    void mark();
    void standAt(const session::FramePtr& frame);
    void showDifference();
    const scene::firmware::Beside* scene() const; // null: there is none

    QTabBar* m_languages;
    LinesTable *m_firmware, *m_software;
    QPushButton *m_compare, *m_show;
    QLabel* m_mark; // of the verdict
    theme::WrappedLabel* m_message;
    session::FramePtr m_frame;
    FactsPtr m_shown; // whose lines are shown
    std::size_t m_language = 0;
};

} // namespace lw::firmware
