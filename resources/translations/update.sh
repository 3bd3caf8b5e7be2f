#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Brings the catalogues up to date with the texts in the source: new ones come in unfinished, old ones go. Places in the
# source are not noted, so that a catalogue changes only when a text does. Needs lupdate (qt6-l10n-tools).
set -euo pipefail
cd "$(dirname "$0")/../.."
lupdate=$(command -v lupdate || echo /usr/lib/qt6/bin/lupdate)
for catalogue in resources/translations/lanewright_*.ts; do
    "$lupdate" -silent -I . app/ide widgets resources/translations -extensions cpp,h -locations none -no-obsolete \
        -source-language en -target-language "$(basename "$catalogue" .ts | sed 's/^lanewright_//')" -ts "$catalogue" 2>&1 |
        { grep -v "lacks Q_OBJECT macro\|Qualifying with unknown namespace" || true; }
done
