// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/memory_view.h"

#include "core/machine/cell_value.h"
#include "widgets/cells/cell_actions.h"
#include "widgets/session/core_text.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/changed_delegate.h"
#include "widgets/theme/icon.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lw::state {

namespace {

constexpr int kMostColumns = 16, kPictureColumns = 64;
constexpr int kAddressLetters = 11, kMemoryLetters = 6, kListMargin = 24;

// The largest power of two that is not larger.
int powerBelow(int number) {
    int out = 1;
    while (out * 2 <= number) out *= 2;
    return out;
}

// Addresses on the left, as quiet as the line numbers of an editor.
class AddressHeader : public QHeaderView {
  public:
    AddressHeader(const theme::Theme& theme, QWidget* parent)
        : QHeaderView(Qt::Vertical, parent), m_theme(theme) {}

  protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override {
        painter->fillRect(rect, m_theme[theme::Role::Panel]);
        painter->setFont(m_theme.monospaceSmall());
        painter->setPen(m_theme[theme::Role::Muted]);
        painter->drawText(rect.adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter,
                          model()->headerData(section, Qt::Vertical, Qt::DisplayRole).toString());
    }

  private:
    const theme::Theme& m_theme;
};

// Memories, and anything else with more cells than a list of registers shows: pictures have numbers here.
bool isShown(const machine::Node& node) {
    if (node.role == machine::Role::Written || machine::countOf(node) == 0) return false;
    return node.kind == machine::NodeKind::Memory || node.kind == machine::NodeKind::Queue ||
           (node.kind == machine::NodeKind::RegisterFile && node.shape.size() > 1);
}

std::uint64_t innerOf(const machine::Node& node) { return node.shape.size() > 1 ? node.shape.back() : 1; }

} // namespace

MemoryView::MemoryView(session::ViewContext context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_model(context.theme)
    , m_memory(new QComboBox(this))
    , m_format(new QComboBox(this))
    , m_pictureButton(new QToolButton(this))
    , m_asTable(new QAction(tr("Show as Table"), this))
    , m_goTo(new QLineEdit(this))
    , m_pages(new QStackedWidget(this))
    , m_table(new QTableView(this))
    , m_picture(new MemoryPicture(context, m_model, this))
    , m_scroll(new QScrollBar(Qt::Vertical, this))
    , m_note(new QLabel(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(4, 4, 4, 4);
    bar->addWidget(m_memory, 1);
    bar->addWidget(m_format);
    bar->addWidget(m_pictureButton);
    bar->addWidget(m_goTo, 2);
    layout->addLayout(bar);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_pages, 1);
    middle->addWidget(m_scroll);
    layout->addLayout(middle, 1);
    layout->addWidget(m_note);
    auto* empty = new QLabel(tr("Open a program to see its memories."), this);
    empty->setAlignment(Qt::AlignCenter);
    for (QWidget* page :
         {static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_picture), static_cast<QWidget*>(empty)})
        m_pages->addWidget(page);
    m_pages->setCurrentIndex(2);
    m_note->setMargin(4);
    theme::keepFont(*m_note, context.theme, &theme::Theme::monospaceSmall);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    makeBar();
    makeTable();
    setFocusProxy(m_table);
    connect(m_scroll, &QScrollBar::valueChanged, this, [this](int line) {
        m_model.setWindow(static_cast<std::uint64_t>(line), m_scroll->pageStep() + 1);
        showCurrent();
    });
    connect(&m_model, &MemoryModel::edited, this,
            [this](machine::CellRef cell, quint64 bits) { cells::editCell(m_context, this, cell, bits); });
    connect(&m_model, &MemoryModel::refused, m_note, &QLabel::setText);
    connect(&context.theme, &theme::Theme::changed, this, &MemoryView::fitColumns);
    connect(&context.selection, &session::Selection::changed, this, [this] {
        if (isVisible()) follow();
    });
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { take(frame); });
}

