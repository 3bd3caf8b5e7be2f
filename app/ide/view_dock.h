// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/view_catalog.h"
#include "widgets/session/core_choice.h"

#include <QDockWidget>

#include <optional>

namespace lw::ide {

// A view of a workspace in its frame: the first of its kind or another one, which shows the core in focus or
// is pinned to one. Its title says to which.
class ViewDock : public QDockWidget {
    Q_OBJECT
  public:
    // `number`: 1 is the first of its kind, which is always there.
    ViewDock(const ViewEntry& entry, const ViewParts& parts, int number, QWidget* parent);

    const ViewEntry& entry() const { return m_entry; }
    int number() const { return m_number; }
    bool isOfCore() const { return m_entry.isOfCore; }
    machine::CoreId core() const { return m_context.core(); }
    const std::optional<machine::CoreId>& pinned() const { return m_choice->pinned(); }
    void pin(std::optional<machine::CoreId> core) { m_choice->pin(core); }
    // "registers#2@1": the second of its kind, pinned to core 1. Empty: it is as it comes with its workspace.
    QString saved() const;

  Q_SIGNALS:
    void closed(); // by its cross

  protected:
    void closeEvent(QCloseEvent* event) override;

  private:
    void updateTitle();

    const ViewEntry& m_entry;
    int m_number;
    session::ViewContext m_context;
    session::CoreChoice* m_choice;
};

QString savedText(const QString& name, const std::optional<machine::CoreId>& pinned);

// What that text says.
struct SavedView {
    QString id;
    int number = 1;
    std::optional<machine::CoreId> pinned{};
};
std::optional<SavedView> savedView(const QString& text); // nothing: it says something else

} // namespace lw::ide
