// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/saved_file.h"
#include "widgets/theme/theme.h"

#include <QMenu>
#include <QPainter>
#include <QString>
#include <QWidget>

#include <functional>
#include <optional>

// Drawings as files, for paper: in the theme for it, whatever the window's theme is.
namespace lw::paint {

struct PaperPicture {
    QSize size; // in units of the drawing, without a margin
    QString title;
    std::function<void(QPainter& painter, const theme::Theme& print, QPointF origin)> paint;
};

// What is said of a file that could not be saved; nothing when it was.
std::optional<QString> wrongWith(const QString& path, const session::NotSaved& reason);

// Returns what is wrong, or nothing.
std::optional<QString> writeSvg(const QString& path, const PaperPicture& picture);
std::optional<QString> writePng(const QString& path, const PaperPicture& picture);

// Two menu items that ask for a file, named `name` unless changed there, and write what `picture` makes;
// `tell` reports what went wrong.
void addExports(QMenu& menu, QWidget* parent, const QString& name, std::function<PaperPicture()> picture,
                std::function<void(const QString& wrong)> tell);

} // namespace lw::paint
