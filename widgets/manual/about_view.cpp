// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/manual/about_view.h"

#include "widgets/manual/page_text.h"

#include <QDir>
#include <QFile>
#include <QTextBlock>
#include <QTextDocument>

#include <utility>

namespace lw::manual {

namespace {

constexpr qint64 kMostBytes = 1 << 20; // of a text to read at a glance

QString readmeOf(const QString& folder) {
    QFile file(QDir(folder).filePath(QStringLiteral("README.md")));
    if (folder.isEmpty() || !file.open(QIODevice::ReadOnly)) return {};
    return QString::fromUtf8(file.read(kMostBytes));
}

} // namespace

AboutView::AboutView(session::ViewContext context, QWidget* parent)
    : QStackedWidget(parent)
    , m_context(context)
    , m_notice(new theme::EmptyNotice(this))
    , m_text(new QTextBrowser(this)) {
    setAccessibleName(tr("About the program"));
    m_text->setAccessibleName(tr("README of the program"));
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    addWidget(m_notice);
    addWidget(m_text);
    m_notice->button().hide();
    connect(m_text, &QTextBrowser::anchorClicked, this, &AboutView::follow);
    connect(&context.theme, &theme::Theme::changed, this, &AboutView::refresh);
    for (const auto changes : {&QFileSystemWatcher::directoryChanged, &QFileSystemWatcher::fileChanged})
        connect(&m_watcher, changes, this, [this] {
            if (readmeOf(m_folder) != m_read) refresh();
        });
    refresh();
}

void AboutView::setFolder(const QString& folder) {
    if (folder == m_folder) return;
    const QStringList before = m_watcher.directories() + m_watcher.files();
    if (!before.isEmpty()) m_watcher.removePaths(before);
    m_folder = folder;
    if (!folder.isEmpty()) m_watcher.addPath(folder); // saving often replaces the file by another one
    refresh();
}

void AboutView::refresh() {
    const QString text = m_read = readmeOf(m_folder);
    if (!text.isEmpty()) m_watcher.addPath(QDir(m_folder).filePath(QStringLiteral("README.md")));
    if (text.isEmpty()) {
        m_notice->say(
            m_folder.isEmpty()
                ? tr("What an example is about, and what to do with it, step by step.")
                : tr("There is no README.md in the folder of this program or network. If there were one, it would "
                     "be shown here."),
            {});
        return setCurrentWidget(m_notice);
    }
    show(text);
    setCurrentWidget(m_text);
}

void AboutView::show(const QString& markdown) {
    Page page;
    page.text = markdown.toStdString();
    auto* document = new QTextDocument(m_text);
    document->setBaseUrl(QUrl::fromLocalFile(m_folder + QLatin1Char('/')));
    fill(*document, page, m_context.theme);
    m_text->setDocument(document);
    delete std::exchange(m_document, document);
}

QList<AboutView::Step> AboutView::steps() const {
    QList<Step> out;
    if (!m_document) return out;
    for (QTextBlock block = m_document->begin(); block.isValid(); block = block.next())
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QUrl link(it.fragment().charFormat().anchorHref());
            if (link.scheme() == QLatin1String(kScheme))
                out << Step{it.fragment().text(), link.path(QUrl::FullyDecoded)};
        }
    return out;
}

void AboutView::follow(const QUrl& link) {
    if (link.scheme() == QLatin1String(kScheme))
        return Q_EMIT stepsWanted(link.path(QUrl::FullyDecoded), m_folder);
    if (!link.isRelative() || link.path().isEmpty()) return; // a page on the web is not ours to open
    const QFileInfo file(QDir(m_folder), link.path(QUrl::FullyDecoded));
    if (file.isFile()) Q_EMIT fileWanted(file.absoluteFilePath());
}

} // namespace lw::manual

#include "moc_about_view.cpp"
