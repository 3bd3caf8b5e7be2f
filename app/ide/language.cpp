// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/language.h"

#include <QCoreApplication>
#include <QFile>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

// Resources of a static library are linked only when somebody names them;
// the macro must be outside namespaces.
static void initTranslations() {
#ifdef LW_HAS_TRANSLATIONS
    Q_INIT_RESOURCE(translations);
#endif
}

namespace lw::ide {

namespace {

constexpr Language kLanguages[] = {{"en", "English"}, {"zh_CN", "中文"}};
// The buttons of dialogs, whose texts are Qt's own: its catalogues may not be installed, and "Close" would
// stay English. For lupdate; Qt looks them up by itself.
[[maybe_unused]] constexpr const char* kButtons[] = {
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),      QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),   QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"), QT_TRANSLATE_NOOP("QGnomeTheme", "&OK"),
    QT_TRANSLATE_NOOP("QGnomeTheme", "&Cancel"),    QT_TRANSLATE_NOOP("QGnomeTheme", "&Close"),
    QT_TRANSLATE_NOOP("QGnomeTheme", "&Save"),      QT_TRANSLATE_NOOP("QGnomeTheme", "Close without Saving"),
};
constexpr const char* kOwner = "lw.translator"; // so that the next choice finds the previous ones

QString catalogueOf(const QString& code) {
    return QStringLiteral(":/translations/lanewright_%1.qm").arg(code);
}

// The first of the system's languages that the window has.
QString systemLanguage() {
    for (const QString& wanted : QLocale::system().uiLanguages()) {
        const QLocale locale(wanted);
        for (const Language& language : kLanguages) {
            const QString code = QString::fromLatin1(language.code);
            if (QLocale(code).language() != locale.language()) continue;
            // Traditional script is another catalogue, which does not exist.
            if (QLocale(code).script() == locale.script()) return code;
        }
    }
    return QStringLiteral("en");
}

void install(const QString& file) {
    auto* translator = new QTranslator(qApp);
    translator->setObjectName(QLatin1String(kOwner));
    if (translator->load(file))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

} // namespace

std::span<const Language> languages() { return kLanguages; }

bool hasCatalogue(const QString& code) {
    initTranslations();
    return code == QLatin1String("en") || QFile::exists(catalogueOf(code));
}

QString useLanguage(const QString& code) {
    initTranslations();
    // Their destructors remove them from the application.
    qDeleteAll(qApp->findChildren<QTranslator*>(QLatin1String(kOwner), Qt::FindDirectChildrenOnly));
    const QString use = code.isEmpty() ? systemLanguage() : code;
    if (use == QLatin1String("en") || !hasCatalogue(use)) return QStringLiteral("en");
    install(QLibraryInfo::path(QLibraryInfo::TranslationsPath) + QStringLiteral("/qtbase_") + use);
    install(catalogueOf(use));
    return use;
}

} // namespace lw::ide
