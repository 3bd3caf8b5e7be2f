// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/striding/exactness.h"
#include "core/scene/striding/mask_picture.h"
#include "widgets/paint/tensor_list_model.h"
#include "widgets/paint/tensor_pane.h"
#include "widgets/session/frame.h"
#include "widgets/striding/layer_view.h"
#include "widgets/theme/wrapped_label.h"

#include <QComboBox>
#include <QGridLayout>
#include <QImage>

#include <array>
#include <optional>
#include <tuple>

namespace lw::striding {

// A strided layer as the circuit computes it: its first tensor, the mask and the product, which share view
// and colours, the input, and the output beside what the strided layer gives. What is pointed at in one
// is marked in all, with the part of the input that it comes from.
class MaskView : public LayerView {
    Q_OBJECT
  public:
    enum Pane { First, Mask, Product, Input, Output, Wanted, kPanes };

    MaskView(session::ViewContext context, StridingDesk& desk, QWidget* parent = nullptr);

    paint::TensorPane& pane(Pane pane) { return *m_panes[pane]; }
    QString heading(Pane pane) const { return m_headings[pane]; }
    QString summary() const { return m_summary->text(); }
    QString message() const { return m_message->text(); }
    const paint::TensorLook& look() const { return m_look; }
    void showLayer(int index);
    void showChannel(int channel);
    void showMask(int number); // of two masks: 0 or 1
    // The next wrong element in that direction becomes the selected one.
    void walkWrong(int step);
    void point(Pane pane, std::optional<paint::TensorCanvas::Cell> cell); // as the mouse does

  Q_SIGNALS:
    void elementPicked(); // from then on it is the desk's
    void windowWanted();  // the window and the clock in which the desk's element is pooled

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    QWidget* makeTools();
    QWidget* makePanes();
    int heightOfPanes() const;
    void fitLines();
    int fittingAcross() const;
    int leastHeight(int across) const;
    void fitPanes();
    void arrange();
    void evenOut();
    void connectPane(Pane pane);
    void takeFacts();
    void takeElement();
    void takeChoice(bool isOtherLayer);
    bool sayIfMissing();
    void takeFrame(const session::FramePtr& frame);
    void refresh();
    void refreshPane(Pane pane);
    void countScene();
    void showOutput();
    QString outputTitle() const;
    QWidget* makeModes();
    void takeMode();
    struct Numbers { // of the scene, counted with it
        QImage kept;
        paint::ValueRange range;
    };
    QString effortText(const scene::striding::MaskPicture& picture) const;
    void showScene(const scene::striding::MaskPicture& picture, const Numbers& numbers);
    void setLook(const paint::TensorLook& look);
    void sayEmpty();
    bool isOfProgram() const;
    void fitColours(bool again);
    void linkSights(Pane from);
    void describe(Pane pane, const std::optional<paint::TensorCanvas::Cell>& cell);
    void pick(Pane pane, const paint::TensorCanvas::Cell& cell);
    void paintOver(Pane pane, QPainter& painter) const;
    void paintDropped(const paint::TensorCanvas& canvas, QPainter& painter) const;
    void paintWindows(const paint::TensorCanvas& canvas, QPainter& painter) const;
    void paintWrong(const paint::TensorCanvas& canvas, QPainter& painter) const;
    void paintWrongOutput(const paint::TensorCanvas& canvas, QPainter& painter) const;
    void paintKept(const paint::TensorCanvas& canvas, QPainter& painter) const;
    void paintKeptEdges(const paint::TensorCanvas& canvas, QPainter& painter) const;
    void paintKeptDots(const paint::TensorCanvas& canvas, QPainter& painter) const;
    const QImage& keptShade(int rows, int columns) const;
    void paintLegend(const paint::TensorCanvas& canvas, QPainter& painter, const QString& text) const;
    void paintPhase(const paint::TensorCanvas& canvas, QPainter& painter) const;
    void paintPointed(Pane pane, QPainter& painter) const;
    const lower::striding::LayerReport* layer() const;
    const char* maskRole() const;                               // of the one shown
    const lower::striding::KeptTensor* keptOf(Pane pane) const; // null: the program has no such tensor
    QString tensorOf(Pane pane) const;                          // its name in the program, or nothing
    QString whyNothing(Pane pane) const;
    QString valueAt(Pane pane, const paint::TensorCanvas::Cell& cell) const;
    QString wrongText(std::uint64_t row, std::uint64_t column) const; // in the output; empty: it is not wrong
    // In the first tensor: the pixel itself, or the one that is kept for an element of the output.
    paint::TensorCanvas::Cell firstOf(Pane pane, const paint::TensorCanvas::Cell& cell) const;
    void select(const paint::TensorCanvas::Cell& first, bool reveals); // in all pictures but the input
    void clearSelected();
    // Where the input's pane has the upper left pixel of the input: after the border that it was given.
    std::pair<std::int64_t, std::int64_t> inputCorner() const;

    session::FramePtr m_frame;
    paint::TensorListModel m_list;
    LayerBar* m_bar = nullptr;
    QComboBox* m_masks = nullptr;
    QComboBox* m_modes = nullptr;
    QAction* m_toWindow = nullptr;
    theme::WrappedLabel* m_summary = nullptr;
    theme::WrappedLabel* m_message = nullptr;
    QAction* m_maskAction = nullptr;
    std::array<paint::TensorPane*, kPanes> m_panes{};
    std::array<QString, kPanes> m_headings{};
    paint::TensorLook m_look;
    bool m_hasLook = false, m_isLookSettled = false, m_isLinking = false, m_isFitting = false;
    int m_report = -1;                                  // for which the view was filled, by the desk's number
    std::optional<paint::TensorCanvas::Cell> m_pointed; // of the first tensor
    qsizetype m_wrongAt = -1;
    std::optional<scene::striding::MaskPicture> m_scene;
    std::optional<scene::striding::ExactnessColumn> m_output; // so far; nothing before it has been compared
    QImage m_kept;                                            // for the mask: 1 where it keeps a pixel
    mutable QImage m_shade;
    mutable std::tuple<int, int, QRgb, qint64> m_shadeKey{};
    QWidget* m_box = nullptr; // of the panes; scrolled when they need more room than there is
    QGridLayout* m_grid = nullptr;
    int m_across = 2; // pictures side by side
};

} // namespace lw::striding
