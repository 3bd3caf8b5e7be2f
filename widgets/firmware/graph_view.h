// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/firmware/value_graph.h"
#include "widgets/firmware/firmware_view.h"
#include "widgets/paint/network_canvas.h"
#include "widgets/paint/table_twin.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include <vector>

namespace lw::firmware {

// What the firmware computes as a graph of values, whose layers fold. A click selects the instruction in all
// views; the card beside says where the value is put, and goes there.
class GraphView : public FirmwareView {
    Q_OBJECT
  public:
    GraphView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent = nullptr);

    paint::NetworkCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    QComboBox& folds() { return *m_folds; }
    QCheckBox& dependencies() { return *m_dependencies; } // also shown as wires
    QCheckBox& replaced() { return *m_replaced; }         // likewise
    QString card() const { return m_card->text(); }
    QPushButton& placeButton() { return *m_place; }
    const scene::firmware::ValueGraph& graph() const { return m_graph; }

  Q_SIGNALS:
    void cellWanted(); // the cell that is selected now is to be seen

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    enum Fold { Every, Layers };
    QWidget* makeTools();
    QWidget* makeCard();
    void take();
    void foldAll();
    void foldBox(std::size_t box);
    void showPicture(std::optional<std::size_t> kept);
    void showTable();
    void pick(std::size_t value);
    void follow();
    void tellCard();
    void goToPlace();
    QString tipOf(paint::GraphHit hit) const;
    QString numbersOf(std::size_t value) const;
    QString placesOf(std::size_t value) const;
    QString productsOf(std::size_t value) const; // that it is a function of
    QString cellOf(std::size_t value) const; // the first number where it is put; empty: in no register file

    paint::NetworkCanvas* m_canvas;
    paint::TableTwin* m_twin;
    QComboBox* m_folds = nullptr;
    QCheckBox* m_dependencies = nullptr;
    QCheckBox* m_replaced = nullptr;
    QLabel* m_card = nullptr;
    QPushButton* m_place = nullptr;
    FactsPtr m_shown;
    ValuesPtr m_values;
    scene::firmware::ValueGraph m_graph;
    std::vector<bool> m_folded;            // by layer
    std::optional<std::size_t> m_selected; // a value
};

} // namespace lw::firmware
