// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/saved_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QImageWriter>

#include <cerrno>
#include <span>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace lw::session {

namespace {

// What the system says of an error, in the window's language where Qt has that sentence, as of a full disk.
QString reasonFrom(const std::string& system) {
    return QCoreApplication::translate("QIODevice", system.c_str());
}

// Why what is there is not replaced, as an error of the system; 0: it is, or there is nothing.
int whyKept(const std::string& path) {
    struct stat about {};
    if (::stat(path.c_str(), &about) != 0) return 0;
    // For a file to be renamed over another its folder is asked, and not the other.
    if (::access(path.c_str(), W_OK) != 0) return errno;
    if (S_ISDIR(about.st_mode)) return EISDIR;
    return S_ISREG(about.st_mode) ? 0 : EOPNOTSUPP;
}

} // namespace

NotSaved saveBytes(const QString& path, const QByteArray& bytes) {
    return saveParts(path, [&](FileParts& parts) { parts.put(std::as_bytes(std::span(bytes))); });
}

NotSaved saveParts(const QString& path, const std::function<void(FileParts&)>& fill) {
    const std::string target = QFile::encodeName(path).toStdString();
    if (const int error = whyKept(target); error != 0)
        return reasonFrom(std::generic_category().message(error));
    const Outcome saved = writeFileInParts(target, [&](FileParts& parts) {
        fill(parts);
        return Outcome(Done{});
    });
    if (saved) return {};
    return reasonFrom(saved.problem().arguments.back()); // E002 has the path and the reason
}

NotSaved saveImage(const QString& path, const QImage& image, const QByteArray& format) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QImageWriter writer(&buffer, format);
    if (!writer.write(image)) return writer.errorString();
    return saveBytes(path, bytes);
}

} // namespace lw::session
