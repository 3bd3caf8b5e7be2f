// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

#include "core/base/check.h"

#include <QFile>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStyleHints>
#include <QWidget>

// Resources of a static library are linked only when somebody names them;
// the macro must be outside namespaces.
static void initResources() { Q_INIT_RESOURCE(lanewright); }

namespace lw::theme {

namespace {

QString familyOf(const QStringList& wanted, QFontDatabase::SystemFont otherwise) {
    const QStringList there = QFontDatabase::families();
    for (const QString& family : wanted)
        if (there.contains(family)) return family;
    return QFontDatabase::systemFont(otherwise).family();
}

// The desktop's preference, as far as Qt 6.4 knows it: the lightness of the palette it started with.
bool systemIsDark() {
    static const bool dark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    return dark;
}

QString nameOf(Choice choice) {
    switch (choice) {
    case Choice::Light: return QStringLiteral("light");
    case Choice::Dark: return QStringLiteral("dark");
    case Choice::Print: return QStringLiteral("print");
    case Choice::System: break;
    }
    return systemIsDark() ? QStringLiteral("dark") : QStringLiteral("light");
}

} // namespace

Colours coloursOf(const QString& name) {
    QFile file(QStringLiteral(":/themes/%1.json").arg(name));
    LW_ASSERT(file.open(QIODevice::ReadOnly), "every theme is compiled in");
    const QJsonObject theme = QJsonDocument::fromJson(file.readAll()).object();
    const QJsonObject roles = theme["roles"].toObject();
    Colours out;
    out.dark = theme["dark"].toBool();
    for (std::size_t i = 0; i < kRoles; ++i) {
        const auto key =
            QString::fromUtf8(kRoleNames[i].data(), static_cast<qsizetype>(kRoleNames[i].size()));
        out.byRole[i] = QColor(roles[key].toString());
        LW_ASSERT(out.byRole[i].isValid(), "a theme names every role");
    }
    return out;
}

QColor mixed(const QColor& a, const QColor& b, double part) {
    const auto mix = [&](int x, int y) { return static_cast<int>(x * part + y * (1 - part) + 0.5); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

Theme::Theme(QObject* parent) : QObject(parent) {
    initResources();
    load();
}

void Theme::choose(Choice choice) {
    if (choice == m_choice) return;
    m_choice = choice;
    load();
    Q_EMIT changed();
}

void Theme::load() { m_colours = coloursOf(nameOf(m_choice)); }

QColor Theme::fill(Role role, double strength) const {
    return mixed((*this)[role], (*this)[Role::Surface], strength);
}

QPalette Theme::palette() const {
    const Theme& t = *this;
    QPalette out;
    out.setColor(QPalette::Window, t[Role::Panel]);
    out.setColor(QPalette::WindowText, t[Role::Text]);
    out.setColor(QPalette::Base, t[Role::Surface]);
    out.setColor(QPalette::AlternateBase, t[Role::Panel]);
    out.setColor(QPalette::Text, t[Role::Text]);
    out.setColor(QPalette::Button, t[Role::Raised]);
    out.setColor(QPalette::ButtonText, t[Role::Text]);
    out.setColor(QPalette::BrightText, t[Role::Error]);
    out.setColor(QPalette::ToolTipBase, t[Role::Raised]);
    out.setColor(QPalette::ToolTipText, t[Role::Text]);
    out.setColor(QPalette::PlaceholderText, t[Role::Muted]);
    out.setColor(QPalette::Link, t[Role::Accent]);
    out.setColor(QPalette::LinkVisited, t[Role::Accent]);
    out.setColor(QPalette::Highlight, fill(Role::Accent, 0.30));
    out.setColor(QPalette::HighlightedText, t[Role::Text]);
    // Fusion draws lines and bevels with these.
    out.setColor(QPalette::Light, t[Role::Raised]);
    out.setColor(QPalette::Midlight, t[Role::Border]);
    out.setColor(QPalette::Mid, t[Role::Border]);
    out.setColor(QPalette::Dark, t[Role::Border]);
    out.setColor(QPalette::Shadow, t[Role::Border]);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        out.setColor(QPalette::Disabled, role, mixed(t[Role::Muted], t[Role::Panel], 0.6));
    return out;
}

QFont Theme::uiFont(double points, QFont::Weight weight) const {
    static const QString family = familyOf({"Inter", "Inter V"}, QFontDatabase::GeneralFont);
    QFont font(family);
    font.setPointSizeF(points * m_magnification);
    font.setWeight(weight);
    return font;
}

QFont Theme::monospaceFont(double points) const {
    static const QString family = familyOf({"JetBrains Mono"}, QFontDatabase::FixedFont);
    QFont font(family);
    font.setPointSizeF(points * m_magnification);
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    // Without shaping there are no ligatures ("->" stays two signs), and painting is twice as fast.
    font.setStyleStrategy(QFont::PreferNoShaping);
    return font;
}

QFont Theme::text() const { return uiFont(10, QFont::Normal); }
QFont Theme::small() const { return uiFont(8.5, QFont::Normal); }
QFont Theme::title() const { return uiFont(13, QFont::DemiBold); }
QFont Theme::monospace() const { return monospaceFont(10); }
QFont Theme::monospaceSmall() const { return monospaceFont(8.5); }
QFont Theme::source() const { return monospaceFont(m_sourcePoints); }
QFont Theme::sourceSmall() const { return monospaceFont(m_sourcePoints * 0.85); }

void Theme::setSourcePoints(double points) {
    if (points == m_sourcePoints) return;
    m_sourcePoints = points;
    Q_EMIT changed();
}

void Theme::setMagnification(double factor) {
    if (factor == m_magnification) return;
    m_magnification = factor;
    Q_EMIT changed();
    Q_EMIT magnified();
}

int Theme::scaled(int pixels) const { return static_cast<int>(pixels * m_magnification + 0.5); }

void keepFont(QWidget& widget, const Theme& theme, QFont (Theme::*font)() const) {
    const auto dress = [&widget, &theme, font] { widget.setFont((theme.*font)()); };
    dress();
    QObject::connect(&theme, &Theme::changed, &widget, dress);
}

} // namespace lw::theme

#include "moc_theme.cpp"
