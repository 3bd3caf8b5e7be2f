// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/tensors_view.h"

#include "widgets/paint/core_box.h"
#include "widgets/paint/tensor_files.h"
#include "widgets/session/core_text.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/changed_delegate.h"
#include "widgets/theme/elided_label.h"
#include "widgets/theme/theme.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace lw::paint {

namespace {

constexpr int kListWidth = 340, kNumbersHeight = 112, kRangeWidth = 68, kLineHeight = 20;
constexpr int kNumberLines = 6; // beside the histogram

} // namespace

TensorsView::TensorsView(session::ViewContext context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_table(new QTableView(this))
    , m_filter(new QLineEdit(this))
    , m_pane(new TensorPane(context.theme, this))
    , m_beside(new TensorPane(context.theme, this)) {
    m_pool.setMaxThreadCount(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    layout->addWidget(splitter);
    makeList(splitter);
    auto* right = new QWidget(splitter);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeTools());
    auto* panes = new QSplitter(Qt::Horizontal, right);
    panes->setChildrenCollapsible(false);
    panes->addWidget(m_pane);
    panes->addWidget(m_beside);
    column->addWidget(panes, 1);
    column->addWidget(makeNumbers());
    splitter->addWidget(right);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({kListWidth, 1000});
    setFocusProxy(m_table);
    m_beside->hide();
    m_beside->setControlsVisible(false);
    m_pane->showCurve(charts::CurveView::isBuilt());
    connectPane(m_pane);
    connectPane(m_beside);
    connect(m_pane, &TensorPane::rolesChanged, this, [this] {
        refreshBeside();
        updateNumbers();
    });
    connect(&context.selection, &session::Selection::changed, this, &TensorsView::followSelection);
    connect(&context.session, &session::DebugSession::writerFound, this,
            [this](const QString& expression, const QString& text, std::optional<machine::BundleOf> bundle) {
                if (expression != m_selectedExpression) return;
                const QString link = bundle ? QStringLiteral("  <a href=\"%1.%2\">%3</a>")
                                                  .arg(bundle->core.index)
                                                  .arg(bundle->bundle)
                                                  .arg(tr("show the bundle"))
                                            : QString();
                tell(QStringLiteral("%1: %2%3").arg(expression.toHtmlEscaped(), text.toHtmlEscaped(), link));
            });
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { take(frame); });
    connect(&context.theme, &theme::Theme::changed, this, &TensorsView::applyLook);
    updateCompareBox();
    refresh();
}

TensorsView::~TensorsView() {
    if (m_stopNumbers) *m_stopNumbers = true;
    m_pool.clear();
    m_pool.waitForDone();
}

// ---- parts

void TensorsView::makeList(QSplitter* splitter) {
    auto* left = new QWidget(splitter);
    auto* layout = new QVBoxLayout(left);
    layout->setContentsMargins(4, 4, 4, 0);
    layout->setSpacing(4);
    auto* row = new QHBoxLayout; // the bar on the right has no room to spare
    row->addWidget(new CoreBox(m_context, left));
    row->addWidget(m_filter, 1);
    layout->addLayout(row);
    layout->addWidget(m_table, 1);
    m_filter->setPlaceholderText(tr("Filter by name, type, shape or place"));
    m_filter->setAccessibleName(tr("Filter of tensors"));
    m_filter->setClearButtonEnabled(true);
    m_filtered.setSourceModel(&m_list);
    m_filtered.setFilterKeyColumn(-1);
    m_filtered.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(&m_filtered);
    m_table->setAccessibleName(tr("Tensors"));
    theme::dressTable(*m_table, m_context.theme);
    theme::sayWhenEmpty(*m_table, tr("The tensors that a program names, or of a file."));
    m_table->horizontalHeader()->resizeSection(TensorListModel::Name, 120);
    m_table->horizontalHeader()->resizeSection(TensorListModel::Type, 38);
    m_table->horizontalHeader()->resizeSection(TensorListModel::Shape, 80);
    m_table->horizontalHeader()->setSectionResizeMode(TensorListModel::Place, QHeaderView::Stretch);
    m_table->setTextElideMode(Qt::ElideMiddle);                    // names from one file differ at their ends
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // elided text is in the tool tip
    connect(m_filter, &QLineEdit::textChanged, &m_filtered, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (!now.isValid()) return;
                const QString name = now.siblingAtColumn(TensorListModel::Name).data().toString();
                if (name == m_shown) return;
                showTensor(name);
                m_context.selection.selectTensor(name);
            });
    splitter->addWidget(left);
}

