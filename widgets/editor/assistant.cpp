// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/assistant.h"

#include "core/source/chars.h"
#include "widgets/editor/completion.h"
#include "widgets/session/debug_session.h"

#include <QEvent>
#include <QGuiApplication>

namespace lw::editor {

namespace {

constexpr std::size_t kLettersBeforeList = 2;
constexpr int kHoverMilliseconds = 450; // for which the mouse rests before a card comes

} // namespace

Assistant::Assistant(session::ViewContext context, CodeEditor& editor, Book book, Path path)
    : QObject(&editor)
    , m_context(context)
    , m_editor(editor)
    , m_book(std::move(book))
    , m_path(std::move(path))
    , m_card(context.theme, &editor)
    , m_list(context.theme, &editor) {
    using Base = QsciScintillaBase;
    m_editor.SendScintilla(Base::SCI_SETMOUSEDWELLTIME, kHoverMilliseconds);
    connect(&m_editor, &Base::SCN_CHARADDED, this, &Assistant::typed, Qt::QueuedConnection);
    connect(&m_list, &CompletionList::chosen, this, &Assistant::insert);
    connect(&m_editor, &QsciScintilla::cursorPositionChanged, this, &Assistant::caretMoved);
    connect(&m_editor, &Base::SCN_DWELLSTART, this, [this](int at, int, int) {
        if (at >= 0 && m_editor.window()->isActiveWindow()) showHover(static_cast<std::size_t>(at));
    });
    connect(&m_editor, &Base::SCN_DWELLEND, &m_card, &QWidget::hide);
    m_editor.installEventFilter(this);
}

static bool mayBeOfList(const QKeyEvent& key) {
    return key.modifiers() == Qt::NoModifier && (key.key() < Qt::Key_F1 || key.key() > Qt::Key_F35);
}

bool Assistant::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::ShortcutOverride: // Escape and Tab belong to the list while it is open, F5 does not
        if (m_list.isVisible() && mayBeOfList(*static_cast<QKeyEvent*>(event))) event->accept();
        break;
    case QEvent::KeyPress:
        m_card.hide();
        if (m_list.takeKey(*static_cast<QKeyEvent*>(event))) return true;
        break;
    case QEvent::FocusOut:
    case QEvent::Hide:
    case QEvent::Wheel:
        m_card.hide();
        m_list.hide();
        break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

// QScintilla asks for the screen beside the caret, and fails if there is none.
bool Assistant::caretIsOnScreen() const {
    return m_editor.isVisible() && QGuiApplication::screenAt(m_editor.belowByte(m_editor.caret()));
}

void Assistant::complete() {
    if (!m_editor.isVisible()) return;
    const SourceBook& book = m_book();
    const CaretContext context = contextAt(m_editor.bytes(), m_editor.caret(), book.spec(), book.words());
    const auto line = static_cast<unsigned long>(m_editor.caretLine());
    m_list.showOffers(offersAt(context, book), m_editor.belowByte(context.start),
                      static_cast<int>(m_editor.SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, line)));
}

// The list belongs to the word for which it was opened.
void Assistant::caretMoved() {
    m_card.hide();
    if (!m_list.isVisible()) return;
    const SourceBook& book = m_book();
    const CaretContext context = contextAt(m_editor.bytes(), m_editor.caret(), book.spec(), book.words());
    if (context.prefix.empty()) return m_list.hide();
    complete();
}

// After two letters of a word the list comes by itself; after a mnemonic, what its operands are.
void Assistant::typed(int character) {
    const SourceBook& book = m_book();
    const CaretContext context = contextAt(m_editor.bytes(), m_editor.caret(), book.spec(), book.words());
    const bool isWord =
        character > 0 && character < 128 && source::is(static_cast<char>(character), source::kNameMore);
    if (isWord && context.prefix.size() >= kLettersBeforeList)
        complete();
    else if (character == ' ' || character == ',')
        showCallTip();
}

void Assistant::showCallTip() {
    if (!caretIsOnScreen()) return;
    m_card.hide(); // one thing at a time
    const SourceBook& book = m_book();
    const CaretContext context = contextAt(m_editor.bytes(), m_editor.caret(), book.spec(), book.words());
    using Base = QsciScintillaBase;
    if (context.where != CaretContext::Where::Operand) {
        m_editor.SendScintilla(Base::SCI_CALLTIPCANCEL);
        return;
    }
    const CallTip tip = callTipOf(context.op, context.operand, book);
    if (tip.text.isEmpty()) return;
    m_editor.SendScintilla(Base::SCI_CALLTIPSHOW, static_cast<unsigned long>(m_editor.caret()),
                           tip.text.toUtf8().constData());
    m_editor.SendScintilla(Base::SCI_CALLTIPSETHLT, static_cast<unsigned long>(tip.from),
                           static_cast<long>(tip.to));
}

void Assistant::insert(const QString& word) {
    if (word.isEmpty()) return;
    const SourceBook& book = m_book();
    const CaretContext context = contextAt(m_editor.bytes(), m_editor.caret(), book.spec(), book.words());
    const bool goesOn = word.endsWith(QLatin1Char(':')) ||
                        context.where == CaretContext::Where::Instruction ||
                        context.where == CaretContext::Where::Statement;
    m_editor.replaceBytes(context.start, m_editor.caret() - context.start,
                          goesOn ? word + QLatin1Char(' ') : word);
    if (goesOn) showCallTip();
}

void Assistant::showHover(std::size_t at) {
    const std::string text = m_editor.bytes();
    const auto& frame = m_context.session.frameOf(m_path());
    const HoverText hover = hoverAt(text, at, m_path(), m_book(), frame.get());
    const QString problem = m_editor.problemAt(at);
    if (hover.isEmpty() && problem.isEmpty()) return m_card.hide();
    m_card.showText(hover, problem, m_editor.belowByte(wordAt(text, at).start));
}

} // namespace lw::editor

#include "moc_assistant.cpp"
