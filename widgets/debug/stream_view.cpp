// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debug/stream_view.h"

#include "core/machine/results.h"
#include "core/machine/session.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/saved_file.h"
#include "widgets/theme/icon.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace lw::debug {

using machine::TraceWord;
using session::counted;

namespace {

constexpr QSize kPaper(640, 320);

// Whole numbers read as float32 are nearly 0.
constexpr float kLeast = 1e-30F, kMost = 1e30F;
bool isFloat(std::uint32_t word) {
    const float value = std::fabs(std::bit_cast<float>(word));
    return word == 0 || !std::isfinite(value) || (value > kLeast && value < kMost);
}

} // namespace

StreamView::StreamView(session::ViewContext context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_curve(new charts::CurveView(context.theme, this))
    , m_streams(new QComboBox(this))
    , m_message(new theme::WrappedLabel(2, this)) {
    m_curve->setAccessibleName(tr("A stream that the program traces"));
    m_twin = new paint::TableTwin(context.theme, m_curve, tr("A stream as a table"), this);
    m_streams->setAccessibleName(tr("The stream that is shown"));
    m_streams->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_streams->setToolTip(tr("The stream that is shown"));
    auto* more = new QToolButton(this);
    more->setIcon(theme::icon(context.theme, QStringLiteral("export"), theme::Role::Muted));
    more->setToolTip(tr("Export as CSV, PNG or SVG"));
    more->setAccessibleName(tr("Export"));
    more->setFocusPolicy(Qt::TabFocus);
    more->setAutoRaise(true);
    more->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(more);
    fillMenu(*menu);
    more->setMenu(menu);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_message, 1);
    row->addWidget(m_streams, 0, Qt::AlignTop);
    row->addWidget(more, 0, Qt::AlignTop);
    row->addWidget(m_twin->makeButton(this), 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    layout->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(m_streams, &QComboBox::activated, this, &StreamView::take);
    connect(m_curve, &charts::CurveView::hovered, this, &StreamView::tellOf);
    connect(m_curve, &charts::CurveView::picked, this, &StreamView::goTo);
    connect(m_twin, &paint::TableTwin::picked, this,
            [this](int number) { goTo(static_cast<std::size_t>(number)); });
    new session::FrameFeed(context, *this, [this](const session::FramePtr&) { take(); });
    take();
}

void StreamView::fillMenu(QMenu& menu) {
    const QString name = QStringLiteral("stream");
    const auto tell = [this](const QString& wrong) { m_message->setText(wrong); };
    menu.addAction(tr("Export as CSV..."), this, [this, name, tell] {
        auto* dialog =
            new QFileDialog(this, tr("Export as CSV"), name + QStringLiteral(".csv"), tr("Tables (*.csv)"));
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix(QStringLiteral("csv"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QFileDialog::fileSelected, this, [this, tell](const QString& path) {
            if (const auto wrong = writeCsv(path)) tell(*wrong);
        });
        dialog->open();
    });
    paint::addExports(
        menu, this, name, [this] { return paper(); }, tell);
}

// ---- what is shown

void StreamView::take() {
    std::vector<TraceWord> all;
    if (m_context.frame()) all = m_context.session.trace(m_context.core());
    std::set<std::uint32_t> streams;
    for (const TraceWord& word : all) streams.insert(word.stream);
    const QVariant wanted = m_streams->currentData();
    QStringList names, shownNames;
    for (const std::uint32_t stream : streams) names << nameOf(stream);
    for (int i = 0; i < m_streams->count(); ++i) shownNames << m_streams->itemText(i);
    if (names != shownNames) {
        m_streams->clear();
        int at = 0;
        for (const std::uint32_t stream : streams) m_streams->addItem(names[at++], stream);
        m_streams->setCurrentIndex(std::max(0, m_streams->findData(wanted)));
    }
    m_streams->setEnabled(!streams.empty());
    const std::uint32_t shown = m_streams->currentData().toUInt();
    std::erase_if(all, [&](const TraceWord& word) { return word.stream != shown; });
    m_words = std::move(all);
    draw();
}

QString StreamView::nameOf(std::uint32_t stream) const {
    const auto loaded = m_context.loaded();
    const std::string name = loaded ? machine::nameOfStream(loaded->scope(), stream) : std::string();
    return name.empty() ? tr("stream %1").arg(stream) : QString::fromStdString(name);
}

void StreamView::draw() {
    const bool areFloats =
        std::ranges::all_of(m_words, [](const TraceWord& word) { return isFloat(word.value); });
    m_numbers.clear();
    for (const TraceWord& word : m_words)
        m_numbers.push_back(areFloats ? static_cast<double>(std::bit_cast<float>(word.value))
                                      : static_cast<double>(static_cast<std::int32_t>(word.value)));
    m_curve->setElements(
        m_numbers.empty() ? nullptr
                          : scene::elementsOf(tensor::Tensor::of<double>(
                                tensor::DType::F64, {m_numbers.size()}, std::span<const double>(m_numbers))));
    m_curve->setAxes({tr("number in the stream"), m_streams->currentText()});
    const auto cell = [words = m_words, numbers = m_numbers](int row, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const auto at = static_cast<std::size_t>(row);
        switch (column) {
        case 0: return counted(at);
        case 1: return counted(words[at].clock);
        default: return QString::number(numbers[at], 'g', 9);
        }
    };
    m_twin->model().show({{tr("Number"), tr("Clock"), tr("Value")}, static_cast<int>(m_words.size()), cell});
    tellOf({});
}

void StreamView::tellOf(std::optional<std::uint64_t> number) {
    if (m_words.empty())
        return m_message->setText(tr(
            "What a program traces, as a curve: the loss while it trains, for example. Run one that does."));
    const auto textOf = [this](std::size_t at) { return QString::number(m_numbers[at], 'g', 6); };
    if (number && *number < m_words.size())
        return m_message->setText(
            tr("Word %1, at clock %2: %3. Click to go there.")
                .arg(counted(*number), counted(m_words[*number].clock), textOf(*number)));
    m_message->setText(
        tr("Words by now: %1. The last one, at clock %2: %3. Click to go there.")
            .arg(counted(m_words.size()), counted(m_words.back().clock), textOf(m_words.size() - 1)));
}

paint::PaperPicture StreamView::paper() const {
    return {kPaper, m_streams->currentText(),
            [this](QPainter& painter, const theme::Theme& print, QPointF origin) {
                m_curve->paintOn(painter, print, QRectF(origin, kPaper));
            }};
}

void StreamView::goTo(std::size_t number) {
    if (number < m_words.size()) m_context.session.perform(machine::Seek{m_words[number].clock});
}

std::optional<QString> StreamView::writeCsv(const QString& path) const {
    constexpr int kDigits = 10; // for an int32, and one more than a float32 needs
    QByteArray text("number,clock,value\n");
    for (std::size_t i = 0; i < m_words.size(); ++i)
        text += QByteArray::number(static_cast<qulonglong>(i)) + ',' +
                QByteArray::number(static_cast<qulonglong>(m_words[i].clock)) + ',' +
                QByteArray::number(m_numbers[i], 'g', kDigits) + '\n';
    const session::NotSaved reason = session::saveBytes(path, text);
    if (reason) return tr("%1 cannot be written: %2").arg(path, *reason);
    return {};
}

} // namespace lw::debug

#include "moc_stream_view.cpp"
