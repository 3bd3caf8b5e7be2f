// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/code_editor.h"

#include "core/chips/catalog.h"
#include "widgets/editor/fold_levels.h"
#include "widgets/editor/isa_lexer.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"

#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QMimeData>
#include <QMouseEvent>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lw::editor {

using theme::Role;

namespace {

enum Margin { kSymbols = 0, kNumbers = 1, kFold = 2, kCores = 3 };
enum Symbol {
    kBreakpoint = 0,
    kArrow = 1,
    kErrorMark = 2,
    kWarningMark = 3,
    kCurrentLine = 4,
    kSelectedLine = 5,
    kFaultArrow = 6,
    kFaultLine = 7,
    kFixMark = 8,
    kCallArrow = 9,
    kCoreArrow = 10
};
constexpr int kCoreStyle = 60; // for the text in the margin, beyond those of the lexer and Scintilla's own
enum Indicator { kError = 8, kWarning = 9, kMatch = 10 };
constexpr int kTabWidth = 8;
constexpr int kFoldMilliseconds = 100; // after the last key
constexpr int kMatchAlpha = 50;        // of 255: the text inside must stay readable
constexpr int kFoldWidth = 14, kTextGap = 6, kSignPixels = 14;

// What keys do that belong to the text itself: moving about and deleting. All other keys are actions of
// the window, so that one table has them.
constexpr std::array kOwnKeys{
    QsciCommand::LineDown,
    QsciCommand::LineDownExtend,
    QsciCommand::LineDownRectExtend,
    QsciCommand::LineUp,
    QsciCommand::LineUpExtend,
    QsciCommand::LineUpRectExtend,
    QsciCommand::LineScrollDown,
    QsciCommand::LineScrollUp,
    QsciCommand::CharLeft,
    QsciCommand::CharLeftExtend,
    QsciCommand::CharLeftRectExtend,
    QsciCommand::CharRight,
    QsciCommand::CharRightExtend,
    QsciCommand::CharRightRectExtend,
    QsciCommand::WordLeft,
    QsciCommand::WordLeftExtend,
    QsciCommand::WordRight,
    QsciCommand::WordRightExtend,
    QsciCommand::VCHome,
    QsciCommand::VCHomeExtend,
    QsciCommand::VCHomeRectExtend,
    QsciCommand::LineEnd,
    QsciCommand::LineEndExtend,
    QsciCommand::LineEndRectExtend,
    QsciCommand::DocumentStart,
    QsciCommand::DocumentStartExtend,
    QsciCommand::DocumentEnd,
    QsciCommand::DocumentEndExtend,
    QsciCommand::PageUp,
    QsciCommand::PageUpExtend,
    QsciCommand::PageUpRectExtend,
    QsciCommand::PageDown,
    QsciCommand::PageDownExtend,
    QsciCommand::PageDownRectExtend,
    QsciCommand::Delete,
    QsciCommand::DeleteBack,
    QsciCommand::DeleteWordLeft,
    QsciCommand::DeleteWordRight,
    QsciCommand::Tab,
    QsciCommand::Backtab,
    QsciCommand::Newline,
    QsciCommand::EditToggleOvertype,
    QsciCommand::Cancel,
};

} // namespace

CodeEditor::CodeEditor(session::ViewContext context, QWidget* parent)
    : QsciScintilla(parent)
    , m_context(context)
    , m_spec(chips::all().front().spec)
    , m_lexer(new IsaLexer(context.theme, *m_spec, this)) {
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
    setLexer(m_lexer);
    setUpMargins();
    keepOwnKeys();
    dress();
    connect(&m_context.theme, &theme::Theme::changed, this, &CodeEditor::dress);
    connect(this, &QsciScintilla::marginClicked, this, [this](int margin, int line, Qt::KeyboardModifiers) {
        const bool isLamp = margin == kSymbols && (markersAtLine(line) & (1u << kFixMark)) != 0;
        isLamp ? Q_EMIT fixWanted(line) : Q_EMIT breakpointToggled(line);
    });
    m_folding.setSingleShot(true);
    m_folding.setInterval(kFoldMilliseconds);
    connect(&m_folding, &QTimer::timeout, this, &CodeEditor::updateFolds);
    connect(this, &QsciScintilla::textChanged, &m_folding, qOverload<>(&QTimer::start));
}