void MemoryView::makeBar() {
    m_memory->setAccessibleName(tr("Memory"));
    // Even a narrow view must have room for both, the box and the line.
    m_memory->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_memory->setMinimumContentsLength(kMemoryLetters);
    m_format->setAccessibleName(tr("Read as"));
    for (const cells::CellFormat format : cells::cellFormats())
        m_format->addItem(cells::titleOf(format), static_cast<int>(format));
    m_pictureButton->setText(tr("Picture"));
    m_pictureButton->setAccessibleName(tr("Show as a picture"));
    m_pictureButton->setCheckable(true);
    m_goTo->setAccessibleName(tr("Go to"));
    m_goTo->setPlaceholderText(tr("Address, cell or tensor (Ctrl+G)"));
    theme::keepFont(*m_goTo, m_context.theme, &theme::Theme::monospace);
    connect(m_memory, &QComboBox::activated, this, [this](int index) {
        m_current.reset();
        m_model.setNode({m_memory->itemData(index).toUInt()});
        fitColumns();
        m_scroll->setValue(0);
    });
    connect(m_format, &QComboBox::activated, this, [this](int index) {
        m_model.setFormat(static_cast<cells::CellFormat>(m_format->itemData(index).toInt()));
        fitColumns();
        showCurrent();
        m_picture->lockRange();
    });
    connect(m_pictureButton, &QToolButton::toggled, this, &MemoryView::setPicture);
    m_asTable->setObjectName(QStringLiteral("showAsTable"));
    m_asTable->setCheckable(true);
    m_asTable->setChecked(true);
    connect(m_asTable, &QAction::toggled, this, [this](bool table) { setPicture(!table); });
    connect(m_goTo, &QLineEdit::returnPressed, this, [this] {
        const auto wrong = goTo(m_goTo->text());
        if (wrong) m_note->setText(*wrong);
        if (!wrong) m_pages->currentWidget()->setFocus();
    });
    connect(m_picture, &MemoryPicture::clicked, this, [this](const QModelIndex& index) {
        if (const auto cell = m_model.cellOf(index)) choose(*cell);
    });
    m_picture->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_picture, &QWidget::customContextMenuRequested, this, [this](QPoint at) {
        const QModelIndex index = m_picture->indexAt(at);
        if (const auto cell = m_model.cellOf(index)) choose(*cell);
        openMenu(index, m_picture->mapToGlobal(at));
    });
}

void MemoryView::makeTable() {
    m_table->setModel(&m_model);
    m_table->setAccessibleName(tr("Memory"));
    m_table->setItemDelegate(new theme::ChangedDelegate(m_context.theme, MemoryModel::ChangedRole, this));
    m_table->setVerticalHeader(new AddressHeader(m_context.theme, m_table));
    theme::dressTable(*m_table, m_context.theme);
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->show();
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setMinimumSectionSize(20);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this);
    m_picture->installEventFilter(this);
    connect(m_table, &QTableView::customContextMenuRequested, this,
            [this](QPoint at) { openMenu(m_table->indexAt(at), m_table->viewport()->mapToGlobal(at)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (m_isPlacing) return;
                if (const auto cell = m_model.cellOf(index)) choose(*cell);
            });
}

// ---- what is shown

void MemoryView::take(const session::FramePtr& frame) {
    const bool isOther = !frame || !m_model.frame() || frame->loaded != m_model.frame()->loaded;
    m_model.setFrame(frame);
    if (isOther) {
        m_current.reset();
        fillMemories();
    }
    if (!frame) return;
    m_picture->lockFirstRange();
    showMemory(std::exchange(m_wanted, machine::Role::None));
    follow();
    showCurrent();
}

