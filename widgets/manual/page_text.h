// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/manual/book.h"
#include "widgets/theme/theme.h"

#include <QTextDocument>

namespace lw::manual {

// Links that are not pages.
inline const QString kCopyLink = QStringLiteral("copy:"), kInsertLink = QStringLiteral("insert:"),
                     kExampleLink = QStringLiteral("example/");

// Fills the document with a page, in the fonts and colours of the theme. Encodings become the object of
// BitPicture, which must be registered. Below an example there are links to copy and to insert it.
void fill(QTextDocument& document, const Page& page, const theme::Theme& theme);
// Pictures of that width, but no wider than they are, for a screen with that many pixels to a window's.
void fitPictures(QTextDocument& document, int width, qreal pixelRatio);

} // namespace lw::manual