void CodeEditor::keepOwnKeys() {
    for (QsciCommand* command : standardCommands()->commands()) {
        command->setAlternateKey(0);
        if (std::find(kOwnKeys.begin(), kOwnKeys.end(), command->command()) == kOwnKeys.end())
            command->setKey(0);
    }
}

QHash<QKeySequence, QString> CodeEditor::ownKeys() {
    QHash<QKeySequence, QString> out;
    QsciScintilla plain; // knows the usual keys of its commands
    for (const QsciCommand* command : plain.standardCommands()->commands())
        if (command->key() != 0 &&
            std::find(kOwnKeys.begin(), kOwnKeys.end(), command->command()) != kOwnKeys.end())
            out[QKeySequence(command->key())] = command->description();
    return out;
}

void CodeEditor::setUpMargins() {
    setMarginType(kSymbols, SymbolMargin);
    setMarginWidth(kSymbols, 18);
    setMarginSensitivity(kSymbols, true);
    setMarginMarkerMask(kSymbols, (1 << kSelectedLine) | (1 << kBreakpoint) | (1 << kArrow) |
                                      (1 << kErrorMark) | (1 << kWarningMark) | (1 << kFixMark) |
                                      (1 << kFaultArrow) | (1 << kCallArrow) | (1 << kCoreArrow));
    setMarginType(kNumbers, NumberMargin);
    setMarginSensitivity(kNumbers, true);
    setMarginMarkerMask(kNumbers, 0);
    setFolding(PlainFoldStyle, kFold);
    setMarginWidth(kFold, kFoldWidth);
    setMarginType(kCores, TextMargin);
    setMarginMarkerMask(kCores, 0);
    setMarginWidth(kCores, 0);
    // Lines become visible before they are edited: left hidden they could become the first line, and a
    // hidden first line triggers an assertion in Scintilla that ends the program.
    SendScintilla(SCI_SETAUTOMATICFOLD, SC_AUTOMATICFOLD_SHOW);
    SendScintilla(SCI_SETMARGINLEFT, 0UL, kTextGap);
    markerDefine(Circle, kBreakpoint);
    markerDefine(RightArrow, kArrow);
    markerDefine(RightArrow, kCallArrow);
    markerDefine(RightArrow, kCoreArrow);
    markerDefine(Background, kCurrentLine);
    markerDefine(LeftRectangle, kSelectedLine);
    markerDefine(RightArrow, kFaultArrow);
    markerDefine(Background, kFaultLine);
    indicatorDefine(SquiggleIndicator, kError);
    indicatorDefine(SquiggleIndicator, kWarning);
    indicatorDefine(StraightBoxIndicator, kMatch);
    setIndicatorDrawUnder(true, kMatch);
}

// Quiet arrows, and one line below what is folded.
void CodeEditor::dressFolds() {
    const theme::Theme& t = m_context.theme;
    static constexpr std::array<std::pair<int, int>, 7> kSigns{{{SC_MARKNUM_FOLDER, SC_MARK_ARROW},
                                                                {SC_MARKNUM_FOLDEREND, SC_MARK_ARROW},
                                                                {SC_MARKNUM_FOLDEROPEN, SC_MARK_ARROWDOWN},
                                                                {SC_MARKNUM_FOLDEROPENMID, SC_MARK_ARROWDOWN},
                                                                {SC_MARKNUM_FOLDERSUB, SC_MARK_EMPTY},
                                                                {SC_MARKNUM_FOLDERMIDTAIL, SC_MARK_EMPTY},
                                                                {SC_MARKNUM_FOLDERTAIL, SC_MARK_EMPTY}}};
    for (const auto& [number, sign] : kSigns) {
        SendScintilla(SCI_MARKERDEFINE, number, sign);
        SendScintilla(SCI_MARKERSETFORE, static_cast<unsigned long>(number), t[Role::Muted]);
        SendScintilla(SCI_MARKERSETBACK, static_cast<unsigned long>(number), t[Role::Muted]);
    }
    setFoldMarginColors(t[Role::Surface], t[Role::Surface]);
    SendScintilla(SCI_SETFOLDFLAGS, SC_FOLDFLAG_LINEAFTER_CONTRACTED);
}

// A sign in the margin that is one of our icons, as in the list of problems.
void CodeEditor::dressSign(int mark, const QString& icon, Role role) {
    const double ratio = devicePixelRatioF();
    const int side = m_context.theme.scaled(kSignPixels);
    const QImage image = theme::icon(m_context.theme, icon, role).pixmap(QSize(side, side), ratio).toImage();
    SendScintilla(SCI_RGBAIMAGESETSCALE, static_cast<unsigned long>(std::lround(ratio * 100)));
    markerDefine(image, mark);
}

