// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/tensor_histogram.h"
#include "widgets/paint/tensor_list_model.h"
#include "widgets/paint/tensor_pane.h"
#include "widgets/session/view_context.h"

#include <QComboBox>
#include <QHash>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QThreadPool>
#include <QToolBar>
#include <QWidget>

#include <atomic>
#include <memory>
#include <optional>

namespace lw::paint {

// All named tensors, one of them as a picture, and a second one or the difference beside it;
// below, its contents in numbers.
class TensorsView : public QWidget {
    Q_OBJECT
  public:
    explicit TensorsView(session::ViewContext context, QWidget* parent = nullptr);
    ~TensorsView() override;

    // For the core whose tensors it shows.
    std::shared_ptr<const session::Loaded> loaded() const { return m_context.loaded(); }
    // Shows the tensor of that name, if there is one.
    void showTensor(const QString& name);
    // Shows it beside the other one; an empty name: nothing beside it.
    void compareWith(const QString& name);
    enum class Beside { Other, Absolute, Relative, Ulp };
    void setBeside(Beside beside);
    // Reads a file on another thread; its tensors join the list, and the first one is shown.
    void openFile(const QString& path);
    bool isReading() const { return m_filesUnderWay > 0; } // a file that was asked for
    void exportTo(const QString& path);                    // the tensor shown; by the ending
    TensorListModel& list() { return m_list; }
    TensorPane& pane() { return *m_pane; }
    TensorPane& besidePane() { return *m_beside; }
    const TensorLook& look() const { return m_look; }
    TableTwin& histogramTwin() { return *m_histogramTwin; }
    QString message() const { return m_message->text(); }

  private:
    void makeList(QSplitter* splitter);
    QToolBar* makeTools();
    QWidget* makeNumbers();
    void connectPane(TensorPane* pane);
    void take(const session::FramePtr& frame);
    void refresh();
    void refreshBeside();
    void updateLook(); // the range is set the first time there is something to set it by
    void fitRange();   // now
    void sampleRange();
    void tellSample();
    QString differenceName() const;
    void setRangeFromEdits();
    void applyLook();
    void updateNumbers();
    void showHistogram(std::optional<scene::Histogram> histogram);
    void showNumbers(const scene::TensorStatistics& statistics, const scene::Histogram& histogram);
    void hover(const TensorPane& pane, std::optional<TensorCanvas::Cell> cell);
    QString describe(const TensorPane& pane, std::uint64_t element) const;
    void pick(const TensorPane& pane, const TensorCanvas::Cell& cell);
    void openMenu(const TensorPane& pane, QPoint global);
    void fillMenu(QMenu& menu, const TensorPane& pane, std::optional<TensorCanvas::Cell> cell);
    void followSelection();
    void updateCompareBox();
    void enableTools(bool enable);
    void tell(const QString& text, bool isProblem = false);
    void askForFile();
    void askForExport();
    bool isDifference() const;

    session::ViewContext m_context;
    session::FramePtr m_frame;
    TensorListModel m_list;
    QSortFilterProxyModel m_filtered;
    QTableView* m_table;
    QLineEdit* m_filter;
    TensorPane* m_pane;
    TensorPane* m_beside;
    QList<QAction*> m_aboutOne; // tools that need a tensor
    QComboBox* m_compareBox = nullptr;
    QComboBox* m_besideBox = nullptr;
    QComboBox* m_mapBox = nullptr;
    QLineEdit* m_low = nullptr;
    QLineEdit* m_high = nullptr;
    TensorHistogram* m_histogram = nullptr;
    TableTwin* m_histogramTwin = nullptr;
    QLabel* m_statistics = nullptr;
    QLabel* m_hover = nullptr;
    QLabel* m_message = nullptr;
    QString m_shown, m_other; // names
    TensorLook m_look;
    QHash<QString, TensorLook> m_looks;      // locked, by the tensor's name
    QHash<QString, std::uint64_t> m_sampled; // tensors whose range came from a sample of this many elements
    bool m_isLinking = false;
    QString m_selectedExpression;
    QString m_numbersOf; // the tensor whose histogram is shown
    int m_filesUnderWay = 0;
    QThreadPool m_pool;
    std::shared_ptr<std::atomic<bool>> m_stopNumbers;
};

} // namespace lw::paint
