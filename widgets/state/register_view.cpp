// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/register_view.h"

#include "core/machine/watched_files.h"
#include "widgets/cells/cell_actions.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/changed_delegate.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lw::state {

namespace {

constexpr int kPadding = 24;

// "r3  0.1f  1036831949": the name on the left, quiet, then the note, the value on the right.
class RegisterDelegate : public theme::ChangedDelegate {
  public:
    RegisterDelegate(const theme::Theme& theme, QObject* parent)
        : ChangedDelegate(theme, RegisterModel::ChangedRole, parent), m_theme(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem inner = option;
        inner.rect.adjust(0, 0, -kPadding / 2, 0);
        if (index.data(RegisterModel::PendingRole).toBool())
            inner.palette.setColor(QPalette::Text, m_theme[theme::Role::Muted]);
        ChangedDelegate::paint(painter, inner, index);
        if (index.data(RegisterModel::ChangedRole).toBool())
            painter->fillRect(QRect(inner.rect.topLeft(), QSize(3, inner.rect.height())),
                              m_theme[theme::Role::Accent]);
        painter->save();
        painter->setFont(option.font);
        painter->setPen(m_theme[theme::Role::Muted]);
        const QString name = index.siblingAtColumn(RegisterModel::Name).data().toString();
        const QRect room = inner.rect.adjusted(8, 0, 0, 0);
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, name);
        const int wide = option.fontMetrics.horizontalAdvance(name + QLatin1Char(' '));
        painter->drawText(room.adjusted(wide, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          index.data(RegisterModel::NoteRole).toString());
        painter->restore();
    }

  private:
    const theme::Theme& m_theme;
};

// The registers of one group.
class GroupFilter : public QSortFilterProxyModel {
  public:
    GroupFilter(int group, QAbstractItemModel* source, QObject* parent)
        : QSortFilterProxyModel(parent), m_group(group) {
        setSourceModel(source);
    }

  protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        return sourceModel()->index(row, 0, parent).data(RegisterModel::GroupRole).toInt() == m_group;
    }

  private:
    int m_group;
};

// Why there is no register, and where to look instead.
QString emptyText(const session::Loaded* loaded) {
    if (loaded == nullptr) return RegisterView::tr("Open a program to see its registers.");
    QStringList files;
    for (const std::string_view file : machine::watchedFiles(loaded->scope()))
        files << QString::fromUtf8(file.data(), static_cast<qsizetype>(file.size()));
    if (files.isEmpty())
        return RegisterView::tr("This chip has no registers that instructions name. What it keeps is in the "
                                "views Units, Memory and Tensors.");
    return RegisterView::tr(
               "This chip has no scalar or vector registers. Its register files (%1) are in the views "
               "Units and Register Files, its memories in Memory and Tensors.")
        .arg(files.join(QStringLiteral(", ")));
}

} // namespace

RegisterView::RegisterView(session::ViewContext context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_format(new QComboBox(this))
    , m_area(new QScrollArea(this))
    , m_note(new theme::ElidedLabel(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(4, 4, 4, 4);
    bar->addWidget(m_format);
    bar->addWidget(m_note, 1);
    layout->addLayout(bar);
    layout->addWidget(m_area, 1);
    theme::keepFont(*m_note, context.theme, &theme::Theme::small);
    m_format->setAccessibleName(tr("Read as"));
    for (const cells::CellFormat format : cells::cellFormats())
        if (format != cells::CellFormat::Bf16)
            m_format->addItem(cells::titleOf(format), static_cast<int>(format));
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->viewport()->setBackgroundRole(QPalette::Base);
    m_area->viewport()->installEventFilter(this);
    makeGroups();
    connect(m_format, &QComboBox::activated, this, [this](int index) {
        m_model.setFormat(static_cast<cells::CellFormat>(m_format->itemData(index).toInt()));
        arrange();
    });
    connect(&m_model, &RegisterModel::edited, this, [this](machine::CellRef cell, quint64 bits) {
        m_note->clear();
        cells::editCell(m_context, this, cell, bits);
    });
    connect(&m_model, &RegisterModel::refused, m_note, &QLabel::setText);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &RegisterView::makeGroups);
    connect(&context.theme, &theme::Theme::changed, this, &RegisterView::arrange);
    connect(&context.selection, &session::Selection::changed, this, [this] {
        if (isVisible()) follow();
    });
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { take(frame); });
}

