// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/cell_painter.h"
#include "widgets/session/view_context.h"
#include "widgets/state/memory_model.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

#include <optional>

namespace lw::state {

class MemoryPicture;

// Any memory of the machine, however large: numbers in lines or a picture; only the visible part is
// read. Ctrl+G goes to an address, a cell or a tensor; F2 edits; the menu asks who wrote a cell.
class MemoryView : public QWidget {
    Q_OBJECT
  public:
    explicit MemoryView(session::ViewContext context, QWidget* parent = nullptr);

    // What the line "Go to" does; returns what is wrong with the text, or nothing.
    std::optional<QString> goTo(const QString& text);
    void showCell(machine::CellRef cell);  // scrolls there and selects it
    void showMemory(machine::Role memory); // as it was left, if it is already shown
    void setPicture(bool on);
    const MemoryModel& model() const { return m_model; }
    std::optional<machine::CellRef> current() const { return m_current; }

  protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void makeBar();
    void makeTable();
    void take(const session::FramePtr& frame);
    void fillMemories();
    void fitColumns();
    void fitWindow();
    void follow();
    void showCurrent();
    bool walk(int key, Qt::KeyboardModifiers modifiers);
    void openMenu(const QModelIndex& index, QPoint global);
    void choose(machine::CellRef cell);

    session::ViewContext m_context;
    MemoryModel m_model;
    QComboBox* m_memory;
    QComboBox* m_format;
    QToolButton* m_pictureButton;
    QAction* m_asTable; // the other way round, for menus
    QLineEdit* m_goTo;
    QStackedWidget* m_pages; // table, picture, nothing
    QTableView* m_table;
    MemoryPicture* m_picture;
    QScrollBar* m_scroll;
    QLabel* m_note;
    std::optional<machine::CellRef> m_current;
    std::weak_ptr<const session::Frame> m_filledOf; // the one whose memories the list has
    machine::Role m_wanted = machine::Role::None;   // as soon as there is a frame
    QString m_followedCell, m_followedTensor;       // of the selection
    bool m_isPlacing = false;                       // the current index moves because the window did
};

// The lines of the model as colours.
class MemoryPicture : public QWidget {
    Q_OBJECT
  public:
    MemoryPicture(session::ViewContext context, const MemoryModel& model, QWidget* parent);

    // Cells of a line and lines that fit.
    static constexpr int kCell = 8;
    QRectF cellRect(int row, int column) const;
    QModelIndex indexAt(QPoint point) const;
    void setCurrent(const QModelIndex& index);
    void lockRange();      // to what is visible now
    void lockFirstRange(); // if there was nothing to lock it to before

  Q_SIGNALS:
    void clicked(const QModelIndex& index);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

  private:
    session::ViewContext m_context;
    const MemoryModel& m_model;
    paint::CellLook m_look;
    QPersistentModelIndex m_current;
};

} // namespace lw::state