// QScintilla takes nothing from the palette: everything it paints is set here.
void CodeEditor::dress() {
    const theme::Theme& t = m_context.theme;
    lexer()->setDefaultPaper(t[Role::Surface]);
    lexer()->setDefaultColor(t[Role::Text]);
    lexer()->setDefaultFont(t.source());
    for (int style = 0; style < IsaLexer::kStyles; ++style) {
        lexer()->setColor(lexer()->defaultColor(style), style);
        lexer()->setPaper(lexer()->defaultPaper(style), style);
        lexer()->setFont(lexer()->defaultFont(style), style);
    }
    setPaper(t[Role::Surface]);
    setColor(t[Role::Text]);
    setMarginsBackgroundColor(t[Role::Surface]);
    setMarginsForegroundColor(t[Role::Muted]);
    setMarginsFont(t.sourceSmall());
    setMarginWidth(kNumbers, QFontMetrics(t.sourceSmall()).horizontalAdvance(QStringLiteral("00000 ")));
    dressFolds();
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
    setMarkerBackgroundColor(t[Role::Surface], kCallArrow); // hollow
    setMarkerForegroundColor(t[Role::Accent], kCallArrow);
    setMarkerBackgroundColor(t[Role::Surface], kCoreArrow);
    setMarkerForegroundColor(t[Role::Muted], kCoreArrow);
    dressSign(kErrorMark, QStringLiteral("error"), Role::Error);
    dressSign(kWarningMark, QStringLiteral("warning"), Role::Warning);
    dressSign(kFixMark, QStringLiteral("lamp"), Role::Warning);
    setMarkerBackgroundColor(t.fill(Role::Accent, 0.10), kCurrentLine);
    setMarkerBackgroundColor(t[Role::Error], kFaultArrow);
    setMarkerForegroundColor(t[Role::Error], kFaultArrow);
    setMarkerBackgroundColor(t.fill(Role::Error, 0.12), kFaultLine);
    setMarkerBackgroundColor(t[Role::Accent], kSelectedLine);
    setMarkerForegroundColor(t[Role::Accent], kSelectedLine);
    setIndicatorForegroundColor(t[Role::Error], kError);
    setIndicatorForegroundColor(t[Role::Warning], kWarning);
    QColor match = t[Role::Warning];
    match.setAlpha(kMatchAlpha);
    setIndicatorForegroundColor(match, kMatch);
    setIndicatorOutlineColor(t[Role::Warning], kMatch);
    setCallTipsBackgroundColor(t[Role::Raised]);
    setCallTipsForegroundColor(t[Role::Text]);
    setCallTipsHighlightColor(t[Role::Accent]);
    SendScintilla(SCI_STYLESETFORE, static_cast<unsigned long>(STYLE_CALLTIP), t[Role::Text]);
    SendScintilla(SCI_STYLESETBACK, static_cast<unsigned long>(STYLE_CALLTIP), t[Role::Raised]);
    SendScintilla(SCI_SETWHITESPACEFORE, 1, t[Role::Border]);
    setMarginWidth(kCores, 0);
    setCores(std::exchange(m_cores, {}), true);
    recolor();
}

void CodeEditor::setMarks(const QVector<Mark>& marks) {
    m_marks = marks;
    markerDeleteAll(kErrorMark);
    markerDeleteAll(kWarningMark);
    markerDeleteAll(kFixMark);
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
        markerAdd(mark.line, mark.hasFix ? kFixMark : mark.isError ? kErrorMark : kWarningMark);
    }
}

void CodeEditor::setBreakpointLines(const QSet<int>& lines) {
    markerDeleteAll(kBreakpoint);
    for (const int line : lines) markerAdd(line, kBreakpoint);
}

void CodeEditor::setCurrentLine(int line, const QSet<int>& calls, bool isFault) {
    for (const int mark : {kArrow, kCurrentLine, kFaultArrow, kFaultLine, kCallArrow}) markerDeleteAll(mark);
    for (const int call : calls) {
        markerAdd(call, kCallArrow);
        if (line < 0) markerAdd(call, isFault ? kFaultLine : kCurrentLine);
    }
    if (line < 0) return;
    markerAdd(line, isFault ? kFaultArrow : kArrow);
    markerAdd(line, isFault ? kFaultLine : kCurrentLine);
}

