// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/patch_view.h"

#include "core/scene/messages.h"
#include "widgets/paint/cell_painter.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/striding/pass_sketch.h"
#include "widgets/theme/elided_label.h"
#include "widgets/theme/to_qt.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lw::striding {

using paint::TensorCanvas;
using scene::striding::PatchTensor;
using session::counted;

namespace {

constexpr int kLabelHeight = 22;

QString tensorText(PatchTensor tensor) {
    switch (tensor) {
    case PatchTensor::First: return PatchView::tr("first tensor");
    case PatchTensor::Second: return PatchView::tr("product with the mask");
    default: return PatchView::tr("output");
    }
}

// An input without negative numbers is shown as in the mask view.
paint::TensorLook lookOf(const scene::CellPicture& cells, bool isInput) {
    const paint::ValueRange range = paint::symmetricRange({cells});
    for (std::size_t i = 0; i < cells.bits.size() && isInput; ++i)
        isInput = !(cells.flags[i] & scene::kWritten) || cells.value(i) >= 0;
    if (isInput) return {paint::MapKind::Grey, {0, range.high}};
    return {paint::MapKind::Diverging, range};
}

// The largest divisor that is not above the root: as square as possible.
std::uint64_t linesFor(std::uint64_t numbers) {
    std::uint64_t out = 1;
    for (std::uint64_t lines = 2; lines * lines <= numbers; ++lines)
        if (numbers % lines == 0) out = lines;
    return out;
}

int asInt(std::uint64_t number) {
    return static_cast<int>(std::min<std::uint64_t>(number, std::numeric_limits<int>::max()));
}

} // namespace

PatchView::PatchView(session::ViewContext context, StridingDesk& desk, QWidget* parent)
    : LayerView(context, desk, parent) {
    bodyLayout()->addWidget(makeTools());
    auto* split = new QSplitter(body());
    split->addWidget(makePictures());
    split->addWidget(makePasses());
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setSizes({3000, 1700}); // shares of what there is
    split->setChildrenCollapsible(false);
    m_chain = new StepChain(context.theme, body());
    m_steps = new paint::TableTwin(context.theme, m_chain, tr("Steps as a table"), body());
    auto* steps = new QHBoxLayout;
    steps->setContentsMargins(0, 0, 4, 0);
    m_steps->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    steps->addWidget(m_steps, 1);
    steps->addWidget(m_steps->makeButton(body()), 0, Qt::AlignTop);
    bodyLayout()->addWidget(split, 1);
    bodyLayout()->addLayout(steps);
    m_message = new theme::ElidedLabel(body());
    m_message->setContentsMargins(8, 0, 8, 0);
    m_message->setFixedHeight(kLabelHeight);
    theme::keepFont(*m_message, context.theme, &theme::Theme::monospaceSmall);
    bodyLayout()->addWidget(m_message);
    const auto select = [this](int step) {
        if (!m_scene || step < 0 || step >= static_cast<int>(m_scene->steps.size())) return;
        if (const auto row = m_scene->steps[static_cast<std::size_t>(step)].instruction)
            this->context().selectBundle(*row);
    };
    connect(m_chain, &StepChain::picked, this, select);
    connect(m_steps, &paint::TableTwin::picked, this, [select](int row) { select(row); });
    connect(&notice().button(), &QPushButton::clicked, this, &PatchView::networkWanted);
    connect(&desk, &StridingDesk::factsChanged, this, &PatchView::takeFacts);
    connect(&desk, &StridingDesk::networkShown, this, &PatchView::refresh);
    connect(&desk, &StridingDesk::elementShown, this, &PatchView::takeElement);
    connect(&context.theme, &theme::Theme::changed, this, [this] {
        for (paint::TensorPane* pane : m_panes) pane->canvas().viewport()->update();
    });
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) {
        m_frame = frame;
        refresh();
    });
    setFocusProxy(m_panes[Products]);
    takeFacts();
    takeElement();
}

// ---- parts

