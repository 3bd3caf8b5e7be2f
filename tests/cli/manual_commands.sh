#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# manual_commands.sh FOLDER-OF-LW REPOSITORY PAGE...
# Runs every command in the code blocks of these pages of the manual, or of the README.md of an example, whose folder is named,
# in a copy of the examples, as a reader types them:
# lines that begin with "lw", behind "cd" in its folder, lines that begin with ">" at the prompt of the one before. Each has
# to end as its page says: see expected().
set -u
PATH=$(cd "$1" && pwd):$PATH
root=$2
shift 2
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r "$root/examples" "$copy"
declare -A ran
count=0
failed=0

# The exit code of a command: 4 at a limit that it sets, 1 where the pages show how something goes wrong, else 0.
expected() {
    case $1 in
        *" --limit-"*) echo 4 ;;
        *" --mode mask-max" | *" --factor 7" | *" --mode ring" | *" --against forgotten.npz") echo 1 ;;
        *) echo 0 ;;
    esac
}

# The command of a page, in the present folder, with what is typed at its prompt; once, if several pages have it.
run() {
    local out status
    [[ -n ${ran["$PWD: $1: $2"]-} ]] && return
    ran["$PWD: $1: $2"]=yes
    out=$(eval "$1" <<<"$2" 2>&1)
    status=$?
    count=$((count + 1))
    if [[ $status != "$(expected "$1")" || $out == *$'\nerror '* || $out == "error "* ]]; then
        echo "$page: $1 ends with $status: ${out:0:500}"
        failed=$((failed + 1))
    fi
}

for page in "$@"; do
    if [[ -d $root/$page ]]; then
        cd "$copy/$page" || exit 2
        blocks=$(sed -n 's/^    //p' README.md) # indented ones
    else
        cd "$copy/examples/networks/worked-examples" || exit 2
        # Of the processor the page names files from the root on, and many.npy, for which ten digits do.
        if [[ $page == processor ]]; then
            cd "$copy" || exit 2
            /usr/bin/python3 -c "import numpy as np
digits = np.load('examples/data/optdigits_images_u8.npy')
np.save('many.npy', digits[:10].astype(np.float32) / 16)" || exit 2
        fi
        blocks=$(awk '/^```/ { inside = !inside; print ""; next } inside' "$root/resources/manual/$page.md")
    fi
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
            *"["* | *" "[[:upper:]][[:upper:]][[:upper:]]*) ;; # how a command is written, not one
            "cd examples/"*) cd "$copy/${line#cd }" || exit 2 ;;
            "cd "*) cd "${line#cd }" || exit 2 ;;
            "lw "*) command=$line ;;
        esac
    done <<<"$blocks"
    [[ -n $command ]] && run "$command" "$typed"
done
echo "$count commands, $failed failed"
[[ $count -gt 0 && $failed -eq 0 ]]
