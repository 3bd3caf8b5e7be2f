// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/assistant.h"

#include "core/source/chars.h"
#include "widgets/editor/completion.h"
#include "widgets/session/debug_session.h"

#include <QEvent>

namespace lw::editor {

namespace {

constexpr int kListId = 1;
constexpr std::size_t kLettersBeforeList = 2;
constexpr int kRestMilliseconds = 450; // of the mouse before a card comes
constexpr int kMostRows = 12;

} // namespace

Assistant::Assistant(session::ViewContext context, CodeEditor& editor, Book book, Path path)
    : QObject(&editor)
    , m_context(context)
    , m_editor(editor)
    , m_book(std::move(book))
    , m_path(std::move(path))
    , m_card(context.theme, &editor) {
    using Base = QsciScintillaBase;
    // We sort: what fits best comes first.
    m_editor.SendScintilla(Base::SCI_AUTOCSETORDER, Base::SC_ORDER_CUSTOM);
    m_editor.SendScintilla(Base::SCI_AUTOCSETMAXHEIGHT, kMostRows);
    m_editor.SendScintilla(Base::SCI_SETMOUSEDWELLTIME, kRestMilliseconds);
    connect(&m_editor, &Base::SCN_CHARADDED, this, &Assistant::typed, Qt::QueuedConnection);
    connect(&m_editor, &QsciScintilla::userListActivated, this,
            [this](int id, const QString& word) { insert(id == kListId ? word : QString()); });
    connect(&m_editor, &Base::SCN_DWELLSTART, this, [this](int at, int, int) {
        if (at >= 0 && m_editor.window()->isActiveWindow()) showHover(static_cast<std::size_t>(at));
    });
    connect(&m_editor, &Base::SCN_DWELLEND, &m_card, &QWidget::hide);
    m_editor.installEventFilter(this);
}

bool Assistant::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::FocusOut:
    case QEvent::Hide:
    case QEvent::Wheel: m_card.hide(); break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

QStringList Assistant::offers() const {
    const SourceBook& book = m_book();
    return offersAt(contextAt(m_editor.bytes(), m_editor.caret(), book.spec(), book.words()), book);
}

void Assistant::complete() {
    const QStringList words = offers();
    if (words.isEmpty())
        m_editor.SendScintilla(QsciScintillaBase::SCI_AUTOCCANCEL);
    else
        m_editor.showUserList(kListId, words);
}

// After two letters of a word the list comes by itself; behind a mnemonic, what its operands are.
void Assistant::typed(int character) {
    const SourceBook& book = m_book();
    const CaretContext context = contextAt(m_editor.bytes(), m_editor.caret(), book.spec(), book.words());
    const bool isWord =
        character > 0 && character < 128 && source::is(static_cast<char>(character), source::kNameMore);
    if (isWord && context.prefix.size() >= kLettersBeforeList)
        complete();
    else if (isWord && m_editor.SendScintilla(QsciScintillaBase::SCI_AUTOCACTIVE))
        complete();
    else if (character == ' ' || character == ',')
        showCallTip();
}

void Assistant::showCallTip() {
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
    const auto& frame = m_context.session.frame();
    const HoverText hover = hoverAt(text, at, m_path(), m_book(), frame.get());
    const QString problem = m_editor.problemAt(at);
    if (hover.isEmpty() && problem.isEmpty()) return m_card.hide();
    m_card.showText(hover, problem, m_editor.belowByte(wordAt(text, at).start));
}

} // namespace lw::editor