void MemoryView::showMemory(machine::Role memory) {
    if (memory == machine::Role::None) return;
    if (!isVisible()) m_wanted = memory; // what is shown then may belong to another program
    const session::FramePtr& frame = m_model.frame();
    if (!frame) return;
    const int index = m_memory->findData(frame->loaded->coreTree().withRole(memory).index);
    if (index < 0 || index == m_memory->currentIndex()) return;
    m_memory->setCurrentIndex(index);
    Q_EMIT m_memory->activated(index);
}

// For the core. Another core has them under the same names: the one that was shown stays visible.
void MemoryView::fillMemories() {
    const session::FramePtr& frame = m_model.frame();
    const bool isCore = session::areOfOneMachine(m_filledOf.lock(), frame);
    const QString before = isCore ? m_memory->currentText() : QString();
    m_filledOf = frame;
    m_memory->clear();
    m_pages->setCurrentIndex(!frame ? 2 : m_pictureButton->isChecked() ? 1 : 0);
    m_note->clear();
    if (!frame) return;
    const machine::StateTree& tree = frame->loaded->tree;
    int first = 0;
    for (std::uint32_t i = 1; i < tree.size(); ++i) {
        const machine::Node& node = tree.at({i});
        if (!isShown(node) || !tree.isBelow({i}, frame->loaded->coreTree().root())) continue;
        const bool isSpace = node.kind == machine::NodeKind::Memory &&
                             cells::nameOf({{i}, 0}, *frame->loaded).front() != QLatin1Char('"');
        const QString name = QString::fromStdString(isSpace ? node.name : frame->loaded->pathOf({i}));
        // The memories a program can name come first.
        const int at = isSpace ? first++ : m_memory->count();
        m_memory->insertItem(at, name, i);
        m_memory->setItemData(at, QString::fromStdString(node.summary), Qt::ToolTipRole);
    }
    m_memory->view()->setMinimumWidth(m_memory->view()->sizeHintForColumn(0) + kListMargin);
    m_memory->setCurrentIndex(std::max(m_memory->findText(before), 0));
    m_model.setNode({m_memory->currentData().toUInt()});
    fitColumns();
    m_picture->lockRange();
}

// As many cells to a line as fit, a power of two, so that lines begin at round addresses.
void MemoryView::fitColumns() {
    if (!m_model.frame() || m_model.node().index == 0) return;
    const machine::Node& node = m_model.frame()->loaded->tree.at(m_model.node());
    const int letter = QFontMetrics(m_context.theme.monospace()).horizontalAdvance(QLatin1Char('0'));
    const int cell = letter * cells::widthOf(m_model.format(), machine::encodingOf(node)) + 14;
    const int header =
        QFontMetrics(m_context.theme.monospaceSmall()).horizontalAdvance(QLatin1Char('0')) * kAddressLetters;
    int columns = std::clamp(powerBelow(std::max((m_pages->width() - header) / cell, 1)), 2, kMostColumns);
    const auto inner = static_cast<int>(innerOf(node));
    if (m_pictureButton->isChecked()) columns = inner >= 16 ? inner : kPictureColumns;
    m_model.setColumns(columns);
    const int spare = (m_pages->width() - header) / columns;
    m_table->horizontalHeader()->setDefaultSectionSize(std::clamp(spare, cell, cell * 8 / 5));
    m_table->verticalHeader()->setFixedWidth(header);
    fitWindow();
}

void MemoryView::fitWindow() {
    const int height = m_pictureButton->isChecked()
                           ? m_picture->height() / MemoryPicture::kCell
                           : m_table->viewport()->height() / m_table->verticalHeader()->defaultSectionSize();
    const int lines = std::max(height, 1);
    const auto all = static_cast<int>(std::min<std::uint64_t>(m_model.lineCount(), 1u << 30));
    const auto first = static_cast<int>(m_model.firstLine());
    m_scroll->setPageStep(lines);
    m_scroll->setRange(0, std::max(0, all - lines));
    m_scroll->setValue(first);
    m_model.setWindow(static_cast<std::uint64_t>(m_scroll->value()), lines + 1);
    showCurrent();
}

