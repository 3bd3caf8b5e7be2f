// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/text_edits.h"

#include "widgets/editor/text_lines.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

namespace lw::editor {

namespace {

void replaceLine(CodeEditor& editor, std::size_t line, std::string_view old, std::string_view now) {
    if (old == now) return;
    const auto start = static_cast<std::size_t>(
        editor.SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line)));
    editor.replaceTarget(start, old.size(), now);
}

} // namespace

void replaceText(CodeEditor& editor, const std::string& text) {
    const std::string before = editor.bytes();
    if (before == text) return;
    const auto old = linesOf(before), now = linesOf(text);
    int line = 0, column = 0;
    editor.getCursorPosition(&line, &column);
    editor.beginUndoAction();
    if (old.size() == now.size()) {
        for (std::size_t i = old.size(); i-- > 0;) replaceLine(editor, i, old[i], now[i]);
    } else {
        // The lines between those that are the same at the beginning and at the end.
        const std::size_t most = std::min(old.size(), now.size());
        std::size_t first = 0, last = 0, from = 0, behind = 0;
        for (; first < most && old[first] == now[first]; ++first) from += old[first].size() + 1;
        for (; last < most - first && old[old.size() - 1 - last] == now[now.size() - 1 - last]; ++last)
            behind += old[old.size() - 1 - last].size() + 1;
        from = std::min({from, before.size(), text.size()});
        behind = std::min({behind, before.size() - from, text.size() - from});
        editor.replaceTarget(from, before.size() - behind - from,
                             std::string_view(text).substr(from, text.size() - behind - from));
    }
    editor.endUndoAction();
    editor.setCursorPosition(std::min(line, editor.lines() - 1), column);
}

void toggleComment(CodeEditor& editor) {
    int first = 0, last = 0, from = 0, to = 0;
    if (editor.hasSelectedText())
        editor.getSelection(&first, &from, &last, &to);
    else
        first = last = editor.caretLine();
    if (last > first && to == 0) --last; // the selection ends before that line
    const std::string text = editor.bytes();
    const auto lines = linesOf(text);
    constexpr std::string_view kBlanks = " \t\r";
    bool all = true;
    std::size_t indent = std::numeric_limits<std::size_t>::max();
    for (int i = first; i <= last; ++i) {
        const std::size_t at = lines[static_cast<std::size_t>(i)].find_first_not_of(kBlanks);
        if (at == std::string_view::npos) continue;
        indent = std::min(indent, at);
        all = all && lines[static_cast<std::size_t>(i)][at] == '#';
    }
    if (indent == std::numeric_limits<std::size_t>::max()) return;
    editor.beginUndoAction();
    for (int i = last; i >= first; --i) {
        const std::string_view line = lines[static_cast<std::size_t>(i)];
        const std::size_t at = line.find_first_not_of(kBlanks);
        if (at == std::string_view::npos) continue;
        const auto start = static_cast<std::size_t>(
            editor.SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, static_cast<unsigned long>(i)));
        if (all)
            editor.replaceTarget(start + at, line.substr(at).starts_with("# ") ? 2 : 1, {});
        else
            editor.replaceTarget(start + indent, 0, "# ");
    }
    editor.endUndoAction();
}

} // namespace lw::editor
