// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/core.h"
#include "widgets/charts/curve_view.h"
#include "widgets/paint/picture_files.h"
#include "widgets/paint/table_twin.h"
#include "widgets/session/view_context.h"
#include "widgets/theme/wrapped_label.h"

#include <QComboBox>

#include <vector>

namespace lw::debug {

// A stream of words that a program traces, as a curve: the loss while it trains, how many of a batch were
// right, or whatever it sends. A click goes to the clock in which the word was sent.
class StreamView : public QWidget {
    Q_OBJECT
  public:
    explicit StreamView(session::ViewContext context, QWidget* parent = nullptr);

    charts::CurveView& curve() { return *m_curve; }
    const std::vector<double>& numbers() const { return m_numbers; }
    paint::PaperPicture paper() const; // for a file
    paint::TableTwin& twin() { return *m_twin; }
    QComboBox& streams() { return *m_streams; }
    QString message() const { return m_message->text(); }
    // A line for each word: number, clock, value. Returns what is wrong, or nothing.
    std::optional<QString> writeCsv(const QString& path) const;

  private:
    void take();
    QString nameOf(std::uint32_t stream) const;
    void draw();
    void fillMenu(QMenu& menu);
    void goTo(std::size_t number);
    void tellOf(std::optional<std::uint64_t> number); // nothing: about the last one

    session::ViewContext m_context;
    charts::CurveView* m_curve;
    paint::TableTwin* m_twin;
    QComboBox* m_streams;
    theme::WrappedLabel* m_message;
    std::vector<machine::TraceWord> m_words; // of the stream shown
    std::vector<double> m_numbers;           // their values
};

} // namespace lw::debug
