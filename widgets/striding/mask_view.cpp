// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/mask_view.h"

#include "core/machine/cell_value.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/elided_label.h"
#include "widgets/theme/icon.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <cmath>

namespace lw::striding {

using paint::TensorCanvas;
using session::coreText;
using session::counted;

namespace {

constexpr int kLabelHeight = 22;

QString toQt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

MaskView::MaskView(session::ViewContext context, StridingDesk& desk, QWidget* parent)
    : QStackedWidget(parent)
    , m_context(context)
    , m_desk(desk)
    , m_body(new QWidget(this))
    , m_notice(new theme::EmptyNotice(this)) {
    m_pool.setMaxThreadCount(1);
    addWidget(m_notice);
    addWidget(m_body);
    auto* layout = new QVBoxLayout(m_body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeTools());
    layout->addWidget(m_summary);
    layout->addWidget(makePanes(), 1);
    layout->addWidget(m_message);
    connect(&m_notice->button(), &QPushButton::clicked, this, &MaskView::networkWanted);
    connect(&desk, &StridingDesk::factsChanged, this, &MaskView::takeFacts);
    connect(&context.theme, &theme::Theme::changed, this, [this] {
        for (paint::TensorPane* pane : m_panes) pane->canvas().viewport()->update();
    });
    new session::FrameFeed(context.session, *this,
                           [this](const session::FramePtr& frame) { takeFrame(frame); });
    takeFacts();
}

MaskView::~MaskView() {
    m_pool.clear();
    m_pool.waitForDone();
}

// ---- parts

QToolBar* MaskView::makeTools() {
    auto* bar = new QToolBar(m_body);
    m_layers = new QComboBox(bar);
    m_layers->setAccessibleName(tr("Layer"));
    m_layers->setToolTip(tr("The strided layer that is shown"));
    m_layers->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_layers, &QComboBox::activated, this, &MaskView::showLayer);
    bar->addWidget(m_layers);
    m_channel = new QSpinBox(bar);
    m_channel->setAccessibleName(tr("Channel"));
    m_channel->setToolTip(tr("The channel that is shown, from 0"));
    m_channel->setPrefix(tr("channel "));
    connect(m_channel, &QSpinBox::valueChanged, this, [this] {
        if (!m_isFilling) refresh();
    });
    bar->addWidget(m_channel);
    m_masks = new QComboBox(bar);
    m_masks->setAccessibleName(tr("Mask"));
    m_masks->setToolTip(tr("Which of the two masks is shown"));
    m_masks->addItems({tr("first mask"), tr("second mask")});
    connect(m_masks, &QComboBox::activated, this, &MaskView::showMask);
    m_maskAction = bar->addWidget(m_masks);
    bar->addSeparator();
    const auto walk = [&](const char* icon, const QString& text, int step) {
        QAction* action = bar->addAction(theme::icon(m_context.theme, QLatin1String(icon)), text, this,
                                         [this, step] { walkWrong(step); });
        m_walks << action;
    };
    walk("back", tr("Previous wrong element"), -1);
    walk("forward", tr("Next wrong element"), 1);
    bar->addSeparator();
    bar->addAction(tr("To values"), this, [this] { fitColours(true); })
        ->setToolTip(
            tr("Set the colours' range to the first tensor's values of now; it never changes by itself"));
    bar->addAction(tr("Fit"), this, [this] { m_panes[First]->canvas().fit(); })
        ->setToolTip(tr("The whole pictures (0)"));
    m_summary = new theme::ElidedLabel(m_body);
    m_summary->setContentsMargins(8, 0, 8, 0);
    m_summary->setFixedHeight(kLabelHeight);
    m_message = new theme::ElidedLabel(m_body);
    m_message->setContentsMargins(8, 0, 8, 0);
    m_message->setFixedHeight(kLabelHeight);
    theme::keepFont(*m_message, m_context.theme, &theme::Theme::monospaceSmall);
    return bar;
}

QWidget* MaskView::makePanes() {
    auto* box = new QWidget(m_body);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(1);
    for (int i = 0; i < kPanes; ++i) {
        auto*& pane = m_panes[static_cast<std::size_t>(i)];
        pane = new paint::TensorPane(m_context.theme, box);
        pane->setControlsVisible(false);
        pane->canvas().setTinted(false); // a run would leave nothing else to see
        grid->addWidget(pane, i / 2, i % 2);
        grid->setRowStretch(i / 2, 1);
        grid->setColumnStretch(i % 2, 1);
        connectPane(static_cast<Pane>(i));
    }
    setFocusProxy(m_panes[First]);
    return box;
}

void MaskView::connectPane(Pane which) {
    TensorCanvas& canvas = m_panes[which]->canvas();
    connect(&canvas, &TensorCanvas::hovered, this,
            [this, which](std::optional<TensorCanvas::Cell> cell) { point(which, cell); });
    connect(&canvas, &TensorCanvas::picked, this,
            [this, which](const TensorCanvas::Cell& cell) { pick(which, cell); });
    connect(&canvas, &TensorCanvas::sightChanged, this, [this, which] { linkSights(which); });
    canvas.setOverlay([this, which](QPainter& painter) { paintOver(which, painter); });
}

// ---- what is shown

const lower::LayerReport* MaskView::layer() const {
    const FactsPtr& facts = m_desk.facts();
    const int index = m_layers->currentIndex();
    if (!facts || index < 0 || index >= static_cast<int>(facts->report.layers.size())) return nullptr;
    return &facts->layer(static_cast<std::size_t>(index));
}

QString MaskView::tensorOf(Pane pane) const {
    const char* roles[kPanes] = {"first", m_masks->currentIndex() == 1 ? "second mask" : "mask", "second",
                                 "input"};
    if (const lower::LayerReport* here = layer())
        for (const lower::KeptTensor& kept : here->tensors)
            if (kept.role == roles[pane]) return QString::fromStdString(kept.name);
    return {};
}

void MaskView::takeFacts() {
    const FactsPtr& facts = m_desk.facts();
    const QString program = facts ? facts->program : QString();
    if (program != m_program || m_layers->count() == 0) {
        m_program = program;
        m_isFilling = true;
        m_layers->clear();
        m_channel->setValue(0);
        if (facts)
            for (const lower::LayerReport& one : facts->report.layers)
                m_layers->addItem(QString::fromStdString(one.name));
        m_isFilling = false;
        m_hasLook = false;
        m_pointed.reset();
        m_wrongAt = -1;
    }
    refresh();
}

void MaskView::takeFrame(const session::FramePtr& frame) {
    m_frame = frame;
    m_list.setLoaded(frame ? frame->loaded : nullptr);
    refresh();
}

void MaskView::showLayer(int index) {
    m_layers->setCurrentIndex(index);
    m_hasLook = false;
    m_pointed.reset();
    m_wrongAt = -1;
    refresh();
}
void MaskView::showChannel(int channel) { m_channel->setValue(channel); }
void MaskView::showMask(int number) {
    m_masks->setCurrentIndex(number);
    refresh();
}

void MaskView::sayEmpty() {
    m_notice->say(
        tr("A strided layer as a circuit that cannot stride computes it: the first tensor, the mask, "
           "the product, and what is not there yet.\nOpen a network."),
        tr("Open Network..."));
    setCurrentWidget(m_notice);
}

void MaskView::refresh() {
    if (m_isFilling) return;
    const lower::LayerReport* here = layer();
    const bool isOfProgram = here && m_frame && m_frame->loaded->path == m_desk.facts()->program;
    if (!isOfProgram) return sayEmpty();
    setCurrentWidget(m_body);
    std::uint64_t channels = 1;
    bool hasTwo = false;
    for (const lower::KeptTensor& kept : here->tensors) {
        if (kept.role == "first") channels = kept.channels;
        hasTwo |= kept.role == "second mask";
    }
    m_isFilling = true;
    m_channel->setRange(0, static_cast<int>(channels) - 1);
    m_channel->setSuffix(tr(" of %1").arg(counted(channels)));
    m_channel->setEnabled(channels > 1);
    m_isFilling = false;
    m_maskAction->setVisible(hasTwo);
    if (!hasTwo) m_masks->setCurrentIndex(0);
    for (QAction* action : m_walks) action->setEnabled(here->wrong > 0);
    for (int i = 0; i < kPanes; ++i) refreshPane(static_cast<Pane>(i));
    fitColours(false);
    countScene();
}

void MaskView::refreshPane(Pane which) {
    paint::TensorPane& pane = *m_panes[which];
    const QString name = tensorOf(which);
    const int row = name.isEmpty() ? -1 : m_list.rowOf(name);
    const auto elements = row < 0 ? nullptr : m_list.elementsAt(row, m_frame);
    if (!elements)
        return pane.showNothing(tr("This mode has no such tensor, or there was no room to keep it."));
    pane.show(m_list.entries()[static_cast<std::size_t>(row)].info, elements);
    scene::AxisRoles roles = pane.roles();
    if (pane.info().shape.size() == 3) {
        roles.rows = 0;
        roles.columns = 1;
        const auto channel = which == Input ? 0 : static_cast<std::uint64_t>(m_channel->value());
        roles.index[2] = std::min(channel, pane.info().shape[2] - 1);
    }
    pane.setRoles(roles);
}

// The numbers about all pixels, counted while the pictures are there already; the newest moment wins.
void MaskView::countScene() {
    const lower::LayerReport* here = layer();
    if (!here || !m_frame) return;
    const std::uint64_t wanted = ++m_sceneWanted;
    ++m_scenesUnderWay;
    m_pool.clear();
    m_pool.start([this, wanted, report = *here, frame = m_frame,
                  channel = static_cast<std::uint64_t>(m_channel->value())] {
        auto picture =
            scene::maskPicture(frame->loaded->scope(), report, channel, frame->state, frame->before);
        QMetaObject::invokeMethod(
            this,
            [this, wanted, picture = std::move(picture)] {
                if (wanted != m_sceneWanted) return;
                m_scenesUnderWay = 0;
                if (picture) return showScene(*picture);
                m_scene.reset();
                m_summary->setText(session::problemText(picture.problem()));
            },
            Qt::QueuedConnection);
    });
}

void MaskView::showScene(const scene::MaskPicture& picture) {
    m_scene = picture;
    const QString names[kPanes] = {tr("First tensor"), tr("Mask"), tr("Product"), tr("Input")};
    const char* roles[kPanes] = {"first", m_masks->currentIndex() == 1 ? "second mask" : "mask", "second",
                                 ""};
    const std::uint64_t all = picture.kept + picture.dropped;
    for (std::size_t i = 0; i < kPanes; ++i) {
        QString text = names[i];
        if (const scene::MaskTensor* tensor = picture.find(roles[i])) {
            text +=
                QStringLiteral("   ") +
                (tensor->written == all ? tr("all there")
                                        : tr("%1 of %2 there").arg(counted(tensor->written), counted(all)));
            for (const scene::MaskValue& value : tensor->values)
                text += QStringLiteral("   ") +
                        tr("%1: %2 pixels").arg(QString::fromStdString(value.value), counted(value.pixels));
        }
        m_headings[i] = text;
        m_panes[i]->setTitle(text);
    }
    const double share = 100 * picture.keptShare();
    QString text = tr("%1, stride %2 x %3: %4 of %5 pixels kept (%6 %), %7 dropped (%8 %)")
                       .arg(toQt(picture.mode))
                       .arg(picture.rowStride)
                       .arg(picture.columnStride)
                       .arg(counted(picture.kept), counted(all))
                       .arg(share, 0, 'f', 2)
                       .arg(counted(picture.dropped))
                       .arg(100 - share, 0, 'f', 2);
    if (const lower::LayerReport* here = layer(); here && here->wrong > 0)
        text +=
            QStringLiteral("   ") +
            tr("%1 of %2 elements of the output wrong").arg(counted(here->wrong), counted(here->elements));
    if (picture.phaseErrorCount > 0)
        text += QStringLiteral("   ") +
                tr("MASK OUT OF PHASE at %1 pixels").arg(counted(picture.phaseErrorCount));
    m_summary->setText(text);
    m_summary->setForegroundRole(QPalette::WindowText);
    for (paint::TensorPane* pane : m_panes) pane->canvas().viewport()->update();
}

// The range of the first tensor's values, once there are some, for all pictures of the layer but the input.
void MaskView::fitColours(bool again) {
    if ((m_hasLook && !again) || !m_panes[First]->elements()) return;
    const auto& picture = m_panes[First]->canvas().tiles().picture();
    if (!picture || !picture->isBuilt()) return;
    std::vector<scene::CellSummary> whole(1);
    if (!picture->summaries(62, 0, 0, 1, 1, whole) || !(whole[0].marks & scene::kNumber)) return;
    const double most = std::max(std::fabs(double(whole[0].low)), std::fabs(double(whole[0].high)));
    m_look = {paint::MapKind::Diverging, {-(most > 0 ? most : 1), most > 0 ? most : 1}};
    m_hasLook = true;
    for (paint::TensorPane* pane : m_panes) pane->canvas().setLook(m_look);
}

void MaskView::linkSights(Pane from) {
    if (m_isLinking || from == Input) return;
    m_isLinking = true;
    for (const Pane other : {First, Mask, Product})
        if (other != from && m_panes[other])
            m_panes[other]->canvas().setSight(m_panes[from]->canvas().sight());
    m_isLinking = false;
}

// ---- one element

std::pair<std::int64_t, std::int64_t> MaskView::inputCorner() const {
    const lower::LayerReport* here = layer();
    const tensor::Shape& shape = m_panes[Input]->info().shape;
    if (!here || shape.size() != 3) return {0, 0};
    const auto rows =
        static_cast<std::int64_t>(shape[0]) - static_cast<std::int64_t>(here->geometry.inputRows);
    // Without its border the input stands at the corner; else behind the border above and at the left.
    if (rows == 0 && shape[1] == here->geometry.inputColumns) return {0, 0};
    return {here->geometry.pad.top, here->geometry.pad.left};
}

QString MaskView::valueAt(Pane which, const TensorCanvas::Cell& cell) const {
    const paint::TensorPane& pane = *m_panes[which];
    if (!pane.elements()) return tr("not kept");
    const auto number = pane.elementAt(cell);
    const auto element = number && *number < pane.elements()->count()
                             ? scene::elementAt(*pane.elements(), *number)
                             : Result<scene::Element>(scene::Element{});
    if (!element) return {};
    if (!(element->flags & scene::kWritten)) return tr("not there yet");
    return QString::fromStdString(machine::cellText(pane.elements()->type(), element->bits));
}

void MaskView::point(Pane which, std::optional<TensorCanvas::Cell> cell) {
    if (which != Input) m_pointed = cell;
    describe(which, cell);
    for (paint::TensorPane* pane : m_panes) pane->canvas().viewport()->update();
}

void MaskView::describe(Pane which, const std::optional<TensorCanvas::Cell>& cell) {
    const lower::LayerReport* here = layer();
    if (!cell || !here) return m_message->clear();
    if (which == Input)
        return m_message->setText(tr("input [%1, %2]: %3")
                                      .arg(static_cast<qint64>(cell->row) - inputCorner().first)
                                      .arg(static_cast<qint64>(cell->column) - inputCorner().second)
                                      .arg(valueAt(Input, *cell)));
    const lower::StrideGeometry& g = here->geometry;
    const std::uint64_t a = cell->row / g.stride.rows, b = cell->column / g.stride.columns;
    QString text = tr("[%1, %2]  first %3, mask %4, product %5   %6, window [%7, %8]")
                       .arg(cell->row)
                       .arg(cell->column)
                       .arg(valueAt(First, *cell), valueAt(Mask, *cell), valueAt(Product, *cell),
                            g.keeps(cell->row, cell->column) ? tr("kept") : tr("dropped"))
                       .arg(a)
                       .arg(b);
    for (const lower::WrongElement& wrong : here->wrongElements)
        if (wrong.image == 0 && wrong.row == a && wrong.column == b &&
            wrong.channel == static_cast<std::uint64_t>(m_channel->value()))
            text += QStringLiteral("   ") + tr("WRONG: %1 instead of %2, %3")
                                                .arg(QString::fromStdString(wrong.got),
                                                     QString::fromStdString(wrong.wanted),
                                                     coreText(lower::wordsOf(wrong.cause)));
    m_message->setText(text);
}

void MaskView::pick(Pane which, const TensorCanvas::Cell& cell) {
    const paint::TensorPane& pane = *m_panes[which];
    if (which != Input) {
        for (const Pane other : {First, Mask, Product})
            if (other != which) m_panes[other]->canvas().setSelected(cell);
    }
    point(which, cell);
    if (const auto element = pane.elementAt(cell))
        m_context.selection.selectCell(
            QString::fromStdString(scene::elementExpression(pane.info(), *element)));
}

void MaskView::walkWrong(int step) {
    const lower::LayerReport* here = layer();
    if (!here || here->wrongElements.empty()) return;
    const auto count = static_cast<qsizetype>(here->wrongElements.size());
    m_wrongAt = m_wrongAt < 0 ? (step > 0 ? 0 : count - 1) : (m_wrongAt + step + count) % count;
    const lower::WrongElement& wrong = here->wrongElements[static_cast<std::size_t>(m_wrongAt)];
    if (wrong.channel <= static_cast<std::uint64_t>(m_channel->maximum()))
        m_channel->setValue(static_cast<int>(wrong.channel));
    const TensorCanvas::Cell cell{wrong.row * here->geometry.stride.rows,
                                  wrong.column * here->geometry.stride.columns};
    for (const Pane pane : {First, Mask, Product}) {
        m_panes[pane]->canvas().setSelected(cell);
        m_panes[pane]->canvas().reveal(cell);
    }
    point(Product, cell);
    m_message->setText(tr("%1 of %2:").arg(m_wrongAt + 1).arg(counted(here->wrong)) + QLatin1Char(' ') +
                       m_message->text());
}

} // namespace lw::striding
