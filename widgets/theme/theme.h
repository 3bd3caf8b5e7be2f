// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/role.h"

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>
#include <QStringList>

#include <array>

class QWidget;

namespace lw::theme {

// The colours of one theme by role.
struct Colours {
    bool dark = false;
    std::array<QColor, kRoles> byRole;
    const QColor& operator[](Role role) const { return byRole[static_cast<std::size_t>(role)]; }
};

// "system" follows the desktop; the others are files of resources/themes.
enum class Choice : std::uint8_t { System, Light, Dark, Print };

// The theme of the whole application: everything that paints holds a reference to the one of main()
// and repaints on changed().
class Theme : public QObject {
    Q_OBJECT
  public:
    explicit Theme(QObject* parent = nullptr);

    Choice choice() const { return m_choice; }
    void choose(Choice choice);

    const Colours& colours() const { return m_colours; }
    const QColor& operator[](Role role) const { return m_colours[role]; }
    bool isDark() const { return m_colours.dark; }
    // A unit's colour over the surface, so that text in the text role remains readable on it.
    QColor fill(Role role, double strength = 0.22) const;
    QPalette palette() const;

    QFont text() const;      // 10 pt
    QFont small() const;     // 8.5 pt
    QFont title() const;     // 13 pt semibold
    QFont monospace() const; // numbers, addresses, source text
    QFont monospaceSmall() const;
    QFont source() const; // monospace in the size chosen for program text
    QFont sourceSmall() const;

    // For the program text, in points.
    void setSourcePoints(double points);
    // Larger type, rows and lines at the same time, for a presentation; 1 is usual.
    void setMagnification(double factor);
    double magnification() const { return m_magnification; }
    // A length of that many pixels, enlarged by the magnification.
    int scaled(int pixels) const;
    int rowHeight() const { return scaled(kRowPixels); } // of lists and tables

    static constexpr double kSourcePoints = 10;

  Q_SIGNALS:
    void changed();
    void magnified(); // after changed()

  private:
    static constexpr int kRowPixels = 22;
    void load();
    QFont uiFont(double points, QFont::Weight weight) const;
    QFont monospaceFont(double points) const;

    Choice m_choice = Choice::System;
    Colours m_colours;
    double m_sourcePoints = kSourcePoints, m_magnification = 1;
};

// Gives a widget one of the theme's fonts, now and whenever the theme changes:
// keepFont(*label, theme, &Theme::small).
void keepFont(QWidget& widget, const Theme& theme, QFont (Theme::*font)() const);

// Reads a theme from the resources: "dark", "light", "print". A missing role is a mistake of ours.
Colours coloursOf(const QString& name);
// Part of a over b.
QColor mixed(const QColor& a, const QColor& b, double part);

} // namespace lw::theme