QWidget* PatchView::makeTools() {
    auto* bar = m_bar = new LayerBar(context().theme, desk(), tr("The layer whose sums are shown"), body());
    connect(bar, &LayerBar::chosen, this, &PatchView::takeChoice);
    m_tensor = new QComboBox(bar);
    m_tensor->setAccessibleName(tr("Tensor"));
    m_tensor->setToolTip(tr("The tensor of the layer that the element is in"));
    m_tensor->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_tensor, &QComboBox::activated, this, [this](int index) {
        m_place.tensor = static_cast<PatchTensor>(m_tensor->itemData(index).toInt());
        fillPickers();
        readPickers();
    });
    bar->addWidget(m_tensor);
    const auto addIndex = [&](const QString& name, const QString& prefix) {
        auto* box = new QSpinBox(bar);
        box->setAccessibleName(name);
        box->setToolTip(tr("Of the element, from 0"));
        box->setPrefix(prefix);
        connect(box, &QSpinBox::valueChanged, this, &PatchView::readPickers);
        bar->addWidget(box);
        return box;
    };
    m_row = addIndex(tr("Row"), tr("row "));
    m_column = addIndex(tr("Column"), tr("column "));
    bar->addSeparator();
    m_input = new QSpinBox(bar);
    m_input->setAccessibleName(tr("Input channel"));
    m_input->setToolTip(tr("The channel of the input that is shown; all of them side by side"));
    m_input->setPrefix(tr("input channel "));
    m_input->setSpecialValueText(tr("all input channels"));
    m_input->setRange(0, 1); // from 1; 0 means all of them
    connect(m_input, &QSpinBox::valueChanged, this, [this] {
        if (!m_isFilling) showScene();
    });
    bar->addWidget(m_input);
    m_running = bar->addAction(tr("Running sums"), this, [this] { showScene(); });
    m_running->setCheckable(true);
    m_running->setToolTip(tr("Instead of the products the sums of each pass up to them, as they run down the "
                             "column of the array"));
    bar->addAction(tr("Fit"), this, [this] { m_panes[Products]->canvas().fit(); })
        ->setToolTip(tr("The whole pictures (0)"));
    m_back = bar->addAction(tr("Back to This Layer"), this, &PatchView::goBack);
    m_back->setToolTip(tr("To the last moment at which all that the layer reads is in memory"));
    m_back->setVisible(false);
    m_summary = new theme::ElidedLabel(bar);
    m_summary->setContentsMargins(8, 0, 8, 0);
    m_summary->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(m_summary);
    return bar;
}

QWidget* PatchView::makePictures() {
    auto* box = new QWidget(body());
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(1);
    for (int i = 0; i < kPanes; ++i) {
        auto*& pane = m_panes[static_cast<std::size_t>(i)];
        pane = new paint::TensorPane(context().theme, box);
        pane->setControlsVisible(false);
        pane->canvas().setTinted(false);
        row->addWidget(pane, 1);
        connectPane(static_cast<Pane>(i));
    }
    return box;
}

QWidget* PatchView::makePasses() {
    auto* box = new QWidget(body());
    auto* sketch = new PassSketch(context().theme, box);
    m_passes = new paint::TableTwin(context().theme, sketch, tr("Passes as a table"), box);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    auto* head = new QHBoxLayout;
    auto* title = new theme::ElidedLabel(box);
    title->setText(tr("Passes of the matrix unit"));
    head->setContentsMargins(8, 4, 8, 4);
    head->addWidget(title, 1);
    head->addWidget(m_passes->makeButton(box));
    layout->addLayout(head);
    layout->addWidget(m_passes, 1);
    connect(m_passes, &paint::TableTwin::picked, this, [this](int row) { choosePass(row); });
    connect(sketch, &PassSketch::stepped, this, [this](int by) {
        if (m_scene)
            choosePass(std::clamp(m_shownPass + by, 0, static_cast<int>(m_scene->passes.size()) - 1));
    });
    return box;
}

