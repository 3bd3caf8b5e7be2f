// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/why_clock.h"
#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"
#include "widgets/theme/changed_delegate.h"

#include <QAbstractTableModel>
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

namespace lw::debug {

// Clocks without issue, by rule and unit.
class StallModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Rule, Unit, Clocks, Share, kColumns };
    using QAbstractTableModel::QAbstractTableModel;
    enum { PartRole = Qt::UserRole }; // of the share: from 0 to 1
    // Units are named as in the spec and in the chip's diagram.
    void setScene(const scene::WhyClock& why, const isa::Spec* spec);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::vector<scene::StallLine> m_lines;
    std::uint64_t m_clock = 0;
    const isa::Spec* m_spec = nullptr;
};

// A share as a bar after its number.
class ShareDelegate : public theme::RowDelegate {
  public:
    using RowDelegate::RowDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

// The bundles that were held up longest.
class StalledModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Place, Clocks, Issued, Each, kColumns };
    enum { BundleRole = Qt::UserRole };
    using QAbstractTableModel::QAbstractTableModel;
    void setScene(const scene::WhyClock& why);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::vector<scene::StalledBundle> m_lines;
};

// What issues at this clock, or why nothing does; below, where the clocks have gone so far. Choosing a bundle
// selects it in every view.
class WhyView : public QWidget {
    Q_OBJECT
  public:
    explicit WhyView(session::ViewContext context, QWidget* parent = nullptr);
    QString text() const { return m_text->text(); }

  private:
    void take(const session::FramePtr& frame);
    QString sentence(const session::Frame& frame, const scene::WhyClock& why) const;

    session::ViewContext m_context;
    StallModel m_stalls;
    StalledModel m_stalled;
    QLabel* m_text;
    QToolButton *m_showHeld, *m_showOther;
    std::optional<machine::BundleOf> m_held, m_other;
};

} // namespace lw::debug
