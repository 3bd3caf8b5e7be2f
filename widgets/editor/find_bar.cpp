// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/find_bar.h"

#include "widgets/theme/icon.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lw::editor {

using theme::Role;

namespace {

constexpr int kLeastWidth = 160;
constexpr std::size_t kMostMarked = 20000; // painting more helps nobody

QToolButton* toggle(QWidget* parent, const QString& text, const QString& meaning) {
    auto* out = new QToolButton(parent);
    out->setText(text);
    out->setToolTip(meaning);
    out->setAccessibleName(meaning);
    out->setCheckable(true);
    out->setAutoRaise(true);
    return out;
}

} // namespace

FindBar::FindBar(const theme::Theme& theme, QWidget* parent) : QFrame(parent) {
    setAutoFillBackground(true);
    build(theme);
    dress(theme);
    connect(&theme, &theme::Theme::changed, this, [this, &theme] { dress(theme); });
    connect(m_pattern, &QLineEdit::textChanged, this, [this] {
        search();
        // The first match from the current position.
        if (!m_matches.empty() && m_editor && !selectedMatch()) findNext();
    });
    connect(m_pattern, &QLineEdit::returnPressed, this, &FindBar::findNext);
    connect(m_replacement, &QLineEdit::returnPressed, this, &FindBar::replaceOne);
    for (QToolButton* button : {m_case, m_words, m_expression})
        connect(button, &QToolButton::toggled, this, &FindBar::search);
    hide();
}

void FindBar::build(const theme::Theme& theme) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 4, 8, 4);
    rows->setSpacing(4);
    m_pattern = new QLineEdit(this);
    m_pattern->setPlaceholderText(tr("Find"));
    m_pattern->setAccessibleName(tr("Find"));
    m_replacement = new QLineEdit(this);
    m_replacement->setPlaceholderText(tr("Replace with"));
    m_replacement->setAccessibleName(tr("Replace with"));
    for (QLineEdit* line : {m_pattern, m_replacement}) {
        line->setMinimumWidth(kLeastWidth);
        theme::keepFont(*line, theme, &theme::Theme::monospace);
    }
    m_case = toggle(this, QStringLiteral("Aa"), tr("Upper and lower case differ"));
    m_words = toggle(this, QStringLiteral("|w|"), tr("Whole words only"));
    m_expression = toggle(this, QStringLiteral(".*"), tr("Regular expression"));
    m_count = new QLabel(this);
    m_count->setMinimumWidth(96);
    const auto button = [this](const QString& text, auto call) {
        auto* out = new QPushButton(text, this);
        connect(out, &QPushButton::clicked, this, call);
        return out;
    };
    auto* first = new QHBoxLayout;
    first->setSpacing(4);
    first->addWidget(m_pattern, 1);
    for (QWidget* widget : {static_cast<QWidget*>(m_case), static_cast<QWidget*>(m_words),
                            static_cast<QWidget*>(m_expression), static_cast<QWidget*>(m_count)})
        first->addWidget(widget);
    first->addWidget(button(tr("Previous"), &FindBar::findPrevious));
    first->addWidget(button(tr("Next"), &FindBar::findNext));
    auto* shut = new QToolButton(this);
    shut->setIcon(theme::icon(theme, QStringLiteral("close")));
    shut->setToolTip(tr("Close (Escape)"));
    shut->setAccessibleName(tr("Close the find bar"));
    shut->setAutoRaise(true);
    connect(shut, &QToolButton::clicked, this, &FindBar::close);
    first->addWidget(shut);
    rows->addLayout(first);
    m_replaceRow = new QWidget(this);
    auto* second = new QHBoxLayout(m_replaceRow);
    second->setContentsMargins(0, 0, 0, 0);
    second->setSpacing(4);
    second->addWidget(m_replacement, 1);
    second->addWidget(button(tr("Replace"), &FindBar::replaceOne));
    second->addWidget(button(tr("Replace All"), &FindBar::replaceAll));
    rows->addWidget(m_replaceRow);
}

void FindBar::dress(const theme::Theme& theme) {
    QPalette palette = theme.palette();
    palette.setColor(QPalette::Window, theme[Role::Panel]);
    setPalette(palette);
    theme::keepFont(*m_count, theme, &theme::Theme::small);
}

void FindBar::setEditor(CodeEditor* editor) {
    if (editor == m_editor) return;
    if (m_editor) {
        m_editor->markMatches({});
        disconnect(m_editor, &QsciScintilla::textChanged, this, &FindBar::search);
    }
    m_editor = editor;
    if (m_editor) connect(m_editor, &QsciScintilla::textChanged, this, &FindBar::search);
    search();
}

