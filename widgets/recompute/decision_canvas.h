// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/recompute/decision_rows.h"
#include "core/scene/recompute/paid_clocks.h"
#include "widgets/recompute/training_facts.h"
#include "widgets/theme/theme.h"

#include <QAbstractScrollArea>

#include <optional>

namespace lw::recompute {

// A row for each sublayer: its three costs as bars on one scale, what the rule says of them, and how its
// value is kept, which a click changes. Arrow keys go from row to row, space is a click on the decision.
class DecisionCanvas : public QAbstractScrollArea {
    Q_OBJECT
  public:
    DecisionCanvas(const theme::Theme& theme, QWidget* parent);

    // Null: nothing. `paid`: on the chip, by row; empty: the step was not run.
    void show(ReportPtr report, bool isStale, std::vector<scene::recompute::PaidClocks> paid = {});
    const scene::recompute::DecisionRows& rows() const { return m_rows; }
    void select(std::optional<int> row); // and scrolls there
    std::optional<int> selected() const { return m_selected; }

    enum class Column : std::uint8_t { Name, Bars, Rule, Place, BreakEven, Kept };
    static constexpr int kColumns = 6;
    QRectF boxOf(int row, Column column) const; // of the viewport
    struct Spot {
        int row = 0;
        Column column = Column::Name;
    };
    std::optional<Spot> spotAt(QPointF point) const;
    QString tipAt(QPointF point) const;
    QSize sizeHint() const override { return {720, 320}; }

  Q_SIGNALS:
    void picked(int row);       // by a person
    void changeWanted(int row); // a click on its decision
    void menuWanted(int row, QPoint at);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    int rowHeight() const;
    int headHeight() const;
    int widthOf(Column column) const;
    int leftOf(Column column) const;
    QRectF headOf(Column column) const;
    void arrange();
    void pick(int row);
    void paintHead(QPainter& painter) const;
    struct Faces;
    void paintRow(QPainter& painter, const Faces& faces, int row) const;
    void paintBars(QPainter& painter, const Faces& faces, int row) const;
    void paintKept(QPainter& painter, const Faces& faces, int row) const;

    const theme::Theme& m_theme;
    ReportPtr m_report;
    scene::recompute::DecisionRows m_rows;
    std::vector<scene::recompute::PaidClocks> m_paid;
    bool m_isStale = false;
    std::optional<int> m_selected;
};

} // namespace lw::recompute