// The line of the core in focus already has its arrow; those of other cores get a quiet one.
// Their margin stays as wide as it once had to be: the text does not jump while they run or have halted.
void CodeEditor::setCores(const QMap<int, QString>& names, bool areSeveral) {
    if (!areSeveral) setMarginWidth(kCores, 0);
    markerDeleteAll(kCoreArrow);
    for (const int line : names.keys())
        if ((markersAtLine(line) & (1u << kArrow | 1u << kFaultArrow)) == 0) markerAdd(line, kCoreArrow);
    if (names == m_cores) return;
    m_cores = names;
    clearMarginText();
    const QFontMetrics metrics(m_context.theme.sourceSmall());
    const QsciStyle style(kCoreStyle, QString(), m_context.theme[Role::Muted], m_context.theme[Role::Surface],
                          m_context.theme.sourceSmall());
    int width = marginWidth(kCores);
    for (auto line = names.begin(); line != names.end(); ++line) {
        const QString text = QStringLiteral(" %1 ").arg(*line);
        width = std::max(width, metrics.horizontalAdvance(text));
        setMarginText(line.key(), text, style);
    }
    setMarginWidth(kCores, width);
}

void CodeEditor::setSelectedLine(int line) {
    markerDeleteAll(kSelectedLine);
    if (line >= 0) markerAdd(line, kSelectedLine);
}

void CodeEditor::showLine(int line, int column) {
    SendScintilla(SCI_ENSUREVISIBLEENFORCEPOLICY, line);
    const int first = firstVisibleLine();
    const int lines = static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
    if (line < first + 2 || line > first + lines - 3) setFirstVisibleLine(std::max(0, line - lines / 3));
    if (column >= 0) SendScintilla(SCI_GOTOPOS, SendScintilla(SCI_POSITIONFROMLINE, line) + column);
    m_lineOnceShown = isVisible() ? -1 : line;
}

// What was to be seen while the editor was not, and had another size.
void CodeEditor::showEvent(QShowEvent* event) {
    QsciScintilla::showEvent(event);
    if (const int line = std::exchange(m_lineOnceShown, -1); line >= 0)
        QTimer::singleShot(0, this, [this, line] { showLine(line, -1); });
}

int CodeEditor::caretLine() const {
    int line = 0, column = 0;
    getCursorPosition(&line, &column);
    return line;
}

// ---- places in bytes

std::string CodeEditor::bytes() const {
    std::string out(static_cast<std::size_t>(SendScintilla(SCI_GETLENGTH)), '\0');
    // Scintilla writes a NUL after the text, where std::string has one.
    SendScintilla(SCI_GETTEXT, static_cast<unsigned long>(out.size() + 1), out.data());
    return out;
}

std::size_t CodeEditor::caret() const { return static_cast<std::size_t>(SendScintilla(SCI_GETCURRENTPOS)); }

const source::Words& CodeEditor::words() const { return m_lexer->words(); }

void CodeEditor::setSpec(const isa::Spec& spec) {
    if (m_spec == &spec) return;
    m_spec = &spec;
    m_lexer->setSpec(spec);
    recolor();
    updateFolds();
}

void CodeEditor::setTensors(const QSet<QByteArray>& names) {
    if (m_lexer->setTensors(names)) recolor();
}

void CodeEditor::setPlain(bool plain) {
    if (m_lexer->setPlain(plain)) recolor();
}

void CodeEditor::share(CodeEditor& other) {
    setDocument(other.document());
    m_spec = other.m_spec;
    m_lexer->setSpec(*m_spec);
    m_lexer->setTensors(other.m_lexer->tensors());
    m_marks = other.m_marks;
}

std::pair<std::size_t, std::size_t> CodeEditor::selectedBytes() const {
    return {static_cast<std::size_t>(SendScintilla(SCI_GETSELECTIONSTART)),
            static_cast<std::size_t>(SendScintilla(SCI_GETSELECTIONEND))};
}

void CodeEditor::selectBytes(std::size_t start, std::size_t length) {
    const long line = SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(start));
    showLine(static_cast<int>(line), -1);
    SendScintilla(SCI_SETSEL, static_cast<unsigned long>(start), static_cast<long>(start + length));
}

