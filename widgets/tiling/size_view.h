// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/curve_view.h"
#include "widgets/paint/table_twin.h"
#include "widgets/theme/wrapped_label.h"
#include "widgets/tiling/size_work.h"
#include "widgets/tiling/tiling_view.h"

#include <QComboBox>

#include <map>

namespace lw::tiling {

// What tiles of every size would cost for the picture, as a curve and as a table; a click makes another plan.
// Clocks are shown first, as soon as they are known.
class SizeView : public TilingView {
    Q_OBJECT
  public:
    SizeView(session::ViewContext context, TilingDesk& desk, QWidget* parent = nullptr);

    enum What { Tiles, PeakBytes, Work, BytesIn, Clocks };
    void show(What what);
    charts::CurveView& curve() { return *m_curve; }
    paint::TableTwin& twin() { return *m_twin; }
    const SizeWork& work() const { return *m_work; }
    QString message() const { return m_message->text(); }
    // What a size costs, and why that is more or less than for the previous size.
    QString textOf(std::size_t point) const;

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void takeFacts();
    void takeEmulated();
    void askForClocks();
    bool isOfPlan() const;
    bool isOwnMissing() const;
    void draw();
    void setAxes(What what, std::uint64_t from); // elements before `from` are left out
    void drawBeside();
    void drawHost();
    void drawMessage();
    QString offCurveText() const;
    void showTable();
    std::vector<double> valuesOf(double (*value)(const project::TileCurvePoint&)) const; // by element
    const project::TileCurvePoint* takenBy(std::size_t point) const; // of the machine; null: not known
    QString stepText(std::size_t point) const;
    QString clocksText(const project::TileCurvePoint& at) const;
    QString memoryText(const project::TileCurvePoint& at) const;
    std::uint64_t elementOf(const lower::tiling::CurvePoint& point) const;
    std::optional<std::size_t> pointOf(std::uint64_t element) const; // of the curve
    std::optional<std::size_t> ownPoint() const;                     // of the plan
    void plan(std::optional<std::size_t> point);

    FactsPtr m_facts;
    SizeWork* m_work;
    std::map<std::int64_t, std::uint64_t> m_emulated; // clocks, by the size of tiles that were run
    std::int64_t m_step = 1;                          // from one element of the curve to the next
    bool m_isChosen = false;                          // by the user: what the curve shows
    QComboBox* m_what;
    charts::CurveView* m_curve;
    theme::WrappedLabel* m_message;
    paint::TableTwin* m_twin;
};

} // namespace lw::tiling
