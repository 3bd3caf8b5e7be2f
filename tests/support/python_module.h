// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/find_python.h"

#include <QProcess>
#include <QString>
#include <QStringList>

namespace lw::tests {

// Whether a python3 that the window would run has a module.
inline bool hasPythonModule(std::string_view module) {
    return bool(project::pythonWith(module, [](const std::vector<std::string>& command) {
        QStringList arguments;
        for (std::size_t i = 1; i < command.size(); ++i) arguments << QString::fromStdString(command[i]);
        QProcess python;
        python.start(QString::fromStdString(command.front()), arguments);
        constexpr int kPythonPatience = 60'000; // to start and to import it
        return python.waitForFinished(kPythonPatience) && python.exitCode() == 0;
    }));
}

} // namespace lw::tests