void CodeEditor::replaceBytes(std::size_t start, std::size_t length, const QString& text) {
    const QByteArray bytes = text.toUtf8();
    replaceTarget(start, length, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
    SendScintilla(SCI_GOTOPOS, static_cast<unsigned long>(start) + static_cast<unsigned long>(bytes.size()));
}

void CodeEditor::replaceTarget(std::size_t start, std::size_t length, std::string_view text) {
    SendScintilla(SCI_SETTARGETRANGE, static_cast<unsigned long>(start), static_cast<long>(start + length));
    SendScintilla(SCI_REPLACETARGET, static_cast<unsigned long>(text.size()),
                  text.empty() ? "" : text.data());
}

const Mark* CodeEditor::markAt(std::size_t at) const {
    const long line = SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(at));
    for (const int indicator : {int(kError), int(kWarning)}) {
        if (SendScintilla(SCI_INDICATORVALUEAT, static_cast<unsigned long>(indicator),
                          static_cast<long>(at)) == 0)
            continue;
        const long start =
            SendScintilla(SCI_INDICATORSTART, static_cast<unsigned long>(indicator), static_cast<long>(at)) -
            SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
        // Marks may belong to the text of a moment ago: the nearest one on the line is taken.
        const Mark* best = nullptr;
        for (const Mark& mark : m_marks)
            if (mark.line == line && mark.isError == (indicator == kError) &&
                (!best || std::abs(mark.column - start) < std::abs(best->column - start)))
                best = &mark;
        if (best) return best;
    }
    return nullptr;
}

QString CodeEditor::problemAt(std::size_t at) const {
    const Mark* mark = markAt(at);
    return mark ? mark->text : QString();
}

QPoint CodeEditor::belowByte(std::size_t at) const {
    const auto position = static_cast<long>(at);
    const long line = SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(at));
    const QPoint inside(
        static_cast<int>(SendScintilla(SCI_POINTXFROMPOSITION, 0UL, position)),
        static_cast<int>(SendScintilla(SCI_POINTYFROMPOSITION, 0UL, position)) +
            static_cast<int>(SendScintilla(SCI_TEXTHEIGHT, static_cast<unsigned long>(line))));
    return viewport()->mapToGlobal(inside);
}

void CodeEditor::markMatches(const std::vector<std::pair<std::size_t, std::size_t>>& ranges) {
    SendScintilla(SCI_SETINDICATORCURRENT, kMatch);
    SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, SendScintilla(SCI_GETLENGTH));
    for (const auto& [start, length] : ranges)
        SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(start), static_cast<long>(length));
}

// ---- blocks

void CodeEditor::updateFolds() {
    m_folding.stop();
    const std::vector<FoldLine> folds = foldsOf(bytes(), words());
    for (std::size_t line = 0; line < folds.size(); ++line) {
        const long level =
            SC_FOLDLEVELBASE + folds[line].level + (folds[line].isHeader ? int(SC_FOLDLEVELHEADERFLAG) : 0);
        const auto at = static_cast<unsigned long>(line);
        if (SendScintilla(SCI_GETFOLDLEVEL, at) != level) SendScintilla(SCI_SETFOLDLEVEL, at, level);
    }
}

bool CodeEditor::canInsertFromMimeData(const QMimeData* source) const {
    return !source->hasUrls() && QsciScintilla::canInsertFromMimeData(source);
}

// Ctrl and a click follow a name.
void CodeEditor::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || event->modifiers() != Qt::ControlModifier)
        return QsciScintilla::mousePressEvent(event);
    const long at =
        SendScintilla(SCI_POSITIONFROMPOINTCLOSE, event->pos().x(), static_cast<long>(event->pos().y()));
    if (at < 0) return;
    SendScintilla(SCI_GOTOPOS, static_cast<unsigned long>(at));
    setFocus();
    Q_EMIT definitionWanted();
}

void CodeEditor::contextMenuEvent(QContextMenuEvent* event) {
    if (event->reason() == QContextMenuEvent::Mouse && selectedBytes().first == selectedBytes().second) {
        const long at =
            SendScintilla(SCI_POSITIONFROMPOINT, event->pos().x(), static_cast<long>(event->pos().y()));
        SendScintilla(SCI_GOTOPOS, static_cast<unsigned long>(at));
    }
    Q_EMIT menuWanted(event->reason() == QContextMenuEvent::Mouse ? event->globalPos() : belowByte(caret()));
    event->accept();
}

} // namespace lw::editor

#include "moc_code_editor.cpp"
