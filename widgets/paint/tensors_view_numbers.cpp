// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/cell_value.h"
#include "widgets/cells/cell_actions.h"
#include "widgets/paint/tensor_files.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/session/core_text.h"
#include "widgets/session/selection.h"
#include "widgets/theme/theme.h"

#include <QFileDialog>
#include <QMenu>

#include <algorithm>
#include <cmath>

// The range of the colours, the numbers below the picture, files.
namespace lw::paint {

namespace {

constexpr unsigned kWhole = 62; // a level at which every picture is one square

using session::counted;
constexpr std::uint64_t kLeastPhotograph = 64;
constexpr double kLeastWhite = 100;   // the brightest pixel of a photograph in bytes is brighter
constexpr double kRobustShare = 0.99; // this share of a difference's elements is within its colours

// Rows x columns x channels, or rows x columns of bytes, like pictures: grey, not coloured.
bool looksLikePhotograph(const tensor::Shape& shape, tensor::DType type) {
    constexpr std::uint64_t kLeastSide = 16, kMostChannels = 4;
    tensor::Shape sides = shape;
    std::erase(sides, 1u); // a batch of one, a single channel
    const bool hasChannels = shape.size() >= 3 && shape.back() <= kMostChannels;
    if (hasChannels && shape.back() > 1) sides.pop_back();
    return (hasChannels || type == tensor::DType::U8) && sides.size() == 2 && sides[0] >= kLeastSide &&
           sides[1] >= kLeastSide;
}

TensorLook lookFor(double low, double high, const scene::ElementSource& elements) {
    if (low < 0) {
        const double most = std::max(-low, high);
        return {MapKind::Diverging, {-most, most}};
    }
    // Byte-like values, in a square large enough to be a picture.
    const bool isByteRange = elements.shape().size() == 2 && elements.shape()[0] >= kLeastPhotograph &&
                             elements.shape()[1] >= kLeastPhotograph && high > kLeastWhite && high <= 255;
    const bool isGrey = isByteRange || looksLikePhotograph(elements.shape(), elements.type());
    return {isGrey ? MapKind::Grey : MapKind::Sequential, {std::min(low, 0.0), high > 0 ? high : 1}};
}

// A single element far from the others would make these indistinguishable; it is marked + instead.
std::optional<TensorLook> lookForDifference(const scene::ElementSource& difference) {
    const auto within = scene::magnitudeOf(difference, kRobustShare);
    if (!within || within->finite == 0) return {};
    return TensorLook{MapKind::Sequential, {0, within->nonzero > 0 ? within->share : 1}};
}

// What determines a range: all of a small tensor, the visible plane of a large one. Nothing when there is no
// number yet, or not everything has been read.
std::optional<TensorLook> lookFor(const scene::TensorPicture& picture) {
    if (picture.elements().count() <= TensorTiles::kSmall) {
        const auto all = scene::statisticsOf(picture.elements());
        return all && all->finite ? std::optional(lookFor(all->low, all->high, picture.elements()))
                                  : std::nullopt;
    }
    std::vector<scene::CellSummary> all(1);
    if (!picture.isBuilt() || !picture.summaries(kWhole, 0, 0, 1, 1, all)) return {};
    if (!(all[0].marks & scene::kNumber)) return {};
    return lookFor(static_cast<double>(all[0].low), static_cast<double>(all[0].high), picture.elements());
}

// Stretches of elements, evenly spread.
struct Sample {
    std::uint64_t count = 0; // of elements
    TensorLook look;
};

Sample sampleOf(const scene::ElementSource& elements) {
    constexpr std::uint64_t kStretches = 256, kLength = 1024;
    const std::uint64_t all = elements.count();
    const auto length = static_cast<std::size_t>(std::min(kLength, all));
    std::vector<std::byte> bytes(length * tensor::sizeOf(elements.type()));
    std::vector<std::uint8_t> flags(length);
    std::vector<double> values(length);
    Sample out;
    double low = 0, high = 0;
    bool any = false;
    for (std::uint64_t i = 0; i < kStretches; ++i) {
        const auto first = static_cast<std::uint64_t>(
            static_cast<double>(all - length) * static_cast<double>(i) / static_cast<double>(kStretches - 1));
        if (!elements.read(first, bytes, flags)) return {};
        scene::valuesOf(elements.type(), bytes, values);
        for (std::size_t k = 0; k < length; ++k) {
            if (!(flags[k] & scene::kWritten) || !std::isfinite(values[k])) continue;
            low = any ? std::min(low, values[k]) : values[k];
            high = any ? std::max(high, values[k]) : values[k];
            any = true;
        }
        out.count += length;
    }
    if (!any) return {};
    out.look = lookFor(low, high, elements);
    return out;
}

} // namespace

void TensorsView::updateLook() {
    const auto& picture = m_pane->canvas().tiles().picture();
    if (const auto known = m_looks.constFind(m_shown); known != m_looks.constEnd()) {
        m_look = *known;
    } else if (picture) {
        const auto first = lookFor(*picture);
        m_look = first.value_or(TensorLook{});
        if (first) m_looks[m_shown] = m_look;
        if (!first && !picture->isBuilt()) sampleRange();
    }
    tellSample();
    applyLook();
}

// Before a large tensor has been read, a part of it shows what its values are like.
void TensorsView::sampleRange() {
    if (m_sampled.contains(m_shown)) return;
    m_sampled[m_shown] = 0; // under way
    m_pool.start([this, name = m_shown, elements = m_pane->elements()] {
        const Sample sample = sampleOf(*elements);
        QMetaObject::invokeMethod(
            this,
            [this, name, sample] {
                if (m_looks.contains(name) || sample.count == 0) return;
                m_sampled[name] = sample.count;
                m_looks[name] = sample.look;
                if (name == m_shown) updateLook();
            },
            Qt::QueuedConnection);
    });
}

// The range from a sample stays, whatever else is found: but this is said.
void TensorsView::tellSample() {
    const std::uint64_t count = m_sampled.value(m_shown);
    const auto elements = m_pane->elements();
    if (count == 0 || !elements) return;
    const auto& picture = m_pane->canvas().tiles().picture();
    const auto exact = picture && picture->isBuilt() ? lookFor(*picture) : std::nullopt;
    if (!exact)
        return tell(
            tr("Colours by a sample of %1 of %2 elements").arg(counted(count), counted(elements->count())));
    tell(exact->range == m_look.range
             ? tr("All elements have been read: the colours span their values")
             : tr("Colours by a sample of %1 elements; all of them need %2 to %3: \"To values\" takes that")
                   .arg(counted(count))
                   .arg(exact->range.low, 0, 'g', 6)
                   .arg(exact->range.high, 0, 'g', 6));
}

void TensorsView::fitRange() {
    const auto& picture = m_pane->canvas().tiles().picture();
    const auto now = picture ? lookFor(*picture) : std::nullopt;
    if (!now) return;
    m_looks[m_shown] = m_look = *now;
    m_sampled.remove(m_shown);
    m_looks.remove(differenceName());
    applyLook();
    updateNumbers();
}

void TensorsView::setRangeFromEdits() {
    bool isLow = false, isHigh = false;
    const ValueRange range{m_low->text().toDouble(&isLow), m_high->text().toDouble(&isHigh)};
    const bool isRange =
        isLow && isHigh && std::isfinite(range.low) && std::isfinite(range.high) && range.low < range.high;
    if (isRange && !(range == m_look.range)) {
        m_look.range = range;
        m_looks[m_shown] = m_look;
        updateNumbers();
    }
    applyLook(); // what is not a range is put back
}

// A name that no tensor has.
QString TensorsView::differenceName() const {
    return QStringLiteral("%1\n%2\n%3").arg(m_shown, m_other).arg(m_besideBox->currentIndex());
}

// A difference has its own colours, from nothing to what nearly all of its elements are within.
void TensorsView::applyLook() {
    m_pane->canvas().setLook(m_look);
    const auto& beside = m_beside->canvas().tiles().picture();
    TensorLook other = m_look;
    if (isDifference() && beside) {
        // Locked like every range, the first time there is something to set it by.
        const auto known = m_looks.constFind(differenceName());
        const auto first = known == m_looks.constEnd() && beside->isBuilt()
                               ? lookForDifference(beside->elements())
                               : std::nullopt;
        other =
            known != m_looks.constEnd() ? *known : first.value_or(TensorLook{MapKind::Sequential, {0, 1}});
        if (first) m_looks[differenceName()] = other;
    }
    m_beside->canvas().setLook(other);
    m_mapBox->setCurrentIndex(m_mapBox->findData(static_cast<int>(m_look.map)));
    m_low->setText(QString::number(m_look.range.low, 'g', 6));
    m_high->setText(QString::number(m_look.range.high, 'g', 6));
}

// ---- numbers

void TensorsView::updateNumbers() {
    if (m_stopNumbers) *m_stopNumbers = true;
    const auto elements = m_pane->elements();
    if (!elements) return;
    const ValueRange range = m_look.range;
    if (elements->count() <= TensorTiles::kSmall) {
        const auto statistics = scene::statisticsOf(*elements);
        const auto histogram = scene::histogramOf(*elements, range.low, range.high, TensorHistogram::kBins);
        if (statistics && histogram) showNumbers(*statistics, *histogram);
        return;
    }
    m_statistics->setText(tr("counting ..."));
    if (m_numbersOf != m_shown) showHistogram({}); // not that of another one
    m_stopNumbers = std::make_shared<std::atomic<bool>>(false);
    m_pool.start([this, elements, range, stop = m_stopNumbers] {
        const auto statistics = scene::statisticsOf(*elements, stop.get());
        const auto histogram =
            scene::histogramOf(*elements, range.low, range.high, TensorHistogram::kBins, stop.get());
        if (!statistics || !histogram || *stop) return;
        QMetaObject::invokeMethod(
            this,
            [this, stop, s = *statistics, h = *histogram] {
                if (stop == m_stopNumbers) showNumbers(s, h);
            },
            Qt::QueuedConnection);
    });
}

void TensorsView::showNumbers(const scene::TensorStatistics& s, const scene::Histogram& histogram) {
    const auto real = [](double value) { return QString::number(value, 'g', 7); };
    const bool any = s.finite != 0;
    const QString none = QStringLiteral("-");
    m_statistics->setText(tr("min  %1\nmax  %2\nmean %3\ndev  %4")
                              .arg(any ? real(s.low) : none, any ? real(s.high) : none,
                                   any ? real(s.mean) : none, any ? real(s.deviation) : none) +
                          QLatin1Char('\n') +
                          tr("%1 elements, %2 zero, %3 NaN, %4 inf\n%5 never written, %6 changed")
                              .arg(counted(s.count), counted(s.zero), counted(s.nan), counted(s.infinite),
                                   counted(s.unwritten), counted(s.changed)));
    showHistogram(histogram);
    m_numbersOf = m_shown;
}

void TensorsView::showHistogram(std::optional<scene::Histogram> histogram) {
    m_histogram->show(m_look, std::move(histogram));
    m_histogramTwin->model().show(m_histogram->table());
}

// ---- single elements

QString TensorsView::describe(const TensorPane& pane, std::uint64_t number) const {
    const scene::TensorInfo& info = pane.info();
    const int row = m_list.rowOf(QString::fromStdString(info.name));
    const QString expression = row < 0 ? QString() : m_list.expressionOf(row, number);
    const QString name =
        expression.isEmpty() ? QString::fromStdString(scene::elementExpression(info, number)) : expression;
    const auto element = scene::elementAt(*pane.elements(), number);
    if (!element) return session::problemText(element.problem());
    const tensor::DType type = pane.elements()->type();
    QString text = QStringLiteral("%1 = %2   0x%3")
                       .arg(name, QString::fromStdString(machine::cellText(type, element->bits)))
                       .arg(element->bits, static_cast<int>(tensor::sizeOf(type)) * 2, 16, QLatin1Char('0'));
    if (!info.space.empty() && m_frame)
        if (const auto* tensor = program::findTensor(m_frame->loaded->program, info.name))
            if (const auto where = scene::addressText(*tensor, m_frame->loaded->machine.target, number))
                text += QStringLiteral("   ") + QString::fromStdString(*where);
    if (!(element->flags & scene::kWritten)) text += QStringLiteral("   ") + tr("never written");
    if (element->flags & scene::kChanged) text += QStringLiteral("   ") + tr("written in this step");
    return text;
}

void TensorsView::hover(const TensorPane& pane, std::optional<TensorCanvas::Cell> cell) {
    if (!cell) cell = pane.canvas().selected();
    const auto element = cell && pane.elements() ? pane.elementAt(*cell) : std::nullopt;
    m_hover->setText(element ? describe(pane, *element) : QString());
}

void TensorsView::pick(const TensorPane& pane, const TensorCanvas::Cell& cell) {
    for (TensorPane* other : {m_pane, m_beside}) other->canvas().setSelected(cell);
    hover(pane, cell);
    const scene::TensorInfo& info = pane.info();
    const auto element = pane.elementAt(cell);
    if (!element) return; // between two facets
    const int row = m_list.rowOf(QString::fromStdString(info.name));
    const QString expression = row < 0 ? QString() : m_list.expressionOf(row, *element);
    if (expression.isEmpty()) return; // from a file: nobody else knows it
    m_selectedExpression = expression;
    if (&pane == m_pane) m_context.selection.selectTensor(QString::fromStdString(info.name));
    m_context.selection.selectCell(m_selectedExpression);
}

// What can be done with a cell; for one from a file its value can only be copied.
void TensorsView::fillMenu(QMenu& menu, const TensorPane& pane, std::optional<TensorCanvas::Cell> cell) {
    const auto there = cell && pane.elements() ? pane.elementAt(*cell) : std::nullopt;
    if (!there) return;
    const std::uint64_t number = *there;
    const auto element = scene::elementAt(*pane.elements(), number);
    const QString value =
        element ? QString::fromStdString(machine::cellText(pane.elements()->type(), element->bits))
                : QString();
    const int row = m_list.rowOf(QString::fromStdString(pane.info().name));
    const QString expression = row < 0 ? QString() : m_list.expressionOf(row, number);
    if (!expression.isEmpty()) return cells::addCellActions(menu, m_context, expression, value);
    cells::addCopy(menu, tr("Copy Name"),
                   QString::fromStdString(scene::elementExpression(pane.info(), number)));
    cells::addCopy(menu, tr("Copy Value"), value);
}

void TensorsView::openMenu(const TensorPane& pane, QPoint global) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(*menu, pane, pane.canvas().selected());
    menu->addSeparator();
    menu->addActions(pane.canvas().actions());
    menu->popup(global);
}