QToolBar* TensorsView::makeTools() {
    auto* bar = new QToolBar(this);
    bar->addAction(tr("Open..."), this, &TensorsView::askForFile)
        ->setToolTip(tr("Open an .npy, .npz or .png"));
    m_aboutOne << bar->addAction(tr("Export..."), this, &TensorsView::askForExport);
    m_aboutOne.last()->setToolTip(tr("Write this tensor as .npy or .csv, or its picture as .png"));
    bar->addSeparator();
    m_compareBox = new QComboBox(bar);
    m_compareBox->setAccessibleName(tr("Compare with"));
    m_compareBox->setToolTip(tr("Another tensor to see beside this one"));
    m_compareBox->setMinimumContentsLength(13);
    connect(m_compareBox, &QComboBox::activated, this,
            [this] { compareWith(m_compareBox->currentData().toString()); });
    bar->addWidget(m_compareBox);
    m_besideBox = new QComboBox(bar);
    m_besideBox->setAccessibleName(tr("What is shown beside"));
    m_besideBox->addItems({tr("side by side"), tr("difference"), tr("relative difference"), tr("ULP")});
    connect(m_besideBox, &QComboBox::activated, this,
            [this](int index) { setBeside(static_cast<Beside>(index)); });
    bar->addWidget(m_besideBox);
    bar->addSeparator();
    m_mapBox = new QComboBox(bar);
    m_mapBox->setAccessibleName(tr("Colours"));
    m_mapBox->addItem(tr("Signed"), static_cast<int>(MapKind::Diverging));
    m_mapBox->addItem(tr("Viridis"), static_cast<int>(MapKind::Sequential));
    m_mapBox->addItem(tr("Cividis"), static_cast<int>(MapKind::Cividis));
    m_mapBox->addItem(tr("Grey"), static_cast<int>(MapKind::Grey));
    connect(m_mapBox, &QComboBox::activated, this, [this] {
        m_look.map = static_cast<MapKind>(m_mapBox->currentData().toInt());
        m_looks[m_shown] = m_look;
        applyLook();
    });
    bar->addWidget(m_mapBox);
    for (QLineEdit** edit : {&m_low, &m_high}) {
        *edit = new QLineEdit(bar);
        (*edit)->setFixedWidth(kRangeWidth);
        theme::keepFont(**edit, m_context.theme, &theme::Theme::monospaceSmall);
        connect(*edit, &QLineEdit::editingFinished, this, &TensorsView::setRangeFromEdits);
        bar->addWidget(*edit);
    }
    m_low->setAccessibleName(tr("Least value of the colours"));
    m_high->setAccessibleName(tr("Greatest value of the colours"));
    m_aboutOne << bar->addAction(tr("To values"), this, &TensorsView::fitRange);
    m_aboutOne.last()->setToolTip(
        tr("Set the colours' range to the current values; it never changes by itself"));
    bar->addSeparator();
    m_aboutOne << bar->addAction(tr("Fit"), this, [this] { m_pane->canvas().fit(); });
    m_aboutOne.last()->setToolTip(tr("The whole picture (0)"));
    m_aboutOne << bar->addAction(tr("Who wrote"), this, [this] {
        if (!m_selectedExpression.isEmpty()) m_context.session.askWhoWrote(m_selectedExpression);
    });
    m_aboutOne.last()->setToolTip(tr("Find the last writer of the selected element"));
    return bar;
}