// QsciScintilla::selectedText() makes room for only one stretch of text,
// and reads beyond it when several are selected at once.
static QString selectedIn(const QsciScintilla& editor) {
    QByteArray text(static_cast<qsizetype>(editor.SendScintilla(QsciScintilla::SCI_GETSELTEXT, 0UL, 0L)),
                    '\0');
    editor.SendScintilla(QsciScintilla::SCI_GETSELTEXT, 0UL, text.data());
    return QString::fromUtf8(text.constData());
}

void FindBar::open(Mode mode) {
    m_replaceRow->setVisible(mode == Mode::Replace);
    show();
    if (m_editor && m_editor->hasSelectedText())
        if (const QString selected = selectedIn(*m_editor); !selected.contains(QLatin1Char('\n')))
            m_pattern->setText(selected);
    search();
    m_pattern->setFocus();
    m_pattern->selectAll();
}

void FindBar::close() {
    hide();
    if (!m_editor) return;
    m_editor->markMatches({});
    m_editor->setFocus();
}

SearchOptions FindBar::options() const {
    return {m_expression->isChecked(), m_case->isChecked(), m_words->isChecked()};
}

void FindBar::search() {
    m_matches.clear();
    if (!m_editor || !isVisibleTo(parentWidget())) return;
    if (m_pattern->text().isEmpty()) {
        m_editor->markMatches({});
        m_count->clear();
        return;
    }
    const QRegularExpression expression = expressionOf(m_pattern->text(), options());
    m_matches = matchesIn(m_editor->bytes(), expression, m_replacement->text(), options().isExpression);
    std::vector<std::pair<std::size_t, std::size_t>> ranges;
    for (std::size_t i = 0; i < std::min(m_matches.size(), kMostMarked); ++i)
        ranges.push_back({m_matches[i].start, m_matches[i].length});
    m_editor->markMatches(ranges);
    const auto selected = selectedMatch();
    if (!expression.isValid())
        m_count->setText(tr("No expression"));
    else if (m_matches.empty())
        m_count->setText(tr("Not found"));
    else if (selected)
        m_count->setText(tr("%1 of %2").arg(*selected + 1).arg(m_matches.size()));
    else
        m_count->setText(m_matches.size() == 1 ? tr("1 match") : tr("%1 matches").arg(m_matches.size()));
    m_count->setToolTip(expression.isValid() ? QString() : expression.errorString());
}

std::optional<std::size_t> FindBar::selectedMatch() const {
    const auto [start, end] = m_editor->selectedBytes();
    for (std::size_t i = 0; i < m_matches.size(); ++i)
        if (m_matches[i].start == start && m_matches[i].start + m_matches[i].length == end) return i;
    return {};
}

void FindBar::select(std::size_t index) {
    m_editor->selectBytes(m_matches[index].start, m_matches[index].length);
    m_count->setText(tr("%1 of %2").arg(index + 1).arg(m_matches.size()));
}

void FindBar::findNext() {
    if (!m_editor) return;
    if (!isVisible()) open(Mode::Find);
    search();
    if (m_matches.empty()) return;
    const auto [start, end] = m_editor->selectedBytes();
    std::size_t next = 0; // after the last one, continue at the beginning
    while (next < m_matches.size() && m_matches[next].start < end) ++next;
    select(next % m_matches.size());
}

void FindBar::findPrevious() {
    if (!m_editor) return;
    if (!isVisible()) open(Mode::Find);
    search();
    if (m_matches.empty()) return;
    const auto [start, end] = m_editor->selectedBytes();
    std::size_t previous = m_matches.size();
    while (previous > 0 && m_matches[previous - 1].start + m_matches[previous - 1].length > start) --previous;
    select((previous + m_matches.size() - 1) % m_matches.size());
}

void FindBar::replaceOne() {
    if (!m_editor) return;
    search();
    if (const auto selected = selectedMatch()) {
        const Match match = m_matches[*selected];
        m_editor->replaceBytes(match.start, match.length, match.replacement);
    }
    findNext();
}

void FindBar::replaceAll() {
    if (!m_editor) return;
    search();
    const std::vector<Match> matches = m_matches;
    m_editor->beginUndoAction();
    for (std::size_t i = matches.size(); i-- > 0;)
        m_editor->replaceTarget(matches[i].start, matches[i].length, matches[i].replacement.toStdString());
    m_editor->endUndoAction();
    search();
    m_count->setText(matches.size() == 1 ? tr("1 replaced") : tr("%1 replaced").arg(matches.size()));
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape)
        close();
    else if (isReturn && (event->modifiers() & Qt::ShiftModifier))
        findPrevious();
    else
        QFrame::keyPressEvent(event);
}

} // namespace lw::editor

#include "moc_find_bar.cpp"
