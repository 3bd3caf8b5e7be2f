// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/code_editor.h"

#include "core/chips/catalog.h"
#include "widgets/editor/isa_lexer.h"
#include "widgets/theme/theme.h"

#include <QFontMetrics>
#include <QToolTip>

namespace lw::editor {

using theme::Role;

namespace {

enum Margin { kSymbols = 0, kNumbers = 1, kFold = 2 };
enum Symbol { kBreakpoint = 0, kArrow = 1, kErrorMark = 2, kWarningMark = 3, kCurrentLine = 4 };
enum Indicator { kError = 8, kWarning = 9 };
constexpr int kTabWidth = 8;

} // namespace

CodeEditor::CodeEditor(session::ViewContext context, QWidget* parent)
    : QsciScintilla(parent), m_context(context) {
    setUtf8(true);
    setEolMode(EolUnix);
    setTabWidth(kTabWidth);
    setIndentationsUseTabs(false);
    setAutoIndent(true);
    setBraceMatching(SloppyBraceMatch);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Program text"));
    SendScintilla(SCI_SETSCROLLWIDTHTRACKING, 1);
    SendScintilla(SCI_SETSCROLLWIDTH, 1);
    SendScintilla(SCI_SETVIRTUALSPACEOPTIONS, SCVS_RECTANGULARSELECTION);
    SendScintilla(SCI_SETMULTIPLESELECTION, 1);
    SendScintilla(SCI_SETADDITIONALSELECTIONTYPING, 1);
    setLexer(new IsaLexer(m_context.theme, *chips::all().front().spec, this));
    setUpMargins();
    dress();
    connect(&m_context.theme, &theme::Theme::changed, this, &CodeEditor::dress);
    connect(this, &QsciScintilla::marginClicked, this,
            [this](int, int line, Qt::KeyboardModifiers) { Q_EMIT breakpointToggled(line); });
}

void CodeEditor::setUpMargins() {
    setMarginType(kSymbols, SymbolMargin);
    setMarginWidth(kSymbols, 18);
    setMarginSensitivity(kSymbols, true);
    setMarginMarkerMask(kSymbols,
                        (1 << kBreakpoint) | (1 << kArrow) | (1 << kErrorMark) | (1 << kWarningMark));
    setMarginType(kNumbers, NumberMargin);
    setMarginSensitivity(kNumbers, true);
    setMarginMarkerMask(kNumbers, 0);
    setMarginWidth(kFold, 0);
    markerDefine(Circle, kBreakpoint);
    markerDefine(RightArrow, kArrow);
    markerDefine(SmallRectangle, kErrorMark);
    markerDefine(SmallRectangle, kWarningMark);
    markerDefine(Background, kCurrentLine);
    indicatorDefine(SquiggleIndicator, kError);
    indicatorDefine(SquiggleIndicator, kWarning);
}

// QScintilla takes nothing from the palette: everything it paints is set here.
void CodeEditor::dress() {
    const theme::Theme& t = m_context.theme;
    lexer()->setDefaultPaper(t[Role::Surface]);
    lexer()->setDefaultColor(t[Role::Text]);
    lexer()->setDefaultFont(t.monospace());
    for (int style = 0; style < 12; ++style) {
        lexer()->setColor(lexer()->defaultColor(style), style);
        lexer()->setPaper(lexer()->defaultPaper(style), style);
        lexer()->setFont(lexer()->defaultFont(style), style);
    }
    setPaper(t[Role::Surface]);
    setColor(t[Role::Text]);
    setMarginsBackgroundColor(t[Role::Surface]);
    setMarginsForegroundColor(t[Role::Muted]);
    setMarginsFont(t.monospaceSmall());
    setMarginWidth(kNumbers, QFontMetrics(t.monospaceSmall()).horizontalAdvance(QStringLiteral("00000 ")));
    setFoldMarginColors(t[Role::Surface], t[Role::Surface]);
    setCaretForegroundColor(t[Role::Text]);
    setCaretLineVisible(true);
    setCaretLineBackgroundColor(theme::mixed(t[Role::Text], t[Role::Surface], 0.05));
    setSelectionBackgroundColor(t.fill(Role::Accent, 0.30));
    resetSelectionForegroundColor();
    setMatchedBraceBackgroundColor(t.fill(Role::Accent, 0.25));
    setMatchedBraceForegroundColor(t[Role::Text]);
    setUnmatchedBraceBackgroundColor(t[Role::Surface]);
    setUnmatchedBraceForegroundColor(t[Role::Error]);
    setMarkerBackgroundColor(t[Role::Error], kBreakpoint);
    setMarkerForegroundColor(t[Role::Error], kBreakpoint);
    setMarkerBackgroundColor(t[Role::Accent], kArrow);
    setMarkerForegroundColor(t[Role::Accent], kArrow);
    setMarkerBackgroundColor(t[Role::Error], kErrorMark);
    setMarkerForegroundColor(t[Role::Error], kErrorMark);
    setMarkerBackgroundColor(t[Role::Warning], kWarningMark);
    setMarkerForegroundColor(t[Role::Warning], kWarningMark);
    setMarkerBackgroundColor(t.fill(Role::Accent, 0.10), kCurrentLine);
    setIndicatorForegroundColor(t[Role::Error], kError);
    setIndicatorForegroundColor(t[Role::Warning], kWarning);
    SendScintilla(SCI_SETWHITESPACEFORE, 1, t[Role::Border]);
    recolor();
}

void CodeEditor::setMarks(const QVector<Mark>& marks) {
    m_marks = marks;
    markerDeleteAll(kErrorMark);
    markerDeleteAll(kWarningMark);
    const long last = SendScintilla(SCI_GETLENGTH);
    for (const int indicator : {int(kError), int(kWarning)}) {
        SendScintilla(SCI_SETINDICATORCURRENT, indicator);
        SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, last);
    }
    for (const Mark& mark : marks) {
        const long start = SendScintilla(SCI_POSITIONFROMLINE, mark.line) + mark.column;
        SendScintilla(SCI_SETINDICATORCURRENT, mark.isError ? kError : kWarning);
        SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(start),
                      static_cast<long>(std::max(mark.length, 1)));
        markerAdd(mark.line, mark.isError ? kErrorMark : kWarningMark);
    }
}

void CodeEditor::setBreakpointLines(const QSet<int>& lines) {
    markerDeleteAll(kBreakpoint);
    for (const int line : lines) markerAdd(line, kBreakpoint);
}

void CodeEditor::setCurrentLine(int line) {
    markerDeleteAll(kArrow);
    markerDeleteAll(kCurrentLine);
    if (line < 0) return;
    markerAdd(line, kArrow);
    markerAdd(line, kCurrentLine);
}

void CodeEditor::showLine(int line, int column) {
    SendScintilla(SCI_ENSUREVISIBLEENFORCEPOLICY, line);
    const int first = firstVisibleLine();
    const int lines = static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
    if (line < first + 2 || line > first + lines - 3) setFirstVisibleLine(std::max(0, line - lines / 3));
    if (column >= 0) SendScintilla(SCI_GOTOPOS, SendScintilla(SCI_POSITIONFROMLINE, line) + column);
}

int CodeEditor::caretLine() const {
    int line = 0, column = 0;
    getCursorPosition(&line, &column);
    return line;
}

} // namespace lw::editor
