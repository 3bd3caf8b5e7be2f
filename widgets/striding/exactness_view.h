// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/striding/exactness.h"
#include "widgets/paint/colour_scale.h"
#include "widgets/paint/table_twin.h"
#include "widgets/paint/tensor_canvas.h"
#include "widgets/session/frame.h"
#include "widgets/striding/layer_view.h"
#include "widgets/theme/wrapped_label.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

#include <optional>
#include <vector>

namespace lw::striding {

// One mode of a layer: its verdict, where its output is not the strided layer's, and why.
class ModeCard : public QWidget {
    Q_OBJECT
  public:
    ModeCard(const theme::Theme& theme, QWidget* parent);

    void show(const scene::striding::ExactnessColumn& mode, double range, std::uint64_t channel,
              bool isOfProgram);
    QString verdict() const { return m_verdict->text(); }
    QString status() const { return m_status->text(); }
    QString reason() const { return m_reason->text(); }
    paint::TensorCanvas& canvas() { return *m_canvas; }
    void select(const std::optional<paint::TensorCanvas::Cell>& cell);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void paintCircles(QPainter& painter) const;

    const theme::Theme& m_theme;
    scene::striding::ExactnessColumn m_mode;
    std::uint64_t m_channel = 0;
    QLabel *m_name, *m_icon, *m_verdict, *m_status;
    theme::WrappedLabel* m_reason;
    paint::TensorCanvas* m_canvas;
    paint::ColourScale* m_scale;
};

// The modes of a strided layer as columns, and as a table. The program's own fills as the circuit computes
// it; the others show the results of a run in the background.
class ExactnessView : public LayerView {
    Q_OBJECT
  public:
    ExactnessView(session::ViewContext context, StridingDesk& desk, QWidget* parent = nullptr);

    const scene::striding::Exactness& scene() const { return m_scene; }
    const std::vector<ModeCard*>& cards() const { return m_cards; }
    paint::TableTwin& twin() { return *m_twin; }
    QString message() const { return m_message->text(); }
    void showLayer(int index);
    // The next wrong element, of the mode that was chosen last or else of the first one that is wrong.
    void walkWrong(int step);

  private:
    QWidget* makeTools();
    void refresh();
    void takeChoice(bool isOtherLayer);
    void takeElement();
    void showScene();
    void fitCards();
    void showCards();
    std::size_t ownColumn() const;
    void followRun();
    void takeOwn(const scene::striding::ExactnessColumn& column);
    void sayEmpty();
    void pick(std::size_t mode, const paint::TensorCanvas::Cell& cell);
    void choose(std::size_t mode, const std::optional<paint::TensorCanvas::Cell>& cell);
    paint::SceneTable table() const;

    session::FramePtr m_frame;
    scene::striding::Exactness m_scene;
    double m_range = 1; // of the differences of all modes at their end
    LayerBar* m_bar = nullptr;
    QAction* m_compare = nullptr;
    QLabel *m_progress = nullptr, *m_message = nullptr;
    paint::TableTwin* m_twin = nullptr;
    QWidget* m_strip = nullptr; // of cards
    std::vector<ModeCard*> m_cards;
    int m_report = -1; // for which the view was filled, by the desk's number
    bool m_isLinking = false;
    std::size_t m_mode = 0;
    qsizetype m_wrongAt = -1;
};

} // namespace lw::striding