void MemoryView::setPicture(bool on) {
    m_pictureButton->setChecked(on);
    m_asTable->setChecked(!on);
    if (m_model.frame()) m_pages->setCurrentIndex(on ? 1 : 0);
    setFocusProxy(on ? static_cast<QWidget*>(m_picture) : m_table);
    fitColumns();
    if (on) m_picture->lockRange();
    if (m_current) showCell(*m_current);
}

// ---- the current cell

void MemoryView::choose(machine::CellRef cell) {
    m_current = cell;
    m_followedCell = cells::nameOf(cell, *m_model.frame()->loaded);
    m_context.selection.selectCell(m_followedCell);
    showCurrent();
}

void MemoryView::showCurrent() {
    const QModelIndex index = m_current ? m_model.indexOf(*m_current) : QModelIndex();
    m_isPlacing = true;
    m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    m_isPlacing = false;
    m_picture->setCurrent(index);
    // Nothing is known about a cell out of view that will not be wrong after a step.
    m_note->setText(index.isValid() ? index.data(Qt::ToolTipRole).toString() : QString());
}

void MemoryView::showCell(machine::CellRef cell) {
    if (cell.node != m_model.node()) {
        const int index = m_memory->findData(cell.node.index);
        if (index < 0) return;
        m_memory->setCurrentIndex(index);
        m_model.setNode(cell.node);
        fitColumns();
    }
    m_current = cell;
    const auto line = static_cast<int>(cell.element / static_cast<std::uint64_t>(m_model.columnCount()));
    const int first = m_scroll->value(), page = m_scroll->pageStep();
    if (line < first || line >= first + page)
        m_scroll->setValue(line < first && first - line <= 1 ? line
                           : line == first + page            ? first + 1
                                                             : line - page / 3);
    showCurrent();
}

// What was selected elsewhere, once.
void MemoryView::follow() {
    const session::Selection::Item& item = m_context.selection.item();
    if (!m_model.frame()) return;
    if (item.tensor != m_followedTensor) {
        m_followedTensor = item.tensor;
        if (!item.tensor.isEmpty()) (void)goTo(item.tensor);
    }
    if (item.cell == m_followedCell) return;
    m_followedCell = item.cell;
    const auto cell = cells::cellNamed(item.cell, m_model.frame());
    if (!cell) return;
    const session::Loaded& loaded = *m_model.frame()->loaded;
    const bool isOwn = loaded.tree.isBelow(cell->node, loaded.coreTree().root());
    if (isOwn && loaded.tree.at(cell->node).kind == machine::NodeKind::Memory) showCell(*cell);
}

std::optional<QString> MemoryView::goTo(const QString& text) {
    const session::FramePtr& frame = m_model.frame();
    if (!frame) return tr("No program is loaded.");
    const session::Loaded& loaded = *frame->loaded;
    const QString word = text.trimmed();
    const auto jump = [this](machine::CellRef cell) -> std::optional<QString> {
        if (cell.element >= machine::countOf(m_model.frame()->loaded->tree.at(cell.node)))
            return tr("That is beyond the end of the memory.");
        showCell(cell);
        return {};
    };
    if (const auto* tensor = program::findTensor(loaded.program, word.toStdString())) {
        const machine::NodeId node = loaded.coreTree().ofSpace(tensor->space);
        const std::uint64_t bytes =
            tensor->address * loaded.machine.target.spaces[index(tensor->space)].unitBytes;
        return jump({node, bytes / machine::sizeOf(loaded.tree.at(node))});
    }
    // vmem[100] means the row's first word.
    for (const QString& attempt : {word, word + QStringLiteral("[0]")})
        if (const auto cell = cells::cellNamed(attempt, frame))
            if (loaded.tree.at(cell->node).kind == machine::NodeKind::Memory) return jump(*cell);
    const auto compiled = machine::Expression::compile(word.toStdString(), loaded.scope());
    if (!compiled) return session::problemText(compiled.problem());
    const auto value = compiled->evaluate(frame->moment());
    if (!value) return session::problemText(value.problem());
    if (value->isReal || value->integer < 0) return tr("%1 is not an address.").arg(word);
    const std::uint64_t inner = innerOf(loaded.tree.at(m_model.node()));
    const auto address = static_cast<std::uint64_t>(value->integer);
    if (address > machine::countOf(loaded.tree.at(m_model.node())) / inner)
        return tr("That is beyond the end of the memory.");
    return jump({m_model.node(), address * inner});
}

