// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/load_program.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QThread>
#include <QVector>

#include <memory>

namespace lw::editor {

// A diagnostic in the words of the window: the file by its path,
// lines and columns from 1 (columns count bytes).
struct Finding {
    QString path;
    int line = 0, column = 0, length = 0;
    bool isError = true;
    QString code, text;
    QString explanation;
    QString replacement; // what the text at the place could become
    QStringList notes;   // "in the expansion of ...: file:line"
};

struct AssemblyAnswer {
    std::uint64_t ticket = 0;
    QString path;
    QVector<Finding> findings;
    // Present if there was no error.
    std::shared_ptr<project::LoadedProgram> program;
    QStringList sources, texts; // that were read, paths absolute; in the order of Program::sources, or
                                // of a workload all of its programs'
};

struct AssemblyRequest {
    QString path;
    QString machine;               // empty: the program's
    QHash<QString, QString> texts; // of files that are open, by absolute path
    std::vector<assembler::Definition> definitions{};
};

// Assembles on a thread of its own. Only the newest request counts: older ones that wait are dropped.
class AssemblerService : public QObject {
    Q_OBJECT
  public:
    explicit AssemblerService(QObject* parent = nullptr);
    ~AssemblerService() override;

    // The answer comes by assembled(), with the ticket, unless a newer request came before.
    std::uint64_t request(AssemblyRequest request);
    std::uint64_t newest() const { return m_ticket; }

  Q_SIGNALS:
    void assembled(std::shared_ptr<const lw::editor::AssemblyAnswer> answer);

  private:
    QThread m_thread;
    QObject* m_place; // lives on m_thread
    std::uint64_t m_ticket = 0;
    std::shared_ptr<std::atomic<std::uint64_t>> m_newest;
};

// What the thread does.
AssemblyAnswer assemble(const AssemblyRequest& request);

} // namespace lw::editor
