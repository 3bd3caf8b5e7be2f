#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# manual_commands.sh FOLDER-OF-LW REPOSITORY PAGE...
# Runs every command in the code blocks of these pages of the manual, in a copy of the examples, as a reader types them:
# lines that begin with "lw", behind "cd" in its folder, lines that begin with ">" at the prompt of the one before. An end
# at a limit or at a result that the page calls wrong (1, 4) is an answer; a command that is refused or faults is none.
set -u
PATH=$(cd "$1" && pwd):$PATH
root=$2
shift 2
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r "$root/examples" "$copy"
count=0
failed=0

# The command of a page, in the present folder, with what is typed at its prompt.
run() {
    local out status
    out=$(eval "$1" <<<"$2" 2>&1)
    status=$?
    count=$((count + 1))
    if [[ $status != [014] || $out == *$'\nerror '* || $out == "error "* ]]; then
        echo "$page: $1 ends with $status: ${out:0:500}"
        failed=$((failed + 1))
    fi
}

for page in "$@"; do
    cd "$copy/examples/networks/worked-examples" || exit 2
    command=
    typed=
    while IFS= read -r line; do
        case $line in
            "> "*) typed+=${line#> }$'\n'; continue ;;
        esac
        [[ -n $command ]] && run "$command" "$typed"
        command=
        typed=
        case $line in
            *"["*) ;; # how a command is written, not one
            "cd examples/"*) cd "$copy/${line#cd }" || exit 2 ;;
            "cd "*) cd "${line#cd }" || exit 2 ;;
            "lw "*) command=$line ;;
        esac
    done < <(awk '/^```/ { inside = !inside; print ""; next } inside' "$root/resources/manual/$page.md")
    [[ -n $command ]] && run "$command" "$typed"
done
echo "$count commands, $failed failed"
[[ $count -gt 0 && $failed -eq 0 ]]