QWidget* TensorsView::makeNumbers() {
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(8, 2, 8, 2);
    column->setSpacing(0);
    m_hover = new theme::ElidedLabel(box);
    theme::keepFont(*m_hover, m_context.theme, &theme::Theme::monospaceSmall);
    m_message = new QLabel(box);
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_message->setTextFormat(Qt::RichText);
    connect(m_message, &QLabel::linkActivated, this, [this](const QString& link) {
        m_context.goToBundle({machine::CoreId{link.section(QLatin1Char('.'), 0, 0).toUShort()},
                              link.section(QLatin1Char('.'), 1).toUInt()});
    });
    auto* row = new QHBoxLayout;
    row->setSpacing(16);
    m_histogram = new TensorHistogram(m_context.theme, box);
    m_statistics = new QLabel(box);
    theme::keepFont(*m_statistics, m_context.theme, &theme::Theme::monospaceSmall);
    m_statistics->setTextFormat(Qt::PlainText);
    m_statistics->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_histogramTwin = new TableTwin(m_context.theme, m_histogram, tr("Histogram as a table"), box);
    row->addWidget(m_histogramTwin, 1);
    row->addWidget(m_statistics);
    column->addWidget(m_hover);
    column->addLayout(row, 1);
    column->addWidget(m_message);
    // Always as high as six lines need, so that nothing moves; in larger type that is more.
    const auto fit = [this, box] {
        const theme::Theme& theme = m_context.theme;
        for (QLabel* line : {m_hover, m_message}) line->setFixedHeight(theme.scaled(kLineHeight));
        const int six = kNumberLines * QFontMetrics(theme.monospaceSmall()).lineSpacing();
        box->setFixedHeight(std::max(theme.scaled(kNumbersHeight), six + kLineHeight / 2) +
                            2 * theme.scaled(kLineHeight) + 4);
    };
    connect(&m_context.theme, &theme::Theme::changed, box, fit);
    fit();
    return box;
}

void TensorsView::connectPane(TensorPane* pane) {
    TensorCanvas* canvas = &pane->canvas();
    connect(canvas, &TensorCanvas::hovered, this,
            [this, pane](std::optional<TensorCanvas::Cell> cell) { hover(*pane, cell); });
    connect(canvas, &TensorCanvas::picked, this,
            [this, pane](const TensorCanvas::Cell& cell) { pick(*pane, cell); });
    canvas->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(canvas, &QWidget::customContextMenuRequested, this, [this, pane, canvas](QPoint at) {
        if (const auto cell = canvas->cellAt(canvas->viewport()->mapFrom(canvas, at))) {
            canvas->setSelected(cell);
            pick(*pane, *cell);
        }
        openMenu(*pane, canvas->mapToGlobal(at));
    });
    charts::CurveView* curve = &pane->curve();
    curve->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(curve, &QWidget::customContextMenuRequested, this, [this, pane, curve](QPoint at) {
        curve->pickAt(at);
        openMenu(*pane, curve->mapToGlobal(at));
    });
    pane->twin().setMenu(
        [this, pane](QMenu& menu, int, int) { fillMenu(menu, *pane, pane->canvas().selected()); });
    connect(canvas, &TensorCanvas::sightChanged, this, [this, pane] {
        TensorPane* other = pane == m_pane ? m_beside : m_pane;
        if (m_isLinking || m_beside->isHidden()) return;
        m_isLinking = true;
        other->canvas().setSight(pane->canvas().sight());
        m_isLinking = false;
    });
    connect(&canvas->tiles(), &TensorTiles::failed, this, [this](const QString& text) { tell(text, true); });
    connect(&canvas->tiles(), &TensorTiles::built, this, [this] {
        updateLook();
        updateNumbers();
    });
}

// ---- what is shown

void TensorsView::take(const session::FramePtr& frame) {
    const auto before = m_frame ? m_frame->loaded : nullptr;
    m_frame = frame;
    m_list.setLoaded(frame ? frame->loaded : nullptr);
    if (before != (frame ? frame->loaded : nullptr)) {
        m_looks.clear();
        m_sampled.clear();
        updateCompareBox();
        if (m_list.rowOf(m_shown) < 0) m_shown.clear();
        if (m_list.rowOf(m_other) < 0) compareWith({});
        if (m_shown.isEmpty() && m_list.rowCount() > 0) return showTensor(m_list.entries().front().title());
    }
    refresh();
}

