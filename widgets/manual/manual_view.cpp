// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/manual/manual_view.h"

#include "core/chips/catalog.h"
#include "widgets/manual/page_text.h"
#include "widgets/manual/translated_pages.h"
#include "widgets/session/debug_session.h"
#include "widgets/theme/icon.h"

#include <QAbstractTextDocumentLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <utility>

namespace lw::manual {

namespace {

const QString kContents = QStringLiteral("contents");
constexpr std::size_t kMostVisits = 200;
constexpr int kSettleMilliseconds = 80;

QToolButton* button(const theme::Theme& theme, const char* icon, const QString& text, QWidget* parent) {
    auto* out = new QToolButton(parent);
    out->setIcon(theme::icon(theme, QString::fromLatin1(icon)));
    out->setToolTip(text);
    out->setAccessibleName(text);
    out->setAutoRaise(true);
    return out;
}

// What the manual is about; the first chip while nothing is loaded.
Subject subjectOf(const session::Loaded* loaded) {
    if (loaded) return {loaded->spec, loaded->machine.title, loaded->machine.timing};
    const chips::Chip& chip = chips::all().front();
    const auto machine = chips::machineNamed(chip, "");
    return machine ? Subject{chip.spec, machine->title, machine->timing} : Subject{chip.spec, "", {}};
}

} // namespace

QVector<QPair<QString, QString>> titlesOf(const session::Loaded* loaded) {
    QVector<QPair<QString, QString>> out;
    const TranslatedPages translations;
    const Book book(subjectOf(loaded), translations.pages());
    for (const Page& page : book.pages())
        out.append({QString::fromStdString(page.id), QString::fromStdString(page.title)});
    return out;
}

ManualView::ManualView(session::ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_bits(new BitPicture(context.theme, this)) {
    setAccessibleName(tr("Manual"));
    m_loaded = m_context.loaded();
    build();
    dress();
    connect(&m_context.theme, &theme::Theme::changed, this, [this] {
        dress();
        forget();
    });
    connect(&m_context.session, &session::DebugSession::frameChanged, this, [this] {
        const auto loaded = m_context.loaded();
        if (!loaded || loaded == m_loaded) return; // without a program the machine stays the previous one
        m_loaded = loaded;
        m_book.reset();
        forget();
    });
    updateButtons();
}

void ManualView::build() {
    m_back = button(m_context.theme, "back", tr("Back"), this);
    m_forward = button(m_context.theme, "forward", tr("Forward"), this);
    m_contents = button(m_context.theme, "contents", tr("Contents"), this);
    m_search = new QLineEdit(this);
    m_search->setPlaceholderText(tr("Search: an instruction, a code, a word"));
    m_search->setAccessibleName(tr("Search the manual"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_resized.setSingleShot(true);
    m_resized.setInterval(kSettleMilliseconds);
    connect(&m_resized, &QTimer::timeout, this, &ManualView::fitToWidth);
    m_text = new QTextBrowser(this);
    m_text->setAccessibleName(tr("Page of the manual"));
    m_text->setOpenLinks(false);
    m_text->viewport()->installEventFilter(this);
    m_text->setFrameShape(QFrame::NoFrame);
    m_results = new QListView(this);
    m_results->setAccessibleName(tr("Pages found"));
    m_results->setFrameShape(QFrame::NoFrame);
    m_results->setModel(&m_hits);
    m_results->setItemDelegate(new HitDelegate(m_context.theme, this));
    m_results->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_results->setUniformItemSizes(true);
    m_nothing =
        new QLabel(tr("The manual has nothing on these words. Fewer or shorter ones find more."), m_results);
    m_nothing->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setMargin(16);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    (new QVBoxLayout(m_results->viewport()))->addWidget(m_nothing);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_text);
    m_stack->addWidget(m_results);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(4);
    for (QToolButton* one : {m_back, m_forward, m_contents}) bar->addWidget(one);
    bar->addWidget(m_search, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_stack, 1);
    connect(m_back, &QToolButton::clicked, this, &ManualView::goBack);
    connect(m_forward, &QToolButton::clicked, this, &ManualView::goForward);
    connect(m_contents, &QToolButton::clicked, this, [this] { open({}); });
    connect(m_search, &QLineEdit::textChanged, this, &ManualView::search);
    connect(m_results, &QListView::clicked, this, &ManualView::openHit);
    connect(m_results, &QListView::activated, this, &ManualView::openHit);
    connect(m_text, &QTextBrowser::anchorClicked, this, &ManualView::follow);
}

void ManualView::dress() { m_search->setFont(m_context.theme.text()); }

const Book& ManualView::book() {
    if (!m_book) {
        const Subject subject = subjectOf(m_loaded.get());
        m_bits->setSpec(subject.spec);
        m_book = std::make_unique<Book>(subject, TranslatedPages().pages());
    }
    return *m_book;
}

// ---- pages

void ManualView::open(const QStringList& topics) {
    const QSignalBlocker blocker(m_search); // what was searched for is done with
    m_search->clear();
    for (const QString& topic : topics)
        if (const Page* page = book().pageFor(topic.toStdString()))
            return visit(QString::fromStdString(page->id));
    if (topics.isEmpty()) return visit(kContents);
    m_search->setText(topics.front());
    search(topics.front());
}

QString ManualView::currentPage() const { return m_visits.empty() ? QString() : m_visits[m_at].id; }

void ManualView::visit(const QString& id) {
    if (!m_visits.empty()) {
        m_visits[m_at].scroll = m_text->verticalScrollBar()->value();
        m_visits.resize(m_at + 1);
    }
    if (currentPage() != id) m_visits.push_back({id, 0});
    if (m_visits.size() > kMostVisits) m_visits.erase(m_visits.begin());
    m_at = m_visits.size() - 1;
    showPage(id, 0);
}

void ManualView::goBack() {
    if (m_stack->currentWidget() == m_results) return m_stack->setCurrentWidget(m_text);
    if (m_at == 0) return;
    m_visits[m_at].scroll = m_text->verticalScrollBar()->value();
    --m_at;
    showPage(m_visits[m_at].id, m_visits[m_at].scroll);
}

void ManualView::goForward() {
    if (m_at + 1 >= m_visits.size()) return;
    m_visits[m_at].scroll = m_text->verticalScrollBar()->value();
    ++m_at;
    showPage(m_visits[m_at].id, m_visits[m_at].scroll);
}

void ManualView::showPage(const QString& id, int scroll) {
    m_isStale = false;
    const Page* page = book().page(id.toStdString());
    if (!page) page = book().page(kContents.toStdString()); // for a chip that has no such instruction
    // A new one each time: a document keeps formats of its previous contents. It gets its layout when it is
    // full; otherwise every word would be laid out anew.
    auto* document = new QTextDocument(m_text);
    fill(*document, withLanguage(*page), m_context.theme);
    fitPictures(*document, roomOf(*document), devicePixelRatioF());
    document->documentLayout()->registerHandler(BitPicture::kType, m_bits);
    m_text->setDocument(document);
    delete std::exchange(m_document, document);
    m_text->verticalScrollBar()->setValue(scroll);
    m_stack->setCurrentWidget(m_text);
    updateButtons();
}

int ManualView::roomOf(const QTextDocument& document) const {
    return m_text->viewport()->width() - static_cast<int>(2 * document.documentMargin());
}

void ManualView::fitToWidth() {
    if (m_document) fitPictures(*m_document, roomOf(*m_document), devicePixelRatioF());
}

void ManualView::forget() {
    m_isStale = true;
    if (!isVisible()) return;
    if (m_visits.empty()) return visit(kContents);
    showPage(m_visits[m_at].id, m_text->verticalScrollBar()->value());
}

void ManualView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_isStale) forget();
}

void ManualView::updateButtons() {
    m_back->setEnabled(m_at > 0);
    m_forward->setEnabled(m_at + 1 < m_visits.size());
}

void ManualView::follow(const QUrl& link) {
    const QString to = link.toString();
    if (to.startsWith(kExampleLink)) return Q_EMIT exampleWanted(to.mid(kExampleLink.size()));
    const bool isCopy = to == kCopyLink;
    if (!isCopy && to != kInsertLink) return visit(to);
    const Page* page = book().page(currentPage().toStdString());
    if (!page) return;
    const QString example = QString::fromStdString(page->example);
    if (isCopy)
        QGuiApplication::clipboard()->setText(example);
    else
        Q_EMIT insertWanted(example);
}

// ---- search

void ManualView::search(const QString& words) {
    m_hits.setHits(manual::search(book(), words.toStdString()));
    m_results->setCurrentIndex(m_hits.index(0));
    m_nothing->setVisible(m_hits.rowCount() == 0);
    const bool isEmpty = words.trimmed().isEmpty();
    m_stack->setCurrentWidget(isEmpty ? static_cast<QWidget*>(m_text) : m_results);
    m_back->setEnabled(!isEmpty || m_at > 0);
}

void ManualView::openHit(const QModelIndex& index) {
    if (!index.isValid()) return;
    visit(index.data(HitModel::Id).toString());
}

// The list can be walked from the line: up and down, Return opens, Escape goes back to the page.
bool ManualView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_text->viewport() && event->type() == QEvent::Resize) m_resized.start();
    if (watched != m_search || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isList = m_stack->currentWidget() == m_results;
    switch (key->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down: {
        if (!isList) {
            search(m_search->text());
            return true;
        }
        const int row = m_results->currentIndex().row() + (key->key() == Qt::Key_Down ? 1 : -1);
        if (row >= 0 && row < m_hits.rowCount()) m_results->setCurrentIndex(m_hits.index(row));
        return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (isList)
            openHit(m_results->currentIndex());
        else
            search(m_search->text());
        return true;
    case Qt::Key_Escape:
        m_search->clear();
        m_text->setFocus();
        return true;
    default: return QWidget::eventFilter(watched, event);
    }
}

} // namespace lw::manual

#include "moc_manual_view.cpp"