void PatchView::connectPane(Pane which) {
    TensorCanvas& canvas = m_panes[which]->canvas();
    connect(&canvas, &TensorCanvas::hovered, this, &PatchView::point);
    connect(&canvas, &TensorCanvas::picked, this, [this, which](const TensorCanvas::Cell& cell) {
        for (const Pane other : {Input, Kernel, Products})
            if (other != which) m_panes[other]->canvas().setSelected(cell);
        if (const auto product = productAt(cell)) choosePass(passOf(*product));
        point(cell);
    });
    connect(&canvas, &TensorCanvas::sightChanged, this, [this, which] { linkSights(which); });
    canvas.setOverlay([this, which](QPainter& painter) { paintOver(which, painter); });
}

void PatchView::linkSights(Pane from) {
    if (std::exchange(m_isLinking, true)) return;
    for (const Pane other : {Input, Kernel, Products})
        if (other != from) m_panes[other]->canvas().setSight(m_panes[from]->canvas().sight());
    m_isLinking = false;
}

// ---- which element

void PatchView::takeFacts() {
    const FactsPtr& facts = desk().facts();
    if (const int number = desk().reportNumber(); std::exchange(m_report, number) != number) {
        m_pass = -1;
        QStringList names;
        if (facts)
            for (const lower::SumReport& one : facts->report.sums) names << toQt(one.name);
        m_bar->setLayers(names);
        m_place = firstPlace();
        fillPickers();
    }
    refresh();
}

// In the layer chosen.
scene::striding::PatchPlace PatchView::firstPlace() const {
    const FactsPtr& facts = desk().facts();
    const auto tensors =
        facts ? scene::striding::patchTensorsOf(facts->report, m_bar->layerName().toStdString())
              : std::vector<PatchTensor>{};
    return {.tensor = tensors.empty() ? PatchTensor::Out : tensors.front(), .channel = m_bar->channel()};
}

// The same place in another channel, or the first one in another layer.
void PatchView::takeChoice(bool isOtherLayer) {
    if (isOtherLayer) m_place = firstPlace();
    m_place.channel = desk().choice().channel;
    m_pass = -1;
    fillPickers();
    refresh();
}

void PatchView::takeElement() {
    const auto& element = desk().element();
    if (!element || element->layer != m_bar->layerName()) return;
    m_place = element->place;
    m_pass = -1;
    fillPickers();
    refresh();
}

// The pickers for m_place in the layer chosen.
void PatchView::fillPickers() {
    const FactsPtr& facts = desk().facts();
    if (!facts || m_bar->layer() < 0) return;
    m_isFilling = true;
    const std::string layer = m_bar->layerName().toStdString();
    const auto tensors = scene::striding::patchTensorsOf(facts->report, layer);
    if (!tensors.empty() && std::find(tensors.begin(), tensors.end(), m_place.tensor) == tensors.end())
        m_place.tensor = tensors.front();
    m_tensor->clear();
    for (const PatchTensor tensor : tensors) m_tensor->addItem(tensorText(tensor), static_cast<int>(tensor));
    m_tensor->setCurrentIndex(m_tensor->findData(static_cast<int>(m_place.tensor)));
    m_tensor->setEnabled(tensors.size() > 1);
    const auto extents = scene::striding::patchExtents(facts->report, layer, m_place.tensor);
    m_row->setRange(0, asInt(extents[0]) - 1);
    m_column->setRange(0, asInt(extents[1]) - 1);
    m_row->setValue(asInt(m_place.row));
    m_column->setValue(asInt(m_place.column));
    m_bar->setChannels(extents[2]);
    if (const lower::SumReport* const sums = facts->report.findSums(layer)) {
        const std::uint64_t channels = sums->input.channels / std::max(sums->groups, 1u);
        m_input->setRange(0, asInt(channels));
        m_input->setEnabled(channels > 1);
    }
    m_isFilling = false;
}

void PatchView::readPickers() {
    if (m_isFilling) return;
    m_place = {static_cast<PatchTensor>(m_tensor->currentData().toInt()),
               static_cast<std::uint64_t>(m_row->value()), static_cast<std::uint64_t>(m_column->value()),
               m_bar->channel()};
    desk().showElement({m_bar->layerName(), m_place});
}