void TensorsView::showTensor(const QString& name) {
    if (m_list.rowOf(name) < 0 && m_list.addRegister(name)) updateCompareBox();
    const int row = m_list.rowOf(name);
    if (row < 0) return;
    m_shown = name;
    const QModelIndex there = m_filtered.mapFromSource(m_list.index(row, 0));
    if (there.isValid()) m_table->setCurrentIndex(there);
    // Again once the table knows about a row that has just come.
    QMetaObject::invokeMethod(
        m_table, [this] { m_table->scrollTo(m_table->currentIndex()); }, Qt::QueuedConnection);
    m_pane->canvas().setSelected({});
    m_hover->clear();
    refresh();
}

void TensorsView::refresh() {
    const int row = m_shown.isEmpty() ? -1 : m_list.rowOf(m_shown);
    const auto elements = row < 0 ? nullptr : m_list.elementsAt(row, m_frame);
    enableTools(elements != nullptr);
    if (!elements) {
        m_pane->showNothing(tr("Open a program to see its tensors as pictures, or open an .npy, .npz or .png "
                               "file with the button above."));
        m_statistics->clear();
        showHistogram({});
        m_hover->clear();
        return;
    }
    m_pane->show(m_list.entries()[static_cast<std::size_t>(row)].info, elements);
    updateLook();
    refreshBeside();
    updateNumbers();
}

bool TensorsView::isDifference() const { return m_besideBox->currentIndex() > 0; }

void TensorsView::refreshBeside() {
    const int row = m_other.isEmpty() ? -1 : m_list.rowOf(m_other);
    m_beside->setVisible(row >= 0 && m_pane->elements());
    m_besideBox->setEnabled(row >= 0);
    if (row < 0 || !m_pane->elements()) return;
    scene::TensorInfo info = m_list.entries()[static_cast<std::size_t>(row)].info;
    auto elements = m_list.elementsAt(row, m_frame);
    if (elements && isDifference()) {
        const auto kind = static_cast<scene::DifferenceKind>(m_besideBox->currentIndex() - 1);
        auto difference = scene::differenceOf(m_pane->elements(), elements, kind);
        if (!difference) {
            const QString wrong = session::problemText(difference.problem());
            m_beside->showNothing(wrong);
            return tell(wrong.toHtmlEscaped(), true);
        }
        elements = *std::move(difference);
        info = {m_besideBox->currentText().toStdString() + ": " + m_shown.toStdString() + " - " + info.name,
                elements->type(),
                elements->shape(),
                "",
                "",
                "",
                0,
                0};
    }
    if (!elements) return m_beside->showNothing(tr("It cannot be read."));
    m_beside->show(info, std::move(elements));
    m_beside->showLike(*m_pane);
    applyLook();
    m_isLinking = true;
    m_beside->canvas().setSight(m_pane->canvas().sight());
    m_isLinking = false;
}

void TensorsView::compareWith(const QString& name) {
    m_other = m_list.rowOf(name) >= 0 ? name : QString();
    m_compareBox->setCurrentIndex(std::max(0, m_compareBox->findData(m_other)));
    refreshBeside();
}

void TensorsView::setBeside(Beside beside) {
    m_besideBox->setCurrentIndex(static_cast<int>(beside));
    refreshBeside();
}

// Tools for a tensor, while there is one. Opening a file is always possible.
void TensorsView::enableTools(bool enable) {
    for (QWidget* box : std::initializer_list<QWidget*>{m_compareBox, m_mapBox, m_low, m_high})
        box->setEnabled(enable);
    m_besideBox->setEnabled(enable && !m_other.isEmpty());
    for (QAction* action : m_aboutOne) action->setEnabled(enable);
}

void TensorsView::updateCompareBox() {
    m_compareBox->clear();
    m_compareBox->addItem(tr("compare with ..."), QString());
    for (const TensorListModel::Entry& entry : m_list.entries())
        m_compareBox->addItem(entry.title(), entry.title());
    m_compareBox->setCurrentIndex(std::max(0, m_compareBox->findData(m_other)));
}

void TensorsView::followSelection() {
    const QString& name = m_context.selection.item().tensor;
    if (!name.isEmpty() && name != m_shown) showTensor(name);
}

} // namespace lw::paint

#include "moc_tensors_view.cpp"
