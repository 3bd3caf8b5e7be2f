// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/find_python.h"

#include "core/project/messages.h"

namespace lw::project {

Result<std::string> pythonWith(std::string_view module, const EndsWell& endsWell, const std::string& named) {
    const std::string look = "import importlib.util, sys; sys.exit(importlib.util.find_spec('" +
                             std::string(module) + "') is None)";
    const std::vector<std::string> all{"python3", "/usr/bin/python3"};
    for (const std::string& python : named.empty() ? all : std::vector{named})
        if (endsWell({python, "-c", look})) return python;
    return Problem{&messages::kNoPythonWith, {std::string(module)}, {}, {}, {}};
}

} // namespace lw::project