void PatchView::showInputChannel(int channel) { m_input->setValue(channel + 1); }
int PatchView::inputChannel() const { return m_input->value() - 1; }
void PatchView::showRunning(bool running) {
    m_running->setChecked(running);
    showScene();
}

// ---- what is shown

void PatchView::sayEmpty() {
    m_scene.reset();
    task().drop();
    notice().say(
        tr("What one element of a layer is made of: the patch of the input, the kernel, their products, "
           "the passes of the array that add them, and every step to the number in memory.") +
            QLatin1Char('\n') + noProgramText(desk()),
        tr("Open Network..."));
    setCurrentWidget(&notice());
}

void PatchView::refresh() {
    if (m_isFilling) return;
    const FactsPtr& facts = desk().facts();
    const bool isOfProgram =
        facts && m_bar->layer() >= 0 && m_frame && m_frame->loaded->path == facts->program;
    if (!isOfProgram) return sayEmpty();
    setCurrentWidget(body());
    task().ask(
        [facts, frame = m_frame, layer = m_bar->layerName().toStdString(), place = m_place] {
            Made out{scene::striding::patchPicture(frame->loaded->scope(), facts->report, layer, place,
                                                   frame->moment(), frame->state,
                                                   {frame->bundleCounts, frame->bundleStalls}),
                     {}};
            if (out.picture) out.passes = passesOf(*out.picture);
            return out;
        },
        [this](const Made& made) { take(made); });
}

// Back to before what was there is overwritten.
void PatchView::goBack() {
    const FactsPtr& facts = desk().facts();
    const std::uint32_t until =
        facts ? scene::striding::untilRowOf(facts->report, m_bar->layerName().toStdString()) : 0;
    if (until != 0) context().session.perform(machine::SeekBundle{until});
}

void PatchView::take(const Made& made) {
    m_back->setVisible(!made.picture && made.picture.problem().message == &scene::messages::kOverwritten);
    if (!made.picture) return showProblem(made.picture.problem());
    m_scene = *made.picture;
    m_passOf = made.passes;
    showScene();
}

std::vector<int> PatchView::passesOf(const scene::striding::PatchPicture& picture) {
    std::vector<int> out(picture.productCount(), -1);
    for (std::size_t i = 0; i < picture.passes.size(); ++i) {
        const network::SumPass& pass = picture.passes[i].products;
        for (std::uint64_t channel = pass.channel; channel < pass.channel + pass.channels; ++channel)
            for (std::uint64_t tap = pass.column; tap < pass.column + pass.taps; ++tap) {
                const std::uint64_t at =
                    (channel * picture.kernelRows + pass.row) * picture.kernelColumns + tap;
                if (at < out.size()) out[at] = static_cast<int>(i);
            }
    }
    return out;
}

// Instead of an element: nothing of the previous one stays.
void PatchView::showProblem(const Problem& problem) {
    m_scene.reset();
    m_marked.clear();
    m_shownPass = -1;
    m_summary->setText(session::problemText(problem));
    m_headings = {};
    for (paint::TensorPane* pane : m_panes) pane->showNothing({});
    m_panes[Input]->showNothing(session::problemText(problem));
    m_passes->model().show(PassSketch::tableOf({}));
    static_cast<PassSketch&>(m_passes->picture()).show({}, -1);
    m_chain->clear();
    m_steps->model().show(m_chain->table());
    point({});
}