// ---- input

// Keys walk over cells, even beyond the visible ones.
bool MemoryView::walk(int key, Qt::KeyboardModifiers modifiers) {
    if (!m_model.frame() || m_model.columnCount() == 0 || m_model.node().index == 0) return false;
    const auto columns = static_cast<std::int64_t>(m_model.columnCount());
    const auto all =
        static_cast<std::int64_t>(machine::countOf(m_model.frame()->loaded->tree.at(m_model.node())));
    const auto here = static_cast<std::int64_t>(
        m_current ? m_current->element : m_model.firstLine() * static_cast<std::uint64_t>(columns));
    const std::int64_t page = columns * m_scroll->pageStep();
    const bool far = modifiers & Qt::ControlModifier;
    std::int64_t to = here;
    switch (key) {
    case Qt::Key_Left: to = here - 1; break;
    case Qt::Key_Right: to = here + 1; break;
    case Qt::Key_Up: to = here - columns; break;
    case Qt::Key_Down: to = here + columns; break;
    case Qt::Key_PageUp: to = here - page; break;
    case Qt::Key_PageDown: to = here + page; break;
    case Qt::Key_Home: to = far ? 0 : here / columns * columns; break;
    case Qt::Key_End: to = far ? all - 1 : here / columns * columns + columns - 1; break;
    default: return false;
    }
    if (all == 0) return true;
    const machine::CellRef cell{m_model.node(),
                                static_cast<std::uint64_t>(std::clamp<std::int64_t>(to, 0, all - 1))};
    showCell(cell);
    choose(cell);
    return true;
}

void MemoryView::openMenu(const QModelIndex& index, QPoint global) {
    const auto cell = m_model.cellOf(index);
    if (!cell) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* edit = menu->addAction(tr("Edit"), this, [this, index] { m_table->edit(index); });
    edit->setEnabled(!m_pictureButton->isChecked() && m_model.flags(index) & Qt::ItemIsEditable);
    edit->setToolTip(cells::whyNotEditable(m_context, cell->node));
    menu->setToolTipsVisible(true);
    cells::addCellActions(*menu, m_context, cells::nameOf(*cell, *m_model.frame()->loaded),
                          index.data(Qt::EditRole).toString());
    menu->addSeparator();
    menu->addAction(m_asTable);
    menu->popup(global);
}

bool MemoryView::event(QEvent* event) {
    const auto isGoTo = [](const QKeyEvent& key) {
        return key.key() == Qt::Key_G && key.modifiers() == Qt::ControlModifier;
    };
    // Here Ctrl+G is the memory's, whatever it means elsewhere.
    if (event->type() == QEvent::ShortcutOverride && isGoTo(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void MemoryView::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_G || event->modifiers() != Qt::ControlModifier)
        return QWidget::keyPressEvent(event);
    m_goTo->setFocus();
    m_goTo->selectAll();
}

bool MemoryView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && (watched == m_table || watched == m_picture)) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (walk(key->key(), key->modifiers())) return true;
    }
    if (event->type() == QEvent::Wheel && (watched == m_table->viewport() || watched == m_picture))
        return QCoreApplication::sendEvent(m_scroll, event);
    if (event->type() == QEvent::Resize && (watched == m_table->viewport() || watched == m_picture))
        QMetaObject::invokeMethod(this, &MemoryView::fitColumns, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

} // namespace lw::state

#include "moc_memory_view.cpp"
