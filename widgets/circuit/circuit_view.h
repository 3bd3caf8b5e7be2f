// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/circuit/circuit_feed.h"
#include "widgets/circuit/pass_bar.h"
#include "widgets/session/view_context.h"
#include "widgets/theme/empty_notice.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>

namespace lw::circuit {

// What the views of circuits have in common: which pass and which clock, a line that sums it up,
// the pictures, a line about what is pointed at; and instead of all that, while there is nothing
// to see, how to get there.
class CircuitView : public QStackedWidget {
    Q_OBJECT
  public:
    CircuitFeed& feed() const { return *m_feed; }
    PassBar& bar() { return *m_bar; }
    theme::EmptyNotice& notice() { return *m_notice; }
    QString summary() const { return m_summary->text(); }
    QString message() const { return m_message->text(); }

  Q_SIGNALS:
    void networkWanted(); // by somebody who has none

  protected:
    // `what`: what the view shows.
    CircuitView(session::ViewContext context, Circuit circuit, const QString& what, QWidget* parent);

    // The row above the pictures: `first` before the line that sums it up, buttons after it.
    void addHead(QWidget* first);
    void addToHead(QToolButton* button);
    QToolButton* addButton(const QString& text, const QString& tip);
    // The last step in making a view.
    void begin(QWidget* pictures);
    virtual void showMoment() = 0;  // feed().isThere()
    virtual void showNothing() = 0; // does not keep an old moment

    const session::ViewContext& context() const { return m_context; }
    const CircuitMoment& moment() const { return *m_feed->moment(); } // if isThere()
    bool isThere() const { return m_feed->isThere(); }
    void setSummary(const QString& text) { m_summary->setText(text); }
    void setMessage(const QString& text) { m_message->setText(text); }

  private:
    void refresh();

    session::ViewContext m_context;
    Circuit m_circuit;
    QString m_what;
    CircuitFeed* m_feed;
    QWidget* m_body;
    theme::EmptyNotice* m_notice;
    PassBar* m_bar;
    QWidget* m_head;
    QHBoxLayout* m_headLayout;
    QLabel *m_summary, *m_message;
};

} // namespace lw::circuit
