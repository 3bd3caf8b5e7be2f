// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/circuit/circuit_view.h"
#include "widgets/circuit/pooling_subject.h"
#include "widgets/paint/tensor_pane.h"

#include <QGridLayout>
#include <QResizeEvent>
#include <QSpinBox>

#include <array>
#include <optional>

namespace lw::circuit {

// The pooling circuitry in the present clock of the machine: the values with the windows over them, the
// results as the windows complete, and the line buffer that sees one value per clock. A result leads to its
// window and winner, a value to all the windows it is in.
class PoolingView : public CircuitView {
    Q_OBJECT
  public:
    enum Pane { Values, Results, Line, kPanes };
    using Cell = paint::TensorCanvas::Cell;

    // Takes ownership of the subject.
    PoolingView(session::ViewContext context, PoolingSubject* subject, QWidget* parent = nullptr);

    paint::TensorPane& pane(Pane pane) { return *m_panes[pane]; }
    QSpinBox& lane() { return *m_lane; }             // from 1
    void point(Pane pane, std::optional<Cell> cell); // as the mouse does
    void pick(Pane pane, const Cell& cell);          // as a click does
    // The windows that are marked, by their numbers.
    std::vector<std::uint32_t> marked() const;
    // The machine goes to where the picked window is complete, or the picked value enters.
    void goToPicked();
    // It goes to where the window of the element that is looked at is complete, and picks it. False: this
    // program does not pool that element.
    bool goToElement();

  protected:
    void showMoment() override;
    void showNothing() override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    struct Place {
        Pane pane;
        Cell cell;
    };
    std::optional<PoolingSubject::Source> source() const;
    void followChoice();
    void followElement();
    void pickWindow(const scene::circuit::PooledWindow& window);
    void chooseLane(std::uint32_t lane);
    void fillHead();
    QWidget* makePanes();
    void arrange();
    void followStream();
    void showPane(Pane pane, const QString& title, scene::CellPicture picture);
    void fitColours();
    QString summaryText() const;
    QString textOf(const Place& place) const;
    QString windowText(std::uint32_t number) const;
    QString valueText(const Cell& cell) const;
    const std::optional<Place>& place() const { return m_pointed ? m_pointed : m_picked; }
    const scene::circuit::PoolingPicture& scene() const { return moment().windows; }
    void paintOver(Pane pane, QPainter& painter) const;
    void paintValues(QPainter& painter) const;
    void paintWindow(QPainter& painter, const scene::circuit::PoolWindow& window, int inset) const;
    void paintWinner(QPainter& painter, std::uint32_t number) const;
    void paintResults(QPainter& painter) const;
    void paintLine(QPainter& painter) const;

    PoolingSubject* m_subject;
    QSpinBox* m_lane = nullptr;
    QAction* m_toClock = nullptr;
    QGridLayout* m_grid = nullptr;
    std::array<paint::TensorPane*, kPanes> m_panes{};
    paint::TensorLook m_look;
    std::weak_ptr<const session::Loaded> m_lookOf; // the program to whose values the colours belong
    std::uint32_t m_bundle = 0;                    // the one to which what is picked belongs
    // Square: the line buffer below; Wide: all side by side; Strip: all below each other, for pictures that
    // are much wider than high.
    enum class Layout { Square, Wide, Strip };
    Layout fittingLayout() const;
    Layout m_layout = Layout::Square;
    tensor::Shape m_shape; // of the values
    bool m_isFilling = false;
    std::optional<Place> m_pointed, m_picked;
    std::optional<scene::circuit::PooledWindow> m_wanted; // once the machine is there
};

} // namespace lw::circuit
