// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>

namespace lw::ide {

// A language of the window. English is in the source; every other one has a catalogue
// resources/translations/lanewright_CODE.ts.
struct Language {
    const char* code; // "zh_CN"
    const char* name; // in itself
};
std::span<const Language> languages();

// False when the program was built without the tool that compiles catalogues (lrelease).
bool hasCatalogue(const QString& code);

// Puts the texts of a language on the application, including Qt's own if installed; an empty code
// is the system's language. Anything made before keeps its texts: the window must be made again. Returns what
// is now in use, "en" if nothing fits.
QString useLanguage(const QString& code);

} // namespace lw::ide
