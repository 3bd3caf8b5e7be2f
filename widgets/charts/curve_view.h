// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/curve.h"
#include "core/scene/element_source.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lw::charts {

// A tensor's elements, one after the other, as a curve of values over their numbers. If the window was
// built without Qt Charts it says so in the curve's place.
class CurveView : public QWidget {
    Q_OBJECT
  public:
    static constexpr std::uint64_t kMost = 1 << 20; // elements that can be drawn without waiting

    explicit CurveView(const theme::Theme& theme, QWidget* parent = nullptr);
    ~CurveView() override;

    static bool isBuilt(); // with Qt Charts

    // Null: nothing. At most kMost elements.
    void setElements(scene::ElementSourcePtr elements);
    // The scale below the curve: `first` for the first element, and that much more for each one after it.
    // Usually their numbers.
    void setAcross(double first, double step);
    // What the axes show, and how values go up; elements before `from` are left out.
    struct Axes {
        QString across{}, up{};
        bool isLogarithmic = false; // for values above 0
        std::uint64_t from = 0;
    };
    void setAxes(const Axes& axes);
    const Axes& axes() const { return m_axes; }
    std::pair<double, double> rangeAcross() const; // in sight
    // What else is drawn: other values of the same elements, and heights with a name.
    struct Beside {
        QString name;
        std::vector<double> values; // by element; NaN: none
        bool areDots = false;       // otherwise joined
    };
    struct Limit {
        QString name;
        double value = 0;
    };
    // `own` is the name of the elements' curve; with `isJoined` gaps in it are bridged.
    void setBeside(const QString& own, bool isJoined, std::vector<Beside> beside, std::vector<Limit> limits);
    void mark(std::optional<std::uint64_t> element);
    void pickAt(QPointF point); // the element there, if there is one
    const std::optional<std::uint64_t>& marked() const { return m_marked; }
    std::optional<QPointF> markedPoint() const; // where the mark is, on the axes; nothing: it is not drawn
    std::size_t points() const;                 // those that Qt was given
    // As it is, on paper: in that theme, without the mark.
    void paintOn(QPainter& painter, const theme::Theme& print, const QRectF& where) const;
    // Where an element's value is, in this widget.
    QPointF placeOf(std::uint64_t element) const;

  Q_SIGNALS:
    void hovered(std::optional<std::uint64_t> element);
    void picked(std::uint64_t element);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Chart; // Qt's, if there is one
    void draw();
    void fitTitle();
    void drawOwn(const scene::Curve& curve);
    void drawBeside(bool areDots, double& low, double& high);
    void drawLimits(double& low, double& high);
    void setRanges(double low, double high);
    void drawMark();
    std::optional<double> markedValue() const;
    double across(std::uint64_t element) const;
    void dress();
    std::optional<std::uint64_t> elementAt(QPointF point) const;
    void pick(std::uint64_t element);

    const theme::Theme& m_theme;
    scene::ElementSourcePtr m_elements;
    double m_first = 0, m_step = 1; // across
    Axes m_axes;
    QString m_name;
    bool m_isJoined = false;
    std::vector<Beside> m_beside;
    std::vector<Limit> m_limits;
    std::optional<std::uint64_t> m_marked;
    std::unique_ptr<Chart> m_chart;
};

} // namespace lw::charts
