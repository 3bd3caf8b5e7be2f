#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# smoke.sh LANEWRIGHT: the window on a real X server (Xvfb), driven by a script; then a picture of the screen must not be empty.
# Ends with 77, which ctest counts as skipped, where there is no Xvfb.
set -euo pipefail
program=$1
here=$(cd "$(dirname "$0")" && pwd)
if ! command -v Xvfb >/dev/null; then
    echo "Xvfb is missing (package xvfb): the run on a real X server is skipped." >&2
    exit 77
fi
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
# Without a display it says so and ends, it does not abort.
code=0
env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM HOME="$work" "$program" 2>"$work/no_display" || code=$?
grep -q "there is no display" "$work/no_display" && [ "$code" = 1 ] ||
    { echo "without a display it ended with $code:" >&2; cat "$work/no_display" >&2; exit 1; }
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$work/display" 2>"$work/xvfb" &
server=$!
for _ in $(seq 100); do
    [ -s "$work/display" ] && break
    kill -0 "$server" 2>/dev/null || { cat "$work/xvfb" >&2; exit 1; }
    sleep 0.1
done
# The script stands beside its examples, the picture goes to a folder of its own.
{ sed "s|\.\./\.\./examples|$here/../../examples|" "$here/smoke.txt"; echo "screenshot $work/window.png"; } >"$work/smoke.txt"
LSAN_OPTIONS="suppressions=$here/../support/lsan.supp:print_suppressions=0" \
    env -u WAYLAND_DISPLAY DISPLAY=":$(cat "$work/display")" QT_QPA_PLATFORM=xcb HOME="$work" XDG_RUNTIME_DIR="$work" \
    timeout 120 "$program" --script "$work/smoke.txt"
# A window without anything in it makes a tiny file.
bytes=$(stat -c %s "$work/window.png")
[ "$bytes" -gt 20000 ] || { echo "the picture of the window has only $bytes bytes" >&2; exit 1; }
