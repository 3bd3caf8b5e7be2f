#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# installed.sh CMAKE SOURCE BUILD CONFIGURATION [window]
# Installs a build into an empty folder, moves that elsewhere, and lets use.sh try it where neither source nor build can be reached:
# in a mount namespace in which empty folders stand in their places, or, where the host allows none, with copies of the programs
# in which every path into the source leads nowhere.
set -euo pipefail
cmake=$1 source=$2 build=$3 configuration=$4 window=${5-}
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "$*" >&2
    exit 1
}

"$cmake" --install "$build" --config "$configuration" --prefix "$work/first place" >log 2>&1 || fail "$(cat log)"

# Every example came along as it is in the source, but what is only of use there.
left=(--exclude=ten_seeds.sh --exclude=__pycache__)
diff -r "${left[@]}" "$source/examples" "first place/share/lanewright/examples" || fail "the installed examples are others"
diff -r "$source/resources/schemas" "first place/share/lanewright/schemas" || fail "the installed schemas are others"
executables() { (cd "$1" && find . -type f -perm -u+x ! -name ten_seeds.sh | sort); }
diff <(executables "$source/examples") <(executables "first place/share/lanewright/examples") || fail "other files are executable"

# What the welcome page has to offer: the folders with a README, and of each the workload, the program, or else the first network; those that have
# none of these are for the command line.
for readme in "$source"/examples/*/*/README.md; do
    folder=${readme%/README.md}
    for program in "$folder"/*.lww "$folder"/program.lw "$folder"/*.json "$folder"/*.onnx; do
        [ -e "$program" ] && [ "${program##*/}" != check.json ] && break
    done
    [ -e "$program" ] || continue
    echo "${folder#"$source/examples/"} ${program##*/}"
done >examples
[ "$(wc -l <examples)" -ge 20 ] || fail "the source has too few examples: $(cat examples)"

mv "first place" "other place"
cp "$here/use.sh" "$here/../cli/check_examples.cmake" .
touch before
use=(bash "$work/use.sh" "$work/other place" "$cmake" "$window")

# Runs a command where empty folders stand in the places of source and build.
# shellcheck disable=SC2016 # the inner shell puts in its own arguments
hidden() {
    unshare --map-root-user --mount bash -c '
        set -e
        for folder in "$1" "$2"; do
            [ ! -d "$folder" ] || mount -t tmpfs none "$folder"
            [ -z "$(ls -A "$folder" 2>/dev/null)" ]
        done
        shift 2
        exec "$@"' bash "$source" "$build" "$@"
}
# Puts a path of the same length that leads nowhere in the place of every one into the source or the build, also of those with two
# bytes for a letter.
forget() {
    perl -0777 -pi -e '
        BEGIN { @known = splice @ARGV, 0, 2 }
        for my $path (map { "$_/" } @known) {
            (my $nowhere = $path) =~ s/[^\/]/-/g;
            my ($wide, $widely) = map { join "", map { "$_\0" } split // } $path, $nowhere;
            s/\Q$path\E/$nowhere/g;
            s/\Q$wide\E/$widely/g;
        }' "$source" "$build" "$@"
}
if hidden true 2>/dev/null; then
    echo "the source is hidden"
    hidden "${use[@]}"
else
    echo "the programs have forgotten the source"
    forget "other place"/bin/*
    "${use[@]}"
fi

# Nothing of what is installed was written to: it may belong to the system.
changed=$(find "other place" -newer before ! -path "other place/bin*")
[ -z "$changed" ] || fail "written to where it is installed: $changed"
