// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"
#include "widgets/theme/role.h"

#include <QFrame>
#include <QLabel>
#include <QToolButton>

namespace lw::debug {

// Why the machine has stopped here, above the program: a fault with whose mistake it is and what to do,
// the breakpoint that was hit, what it waits for, who wrote a cell, which core continues, or that the program
// in the editor is not the loaded one. Takes no space when there is nothing to say.
class StopBar : public QFrame {
    Q_OBJECT
  public:
    explicit StopBar(session::ViewContext context, QWidget* parent = nullptr);

    // Where a line of a loaded file is now, from 0; -1: gone. Without it the lines are as they were loaded.
    using LineNow = std::function<int(const session::Loaded& loaded, const Place& place)>;
    void setLineNow(LineNow lineNow) { m_lineNow = std::move(lineNow); }
    // The texts in the editors are not those that run.
    void setStale(bool stale);
    QString text() const { return m_said; }

  Q_SIGNALS:
    void restartWanted();
    void placeWanted(const QString& path, int line);
    void explanationWanted(const QStringList& topics); // of the manual

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fitHeight();
    int roomOfText() const;
    void showCall();
    struct Say {
        theme::Role role;
        QString icon, text;
        std::optional<machine::BundleOf> bundle; // to show
        bool offersRestart = false;
        QString topic{};                         // of the manual, with more on it
        std::optional<machine::CoreId> goesOn{}; // when this one has halted
    };
    std::optional<Say> whatToSay() const;
    int lineNow(const session::Loaded& loaded, const Place& place) const; // from 1
    QString lineText(const session::Loaded& loaded, const Place& place) const;
    std::vector<Place> linesOf(machine::BundleOf bundle) const;
    QString placeText(machine::BundleOf bundle) const;
    QString callText(machine::BundleOf bundle) const;
    QString whatOf(const machine::Fault& fault) const;
    QString textOf(const machine::Hit& hit) const;
    Say standing(const session::Frame& frame) const;
    Say halted(const session::Frame& frame) const;
    Say waits(const session::Frame& frame) const;
    Say aboutFault(const session::Frame& frame) const;
    void answer(const QString& expression, const QString& text, std::optional<machine::BundleOf> bundle);
    void update();

    session::ViewContext m_context;
    LineNow m_lineNow;
    QLabel* m_icon;
    QLabel* m_text;
    QToolButton* m_show;
    QToolButton* m_call;
    QToolButton* m_read;
    QString m_said, m_topic;
    bool m_isFault = false;
    QToolButton *m_restart, *m_keep, *m_goOn;
    std::optional<machine::BundleOf> m_bundle;
    std::optional<machine::CoreId> m_goesOn;
    std::optional<Say> m_answer; // to a question, until something happens
    std::shared_ptr<const machine::Snapshot> m_askedOf;
    bool m_stale = false;
    bool m_isKept = false; // somebody knows, and wants the loaded one
};

} // namespace lw::debug
