// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QIcon>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>

#include <functional>

namespace lw::ide {

// A line for typing and a list that follows it: the command palette, quick open, the uses of a name.
// Up, Down, the keys for pages, Return and Escape do what one expects; afterwards
// the focus is back where it was before.
class Chooser : public QFrame {
    Q_OBJECT
  public:
    struct Item {
        QString text, detail; // detail: a shortcut, a folder
        QIcon icon;
        bool enabled = true;
        std::function<void()> act;
    };
    // Opens below the top edge of the window; deletes itself.
    static void open(QWidget* window, const QString& placeholder, std::vector<Item> items);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    Chooser(QWidget* window, const QString& placeholder, std::vector<Item> items);
    void filter(const QString& typed);
    void choose();
    void goAway();
    bool takeKey(int key);

    std::vector<Item> m_items;
    QLineEdit* m_line;
    QListWidget* m_list;
    QPointer<QWidget> m_before; // the widget that had the focus
};

// How well the letters typed fit a text, in order but not necessarily together; 0: not at all.
// Beginnings of words count more.
int fit(const QString& typed, const QString& text);

} // namespace lw::ide
