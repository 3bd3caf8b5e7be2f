// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file_parts.h"

#include <QByteArray>
#include <QImage>
#include <QString>

#include <functional>
#include <optional>

// The files that a person saves from the window. Each is written beside its place, and its bytes and its name
// are on the disk before it counts as saved: what was there before is never lost, not even when the power
// fails. A link stays a link, also to a file that is not there yet, and a file keeps its permissions. What
// may not be written to is not replaced either. Pipes and devices are refused: a pipe that nobody reads would
// hold the window.
namespace lw::session {

// Why the file could not be saved, for the end of a sentence; nothing when it was. On any thread.
using NotSaved = std::optional<QString>;

NotSaved saveBytes(const QString& path, const QByteArray& bytes);
// The same of what `fill` puts, for files that are too large to be made first.
NotSaved saveParts(const QString& path, const std::function<void(FileParts&)>& fill);
// In a format of QImageWriter, whatever the path ends with.
NotSaved saveImage(const QString& path, const QImage& image, const QByteArray& format);

} // namespace lw::session