void PatchView::showScene() {
    if (!m_scene) return;
    const scene::striding::PatchPicture& s = *m_scene;
    const int channel = inputChannel();
    m_summary->setText(tr("%1 [%2, %3, %4] = %5")
                           .arg(tensorText(s.place.tensor))
                           .arg(s.place.row)
                           .arg(s.place.column)
                           .arg(s.place.channel)
                           .arg(s.value.empty() ? tr("not there yet") : toQt(s.value)));
    showPane(Input, s.input, tr("Input [%1, %2] on").arg(s.inputRow).arg(s.inputColumn));
    showPane(Kernel, s.kernel, tr("Kernel %1").arg(s.place.channel + 1));
    QString products = m_running->isChecked() ? tr("Running sums") : tr("Products");
    if (channel >= 0 && channel < static_cast<int>(s.channelSums.size()))
        products +=
            QStringLiteral("   ") + tr("of this channel alone %1")
                                        .arg(s.channelSums[static_cast<std::size_t>(channel)].empty()
                                                 ? QStringLiteral("\u2026")
                                                 : toQt(s.channelSums[static_cast<std::size_t>(channel)]));
    showPane(Products, m_running->isChecked() ? s.running : s.products, products);
    m_panes[Input]->canvas().setLook(lookOf(s.input, true));
    m_panes[Kernel]->canvas().setLook(lookOf(s.kernel, false));
    m_panes[Products]->canvas().setLook(lookOf(m_running->isChecked() ? s.running : s.products, false));
    m_shownPass = passToShow();
    markPass();
    m_passes->model().show(PassSketch::tableOf(s));
    static_cast<PassSketch&>(m_passes->picture()).show(s, m_shownPass);
    m_chain->show(s, rightValue());
    m_steps->model().show(m_chain->table());
    point(m_pointed);
}

// What the strided layer gives for an element of the output that differs in memory, by the comparison
// of the modes; empty when memory is right, or nothing was compared with this input.
QString PatchView::rightValue() const {
    const FactsPtr& facts = desk().facts();
    const scene::striding::PatchPicture& s = *m_scene;
    if (!facts || s.place.tensor != PatchTensor::Out || s.check != scene::striding::PatchCheck::Same)
        return {};
    for (std::size_t i = 0; i < facts->report.layers.size(); ++i) {
        const lower::striding::LayerReport& layer = facts->report.layers[i];
        if (layer.name != m_bar->layerName().toStdString()) continue;
        for (const scene::striding::ModeOutcome& outcome : facts->modes[i]) {
            if (outcome.mode != layer.mode || !outcome.got || !outcome.wanted) continue;
            const tensor::Shape& shape = outcome.wanted->shape();
            const std::uint64_t at = (s.place.row * shape[1] + s.place.column) * shape[2] + s.place.channel;
            const double got = tensor::valueAt(*outcome.got, at),
                         wanted = tensor::valueAt(*outcome.wanted, at);
            if (got == wanted || (std::isnan(got) && std::isnan(wanted))) continue;
            // As texts, each of which represents one number: read as doubles they would not be the float32.
            const bool isStored = std::isnan(got) ? s.stored == "nan" : s.stored == textAt(*outcome.got, at);
            if (isStored) return toQt(textAt(*outcome.wanted, at));
        }
    }
    return {};
}

void PatchView::showPane(Pane which, const scene::CellPicture& cells, const QString& heading) {
    const scene::striding::PatchPicture& s = *m_scene;
    const std::string names[kPanes] = {s.inputName, s.tilesName, "products"};
    paint::TensorPane& pane = *m_panes[which];
    const int channel = inputChannel();
    // Numbers without a place beside each other form a rectangle.
    const bool isList = channel < 0 && s.kernelRows == 1 && s.kernelColumns == 1;
    const std::uint64_t lines = isList ? linesFor(s.inputChannels) : 1;
    const tensor::Shape shape = isList ? tensor::Shape{1, lines, s.inputChannels / lines}
                                       : tensor::Shape{s.inputChannels, s.kernelRows, s.kernelColumns};
    scene::TensorInfo info;
    info.name = names[which];
    info.type = cells.type;
    info.shape = shape;
    pane.show(info, scene::elementsOf(cells, shape));
    const bool isFaceted = channel < 0 && s.inputChannels > 1 && !isList;
    scene::AxisRoles roles = pane.roles();
    roles.rows = 1;
    roles.columns = 2;
    roles.facets = isFaceted ? 0 : scene::AxisRoles::kNone;
    roles.index[0] = isFaceted ? 0 : static_cast<std::uint64_t>(std::max(channel, 0));
    pane.setRoles(roles);
    m_headings[which] = heading;
    pane.setTitle(heading);
}

} // namespace lw::striding

#include "moc_patch_view.cpp"
