// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/manual/translated_pages.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

namespace lw::manual {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Manual)
};

// As the catalogue in use calls itself: the folder of its pages.
QString language() { return Words::tr("en", "the code of the language, such as zh_CN"); }

} // namespace

TranslatedPages::TranslatedPages() {
    const QDir folder(QStringLiteral(":/manual/") + language());
    for (const QString& name : folder.entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly)) continue;
        m_texts.emplace_back(name.chopped(3).toStdString(), file.readAll().toStdString());
    }
    for (const auto& [name, text] : m_texts) m_pages.push_back({name, text});
}

Page withLanguage(Page page) {
    if (page.isTranslated || language() == QLatin1String("en")) return page;
    const std::string note = Words::tr("This page is in English: it is not translated yet.").toStdString();
    const std::size_t end = page.text.starts_with('#') ? page.text.find('\n') : std::string::npos;
    const std::size_t at = end == std::string::npos ? 0 : end + 1;
    page.text.insert(at, (at ? "\n" : "") + note + "\n\n");
    return page;
}

} // namespace lw::manual
