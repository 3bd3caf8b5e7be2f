// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/completion.h"
#include "widgets/theme/theme.h"

#include <QAbstractListModel>
#include <QFrame>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QStyledItemDelegate>

namespace lw::editor {

class OfferModel : public QAbstractListModel {
    Q_OBJECT
  public:
    using QAbstractListModel::QAbstractListModel;
    void setOffers(std::vector<Offer> offers);
    const Offer& at(int row) const { return m_offers[static_cast<std::size_t>(row)]; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

  private:
    std::vector<Offer> m_offers;
};

// The sign of the kind or of the unit, the word, and the remaining details in muted letters.
class OfferDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    OfferDelegate(const theme::Theme& theme, const OfferModel& model, QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

  private:
    const theme::Theme& m_theme;
    const OfferModel& m_model;
};

// What may be written at the caret, below it, with the facts about the chosen row. Never has the focus:
// the editor passes it the keys.
class CompletionList : public QFrame {
    Q_OBJECT
  public:
    CompletionList(const theme::Theme& theme, QWidget* parent);

    // Below the point, in screen coordinates, or above it if there is no room; `lineHeight` is that of the
    // text. Without offers it disappears.
    void showOffers(std::vector<Offer> offers, const QPoint& below, int lineHeight);
    // True: the key was for the list.
    bool takeKey(const QKeyEvent& key);
    OfferModel& model() { return m_model; }
    QString current() const;
    QString factsShown() const; // below the list

  Q_SIGNALS:
    void chosen(const QString& word);

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    void dress();
    void showFacts();
    void choose();
    void moveTo(int row);

    const theme::Theme& m_theme;
    OfferModel m_model;
    QListView* m_rows;
    QLabel *m_title, *m_facts, *m_meaning;
};

} // namespace lw::editor
