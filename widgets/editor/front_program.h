// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/assembler_service.h"
#include "widgets/editor/document.h"

#include <QObject>

#include <cstdint>
#include <memory>

namespace lw::editor {

// How the text in front relates to the program that is to run.
enum class FrontRole : std::uint8_t {
    Nothing, // no text is open
    Start,   // the program itself
    Part,    // included by it
    Other,   // a program of its own
    Text,    // not a program, or not even a text
};

// A text in front that is a program of its own is assembled too, for its own diagnostics and to be run next.
class FrontProgram : public QObject {
    Q_OBJECT
  public:
    explicit FrontProgram(QObject* parent = nullptr);

    // `start` is the key of what is to run, `sources` the texts that belong to it.
    static FrontRole roleOf(const Document* front, const QString& start, const QStringList& sources);

    // Assembles it; an empty path: there is nothing to assemble.
    void assemble(AssemblyRequest request);
    // The newest that came for this text; null: none did.
    std::shared_ptr<const AssemblyAnswer> newest() const { return m_answer; }
    // The same while no other is under way.
    std::shared_ptr<const AssemblyAnswer> answer() const { return isBusy() ? nullptr : m_answer; }
    bool isBusy() const { return !m_key.isEmpty() && !(m_answer && m_answer->ticket == m_service.newest()); }

  Q_SIGNALS:
    void assembled();

  private:
    AssemblerService m_service;
    QString m_key;
    std::shared_ptr<const AssemblyAnswer> m_answer;
};

} // namespace lw::editor
