// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/striding/lowered_graph.h"
#include "widgets/paint/network_canvas.h"
#include "widgets/paint/picture_files.h"
#include "widgets/paint/table_twin.h"
#include "widgets/striding/layer_view.h"
#include "widgets/striding/network_card.h"
#include "widgets/theme/wrapped_label.h"

#include <QComboBox>
#include <QLineEdit>
#include <QToolBar>

#include <optional>

namespace lw::striding {

// The network that was opened, as a graph: before anything is lowered, and even if it cannot be. For the
// network from which the loaded program was made, also the rows of each layer, their clocks, and which one is
// being computed.
class NetworkView : public LayerView {
    Q_OBJECT
  public:
    NetworkView(session::ViewContext context, StridingDesk& desk, QWidget* parent = nullptr);

    const scene::NetworkGraph* graph() const; // null: there is none
    paint::NetworkCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    NetworkCard& card() { return *m_card; }
    QString summary() const { return m_summary->text(); }
    // Why it cannot be lowered, or else what its reader warns about; empty: nothing.
    QString refusal() const { return m_refusal->text(); }
    enum Fold { Nothing, Runs, Blocks };
    void showStage(scene::Stage stage);
    void fold(Fold what);
    void search(const QString& text);
    void select(std::size_t node);
    std::optional<std::size_t> selected() const { return m_selected; } // a node
    // In the theme for paper. Returns what is wrong, or nothing.
    std::optional<QString> exportSvg(const QString& path) const { return writeSvg(path, paper()); }
    std::optional<QString> exportPng(const QString& path) const { return writePng(path, paper()); }

  Q_SIGNALS:
    void lowerWanted(const QString& network); // by somebody who looks at one that is not lowered
    void viewWanted(const QString& id);       // another view of the same layer
    void textWanted();                        // the program's, where the layer's rows are selected

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeTools();
    QWidget* makeRefusal();
    QWidget* makeBody();
    void takeNetwork();
    struct Made { // by another thread
        scene::striding::NetworkGraphs graphs;
        std::shared_ptr<const network::Network> network;
        machine::CircuitLimits circuit;
    };
    static Result<Made> make(const StridingRequest& request);
    void takeGraphs(const Result<Made>& made);
    void askWhetherItFits(const Made& made);
    void showRefusal();
    void takeFrame(const session::FramePtr& frame);
    void takeChoice();
    void sayEmpty(const QString& text);
    void sayNoNetwork();
    void noteRows();
    void noteClocks();
    void showTable();
    void showCurrent();
    void forgetPicture();
    void showGraph();   // another one
    void showPicture(); // another way to fold it
    void toggle(std::size_t box);
    void unfoldTo(std::size_t node);
    void pick(std::size_t node);
    const scene::PictureBox& boxOf(std::size_t node) const;
    void open(NetworkCard::Way way);
    void fillCard();
    QVector<NetworkCard::Way> waysOf(const scene::GraphNode& node) const;
    std::string summedLayer() const;
    QString tensorOf(const scene::GraphNode& node) const;
    const scene::GraphNode* leader() const; // for what is selected: the node that has rows of its own
    void findAll();
    void goToFound(int step);
    void describe();
    QString tipOf(paint::GraphHit hit) const;
    paint::PaperPicture paper() const;
    bool isOfProgram() const;

    session::FramePtr m_frame;
    std::optional<scene::striding::NetworkGraphs> m_graphs;
    scene::Stage m_stage = scene::Stage::Given;
    std::vector<bool> m_folded; // by group
    Fold m_fold = Runs;
    std::optional<std::size_t> m_selected;
    QVector<std::size_t> m_found; // nodes
    QString m_shownFor;           // what the graphs belong to, or will
    QString m_graphsOf;           // their network
    QComboBox *m_stages = nullptr, *m_folds = nullptr;
    QLineEdit* m_search = nullptr;
    QLabel* m_foundText = nullptr;
    QAction* m_lower = nullptr;
    theme::WrappedLabel* m_summary = nullptr;
    std::optional<Problem> m_doesNotFit; // the network that is shown
    std::vector<Problem> m_warnings;     // from its reader
    QWidget* m_refusalBar = nullptr;
    QLabel* m_mark = nullptr;
    theme::WrappedLabel* m_refusal = nullptr;
    paint::NetworkCanvas* m_canvas = nullptr;
    paint::TableTwin* m_twin = nullptr;
    NetworkCard* m_card = nullptr;
};

} // namespace lw::striding