void RegisterView::take(const session::FramePtr& frame) {
    m_model.setFrame(frame);
    follow();
}

void RegisterView::makeGroups() {
    auto* page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 8);
    layout->setSpacing(0);
    m_lists.clear();
    m_area->setWidget(page); // the previous one goes with its lists
    for (int i = 0; i < m_model.groups().size(); ++i) makeGroup(i, m_model.groups()[i]);
    if (m_lists.isEmpty()) {
        auto* empty = new QLabel(emptyText(m_model.loaded()), page);
        empty->setAlignment(Qt::AlignCenter);
        empty->setWordWrap(true);
        empty->setMargin(16);
        layout->addWidget(empty);
    } else {
        layout->addStretch(1);
        setFocusProxy(m_lists.first());
    }
    arrange();
}

void RegisterView::makeGroup(int group, const QString& title) {
    auto* head = new QLabel(title, m_area->widget());
    theme::keepFont(*head, m_context.theme, &theme::Theme::small);
    head->setMargin(6);
    auto* list = new QListView(m_area->widget());
    list->setModel(new GroupFilter(group, &m_model, list));
    list->setModelColumn(RegisterModel::Value);
    list->setItemDelegate(new RegisterDelegate(m_context.theme, list));
    list->setAccessibleName(title);
    theme::keepFont(*list, m_context.theme, &theme::Theme::monospace);
    list->setFrameShape(QFrame::NoFrame);
    list->setFlow(QListView::TopToBottom);
    list->setWrapping(true);
    list->setResizeMode(QListView::Adjust);
    list->setUniformItemSizes(true);
    list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    list->setContextMenuPolicy(Qt::CustomContextMenu);
    auto* layout = static_cast<QVBoxLayout*>(m_area->widget()->layout());
    layout->addWidget(head);
    layout->addWidget(list);
    m_lists << list;
    connect(list, &QListView::customContextMenuRequested, this,
            [this, list](QPoint at) { openMenu(list, at); });
    connect(list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& now) {
                if (now.isValid())
                    m_context.selection.selectCell(now.data(RegisterModel::ExpressionRole).toString());
            });
}

// As many columns as fit, and no taller than they need to be.
void RegisterView::arrange() {
    const int letter = QFontMetrics(m_context.theme.monospace()).horizontalAdvance(QLatin1Char('0'));
    const int height = m_context.theme.rowHeight();
    for (int i = 0; i < m_lists.size(); ++i) {
        const int width = letter * m_model.lettersOf(i) + kPadding + 8;
        const int columns = std::max(1, (m_area->viewport()->width() - 2) / width);
        const int rows = (m_lists[i]->model()->rowCount() + columns - 1) / columns;
        m_lists[i]->setGridSize(QSize(width, height));
        m_lists[i]->setFixedHeight(rows * height + 2);
    }
}

void RegisterView::follow() {
    const auto cell = cells::cellNamed(m_context.selection.item().cell, m_context.frame());
    const int row = cell ? m_model.rowOf(*cell) : -1;
    for (QListView* list : m_lists) {
        const auto* filter = static_cast<QSortFilterProxyModel*>(list->model());
        const QModelIndex here =
            row < 0 ? QModelIndex() : filter->mapFromSource(m_model.index(row, RegisterModel::Value));
        if (here == list->currentIndex()) continue;
        list->selectionModel()->setCurrentIndex(here, QItemSelectionModel::ClearAndSelect);
        if (!here.isValid()) list->clearSelection();
    }
}

void RegisterView::openMenu(QListView* list, QPoint at) {
    const QModelIndex index = list->indexAt(at);
    if (!index.isValid()) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Edit"), list, [list, index] { list->edit(index); })
        ->setEnabled(index.flags() & Qt::ItemIsEditable);
    cells::addCellActions(*menu, m_context, index.data(RegisterModel::ExpressionRole).toString(),
                          index.data(Qt::EditRole).toString());
    menu->popup(list->viewport()->mapToGlobal(at));
}

bool RegisterView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_area->viewport() && event->type() == QEvent::Resize) arrange();
    return QWidget::eventFilter(watched, event);
}

} // namespace lw::state

#include "moc_register_view.cpp"
