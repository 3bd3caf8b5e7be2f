// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/code_editor.h"

#include <string>

// Changes of whole lines, each one step of undo.
// Lines that stay the same are not touched, so that marks stay on them.
namespace lw::editor {

void replaceText(CodeEditor& editor, const std::string& text);
// Puts a comment sign before the selected lines, or removes it if all of them have one.
void toggleComment(CodeEditor& editor);

} // namespace lw::editor
