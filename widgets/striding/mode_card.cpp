// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/outlines.h"
#include "widgets/striding/exactness_view.h"
#include "widgets/striding/striding_words.h"
#include "widgets/theme/elided_label.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lw::striding {

using paint::TensorCanvas;
using theme::Role;

namespace {

constexpr int kLeastWidth = 190, kLeastPicture = 52, kIcon = 16;
constexpr int kReasonLines = 4, kFewLines = 3; // its rule and premises are in the tool tip and in the table
constexpr int kHigh = 260;                     // a card with room for all of them

// A verdict has a sign and a colour besides its words.
struct Sign {
    const char* icon;
    Role role;
};
Sign signOf(const scene::striding::ExactnessColumn& mode) {
    if (!mode.refused.empty()) return {"close", Role::Muted};
    if (mode.confirmed == false) return {"error", Role::Error};
    switch (mode.verdict) {
    case lower::striding::Verdict::Wrong: return {"error", Role::Error};
    case lower::striding::Verdict::NotProvable: return {"warning", Role::Warning};
    default: return {"success", Role::Success};
    }
}

std::shared_ptr<scene::TensorPicture> pictureOf(const scene::CellPicture& cells) {
    if (cells.bits.empty()) return nullptr;
    // Wrong elements are circled, not edged as if they had changed.
    scene::CellPicture plain = cells;
    for (std::uint8_t& flags : plain.flags) flags &= scene::kWritten;
    auto source = scene::elementsOf(std::move(plain), {cells.rows, cells.columns});
    const scene::Plane plane = scene::planeOf(source->shape(), scene::defaultRoles(source->shape()));
    return std::make_shared<scene::TensorPicture>(std::move(source), plane);
}

} // namespace

ModeCard::ModeCard(const theme::Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_name(new theme::ElidedLabel(this))
    , m_icon(new QLabel(this))
    , m_verdict(new theme::ElidedLabel(this))
    , m_status(new theme::ElidedLabel(this))
    , m_reason(new theme::WrappedLabel(kReasonLines, this))
    , m_canvas(new TensorCanvas(theme, this))
    , m_scale(new paint::ColourScale(theme, this)) {
    setMinimumWidth(kLeastWidth);
    m_canvas->setMinimumHeight(kLeastPicture);
    m_canvas->setRulers(paint::TensorCanvas::Rulers::Never);
    m_canvas->setEmptyText(tr("There is no picture of it."));
    m_canvas->setOverlay([this](QPainter& painter) { paintCircles(painter); });
    m_icon->setFixedWidth(kIcon);
    m_reason->setForegroundRole(QPalette::PlaceholderText);
    theme::keepFont(*m_reason, theme, &theme::Theme::small);
    theme::keepFont(*m_status, theme, &theme::Theme::small);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(m_icon);
    row->addWidget(m_verdict, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->setSpacing(2);
    layout->addWidget(m_name);
    layout->addLayout(row);
    layout->addWidget(m_status);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_scale);
    layout->addWidget(m_reason);
}

void ModeCard::show(const scene::striding::ExactnessColumn& mode, double range, std::uint64_t channel,
                    bool isOfProgram) {
    const bool isSame = mode.difference == m_mode.difference && m_canvas->tiles().picture();
    m_mode = mode;
    m_channel = channel;
    const QString name = QString::fromStdString(mode.mode);
    m_name->setText(isOfProgram ? tr("%1 (this program)").arg(name) : name);
    QFont font = m_name->font();
    font.setBold(true);
    m_name->setFont(font);
    m_name->setToolTip(coreWords(mode.words));
    // Until the circuit has computed it, it is predicted.
    const bool isOpen = mode.byNow && !mode.byNow->isWhole();
    Sign sign = signOf(mode);
    if (isOpen) sign.role = Role::Muted;
    m_icon->setPixmap(theme::icon(m_theme, QLatin1String(sign.icon), sign.role).pixmap(kIcon, kIcon));
    m_verdict->setText(isOpen ? tr("predicted: %1").arg(verdictText(mode)) : verdictText(mode));
    m_status->setText(mode.byNow             ? byNowText(*mode.byNow)
                      : mode.refused.empty() ? runText(mode.confirmed, mode.unexpected, mode.clocks)
                                             : QString());
    m_status->setForegroundRole(mode.byNow ? QPalette::WindowText : QPalette::PlaceholderText);
    const bool isRefused = !mode.refused.empty();
    const QString refused = QString::fromStdString(mode.refused);
    m_reason->setText(isRefused ? refused : shortReasonText(mode));
    QString all = isRefused ? refused : reasonText(mode.reason);
    if (!mode.causes.empty()) all = causesText(mode.causes) + QStringLiteral("; ") + all;
    m_reason->setToolTip(all);
    m_canvas->setAccessibleName(tr("Differences of %1: %2").arg(name, verdictText(mode)));
    const paint::TensorLook look{paint::MapKind::Diverging, {-range, range}};
    m_canvas->setLook(look);
    m_scale->setLook(look);
    m_scale->setVisible(!mode.difference.bits.empty());
    if (!isSame) m_canvas->setPicture(pictureOf(mode.difference));
}

// The picture gets the room.
void ModeCard::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_reason->setLines(height() < kHigh ? kFewLines : kReasonLines);
}

void ModeCard::select(const std::optional<TensorCanvas::Cell>& cell) { m_canvas->setSelected(cell); }

void ModeCard::paintCircles(QPainter& painter) const {
    QVector<QRectF> cells;
    const TensorCanvas::Visible seen = m_canvas->visible();
    for (const lower::striding::WrongElement& wrong : m_mode.wrongElements) {
        if (wrong.image != 0 || wrong.channel != m_channel || wrong.row < seen.row ||
            wrong.row >= seen.endRow || wrong.column < seen.column || wrong.column >= seen.endColumn)
            continue;
        const auto at = static_cast<std::size_t>(wrong.row * m_mode.difference.columns + wrong.column);
        if (m_mode.byNow && !(m_mode.difference.flags[at] & scene::kWritten)) continue;
        cells << m_canvas->cellRect({wrong.row, wrong.column});
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paint::circle(painter, cells, m_theme);
}

} // namespace lw::striding
