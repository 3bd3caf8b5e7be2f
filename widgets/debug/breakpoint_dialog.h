// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/debug_session.h"

#include <QComboBox>
#include <QDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <memory>

namespace lw::debug {

// Makes a breakpoint of any kind from fields, and shows how it is written (machine/breakpoints.h).
// Offers what the loaded program and its chip have: labels, memories, register files, tensors, flags,
// units. Opened by open(): nothing waits for it.
class BreakpointDialog : public QDialog {
    Q_OBJECT
  public:
    enum Kind { Bundle, Condition, Write, Read, Landed, Flag, Popped, NotFinite, kKinds };
    BreakpointDialog(session::DebugSession& session, const QFont& monospace, QWidget* parent = nullptr);

    Kind kind() const { return Kind(m_kind->currentData().toInt()); }
    void setKind(Kind kind);
    // The breakpoint as it is written; empty as long as a required field is.
    QString text() const;
    void accept() override;

  private:
    void addKinds();
    void addFields(const QFont& monospace);
    void offer(); // what the program has
    void showFields();
    void labelOf(QWidget* field, const QString& title);
    void update();
    QString place() const;

    session::DebugSession& m_session;
    std::shared_ptr<const session::Loaded> m_loaded;
    QFormLayout* m_form;
    QComboBox* m_kind;
    QComboBox* m_label; // of a bundle
    QLineEdit* m_expression;
    QComboBox* m_memory; // memories, then register files and tensors
    QSpinBox* m_first;
    QSpinBox* m_count;
    QComboBox* m_flag;
    QSpinBox* m_value;
    QComboBox* m_unit;
    QLineEdit* m_condition;
    QSpinBox* m_hit;
    QLineEdit* m_log;
    QLabel* m_written;
    QLabel* m_wrong;
};

} // namespace lw::debug