void TensorsView::tell(const QString& text, bool isProblem) {
    m_message->setText(isProblem ? QStringLiteral("<font color=\"%1\">%2</font>")
                                       .arg(m_context.theme[theme::Role::Error].name(), text)
                                 : text);
    m_message->setToolTip(text);
}

// ---- files

void TensorsView::askForFile() {
    auto* dialog = new QFileDialog(this, tr("Open a Tensor"), QString(),
                                   tr("Tensors and pictures (*.npy *.npz *.png);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &TensorsView::openFile);
    dialog->open();
}

void TensorsView::openFile(const QString& path) {
    tell(tr("Opening %1 ...").arg(path.toHtmlEscaped()));
    ++m_filesUnderWay;
    m_pool.start([this, path] {
        auto file = std::make_shared<OpenedFile>(openTensorFile(path));
        QMetaObject::invokeMethod(
            this,
            [this, path, file] {
                --m_filesUnderWay;
                if (!file->problem.isEmpty()) return tell(file->problem.toHtmlEscaped(), true);
                for (const OpenedTensor& tensor : file->tensors) m_list.addFile(tensor.name, tensor.elements);
                updateCompareBox();
                tell(tr("%1 opened").arg(path.toHtmlEscaped()));
                if (file->tensors.empty()) return;
                m_looks.remove(file->tensors.front().name);
                showTensor(file->tensors.front().name);
            },
            Qt::QueuedConnection);
    });
}

void TensorsView::askForExport() {
    if (!m_pane->elements()) return;
    auto* dialog = new QFileDialog(this, tr("Export %1").arg(m_shown), m_shown + QStringLiteral(".npy"),
                                   tr("NumPy array (*.npy);;Text (*.csv);;Picture (*.png)"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &TensorsView::exportTo);
    dialog->open();
}

void TensorsView::exportTo(const QString& path) {
    const auto elements = m_pane->elements();
    const auto picture = m_pane->canvas().tiles().picture();
    if (!elements || !picture) return;
    m_pool.start([this, path, elements, picture, look = m_look, map = ColourMap(m_look.map, m_context.theme),
                  colours = m_context.theme.colours()] {
        const QString wrong = exportTensor(*elements, *picture, look, map, colours, path);
        QMetaObject::invokeMethod(
            this,
            [this, path, wrong] {
                if (!wrong.isEmpty()) return tell(wrong.toHtmlEscaped(), true);
                tell(tr("%1 written").arg(path.toHtmlEscaped()));
            },
            Qt::QueuedConnection);
    });
}

} // namespace lw::paint
