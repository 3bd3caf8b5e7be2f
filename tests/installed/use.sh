#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# use.sh PREFIX CMAKE [window]: what a person does with an installed Lanewright. Beside the script stand check_examples.cmake and
# `examples`, a list of lines "GROUP/NAME PROGRAM".
set -euo pipefail
prefix=$1 cmake=$2 window=${3-}
work=$(cd "$(dirname "$0")" && pwd)
examples=$prefix/share/lanewright/examples
export PATH="$prefix/bin:$PATH" HOME="$work/home" XDG_RUNTIME_DIR="$work/home" LC_ALL=C.UTF-8
unset LANEWRIGHT_EXAMPLES XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME
mkdir "$HOME"
chmod 700 "$HOME"
cd "$HOME"

fail() {
    echo "$*" >&2
    exit 1
}

# prints WORDS COMMAND...: ends with 0, says WORDS, and has nothing to complain of.
prints() {
    local words=$1
    shift
    "$@" >out 2>err || fail "$* ends with $?: $(cat out err)"
    [ ! -s err ] || fail "$* complains: $(cat err)"
    grep -qF -- "$words" out || fail "$* does not say '$words': $(cat out)"
}

prints "commands:" lw --help
prints "chapter/striding" lw manual
prints "strided" lw manual chapter/lesson
prints "inference-teaching" lw config
machines=$(awk '/^  / { print $1 }' out)
[ "$(wc -w <<<"$machines")" -ge 6 ] || fail "lw config knows few machines: $machines"
for machine in $machines; do prints "machine $machine (" lw config "$machine"; done

# As many checks as there are cases, none failed.
"$cmake" -DLW="$prefix/bin/lw" -DEXAMPLES="$examples" -P "$work/check_examples.cmake"

# What a README leads to is there.
find "$examples" -name README.md | while read -r readme; do
    { grep -o '](\([^)]*\))' "$readme" || true; } | sed 's/^](//; s/[#)].*//; /^https\?:/d; /^<script:/d' |
        while read -r link; do
            [ -e "$(dirname "$readme")/$link" ] || fail "$readme leads to $link, which is not there"
        done || exit 1
done

[ -n "$window" ] || exit 0

# What it only prints needs no display.
unset QT_QPA_PLATFORM DISPLAY WAYLAND_DISPLAY
prints "--script" lanewright --help
prints " $(lw --version | cut -d' ' -f2)" lanewright --version
# Nor is it passed over that nothing of it could be written.
for words in --help --version; do
    code=0
    lanewright "$words" >/dev/full 2>err || code=$?
    [ "$code" = 1 ] || fail "lanewright $words ends with $code where the disk is full"
    grep -qF "could not be written" err || fail "lanewright $words does not say that the disk is full: $(cat err)"
done
export QT_QPA_PLATFORM=offscreen
{
    echo "size 1280 800"
    while read -r name program; do
        echo "example $name"
        echo "ready \"$examples/$name/$program\""
    done <"$work/examples"
    echo "screenshot window.png"
} >all.lws
timeout 240 lanewright --script all.lws >out 2>err || fail "the window ends with $?: $(cat out err)"
sed -i '/^This plugin does not support propagateSizeHints()$/d' err # Qt, of a platform without a screen
[ -z "$(cat out err)" ] || fail "the window complains: $(cat out err)"
# A window without anything in it makes a tiny file.
[ "$(stat -c %s window.png)" -gt 20000 ] || fail "the picture of the window has only $(stat -c %s window.png) bytes"

# The entry in the menu starts the program, has its icon, and opens the files that are declared to be ours.
id=io.lanewright.Lanewright
entry=$prefix/share/applications/$id.desktop
[ -x "$prefix/bin/$(sed -n 's/^Exec=\([^ ]*\).*/\1/p' "$entry")" ] || fail "$entry starts a program that is not there"
[ -s "$prefix/share/icons/hicolor/scalable/apps/$(sed -n 's/^Icon=//p' "$entry").svg" ] || fail "$entry has no icon"
types=$(sed -n 's/^MimeType=//p' "$entry" | tr ';' '\n' | sed '/^$/d' | sort)
declared=$(sed -n 's/.*<mime-type type="\([^"]*\)".*/\1/p' "$prefix/share/mime/packages/$id.xml" | sort)
[ "$types" = "${declared:-none}" ] || fail "$entry opens $types, but these are declared: $declared"
grep -qF "$id.desktop" "$prefix/share/metainfo/$id.metainfo.xml" || fail "the metainfo speaks of another entry"
