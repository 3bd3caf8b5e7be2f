// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/striding/patch_picture.h"
#include "widgets/paint/tensor_pane.h"
#include "widgets/session/frame.h"
#include "widgets/striding/layer_view.h"
#include "widgets/striding/step_chain.h"

#include <QLabel>
#include <QSplitter>

#include <array>
#include <optional>

namespace lw::striding {

// Where an element of a layer comes from: the patch of the input, the kernel, the products, the passes of the
// matrix unit that add them, and the steps from the sum to the number in memory.
class PatchView : public LayerView {
    Q_OBJECT
  public:
    enum Pane { Input, Kernel, Products, kPanes };

    PatchView(session::ViewContext context, StridingDesk& desk, QWidget* parent = nullptr);

    const std::optional<scene::striding::PatchPicture>& scene() const { return m_scene; }
    paint::TensorPane& pane(Pane pane) { return *m_panes[pane]; }
    paint::TableTwin& passes() { return *m_passes; }
    StepChain& chain() { return *m_chain; }
    QString heading(Pane pane) const { return m_headings[pane]; }
    QString message() const { return m_message->text(); }
    void showInputChannel(int channel);                        // -1: all
    int inputChannel() const;                                  // -1: all
    void showRunning(bool running);                            // sums instead of products
    void choosePass(int pass);                                 // its products are marked
    void point(std::optional<paint::TensorCanvas::Cell> cell); // as the mouse does, in any of the pictures

  private:
    QWidget* makeTools();
    QWidget* makePictures();
    QWidget* makePasses();
    void connectPane(Pane pane);
    void takeFacts();
    void takeElement();
    void takeChoice(bool isOtherLayer);
    scene::striding::PatchPlace firstPlace() const;
    void readPickers();
    void fillPickers();
    void refresh();
    void sayEmpty();
    void goBack();
    void showProblem(const Problem& problem);
    void showScene();
    struct Made { // for an element, by another thread
        Result<scene::striding::PatchPicture> picture;
        std::vector<int> passes; // by product; -1: in none
    };
    static std::vector<int> passesOf(const scene::striding::PatchPicture& picture);
    void take(const Made& made);
    QString rightValue() const;
    void showPane(Pane pane, const scene::CellPicture& cells, const QString& heading);
    void linkSights(Pane from);
    QString describe(const paint::TensorCanvas::Cell& cell) const;
    std::optional<std::size_t> productAt(const paint::TensorCanvas::Cell& cell) const;
    int passOf(std::size_t product) const;
    int passToShow() const;
    void markPass();
    void paintOver(Pane pane, QPainter& painter) const;
    void paintBorder(QPainter& painter) const;

    session::FramePtr m_frame;
    std::optional<scene::striding::PatchPicture> m_scene;
    std::vector<int> m_passOf;                       // by product
    std::vector<paint::TensorCanvas::Cell> m_marked; // of the pass shown
    int m_report = -1;                               // for which the view was filled, by the desk's number
    scene::striding::PatchPlace m_place;
    LayerBar* m_bar = nullptr;
    QComboBox* m_tensor = nullptr;
    QSpinBox *m_row = nullptr, *m_column = nullptr, *m_input = nullptr;
    QAction *m_running = nullptr, *m_back = nullptr;
    std::array<paint::TensorPane*, kPanes> m_panes{};
    std::array<QString, kPanes> m_headings{};
    paint::TableTwin* m_steps = nullptr;
    StepChain* m_chain = nullptr;
    paint::TableTwin* m_passes = nullptr;
    QLabel *m_summary = nullptr, *m_message = nullptr;
    int m_pass = -1, m_shownPass = -1; // the one that was chosen; -1: none
    std::optional<paint::TensorCanvas::Cell> m_pointed;
    bool m_isFilling = false, m_isLinking = false;
};

} // namespace lw::striding
