// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/find_python.h"

#include "core/project/messages.h"

namespace lw::project {

Result<std::string> pythonWith(std::string_view module,
                               const std::function<bool(const std::vector<std::string>& command)>& endsWell) {
    const std::string look = "import importlib.util, sys; sys.exit(importlib.util.find_spec('" +
                             std::string(module) + "') is None)";
    for (const char* const python : {"python3", "/usr/bin/python3"})
        if (endsWell({python, "-c", look})) return std::string(python);
    return Problem{&messages::kNoPythonWith, {std::string(module)}, {}, {}, {}};
}

} // namespace lw::project
