#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# build_times.sh BUILD_FOLDER [N]: where the time of a build went, by configuration and kind of work, in seconds of one core, from
# ninja's log; then the N (10) files that took longest to compile and the N slowest tests of the last run of ctest.
# Means something for a build from nothing without a compiler cache: CCACHE_DISABLE=1, an empty folder, nothing else running.
set -euo pipefail
build=$1
most=${2:-10}
[ -r "$build/.ninja_log" ] || { echo "$build holds no .ninja_log: not a folder that Ninja built in." >&2; exit 2; }

# begin, end, (mtime), output, hash: a command with several outputs has a line for each. The last line of an output counts.
awk -F'\t' '
    /^#/ { next }
    { begin[$4] = $1; end[$4] = $2; hash[$4] = $5 }
    END {
        for (out in begin) {
            job = begin[out] " " end[out] " " hash[out]
            if (job in seen) continue
            seen[job] = 1
            configuration = out ~ /Release/ ? "Release" : out ~ /Debug/ ? "Debug" : "-"
            if (out ~ /\.gch$/) kind = "precompiled headers"
            else if (out ~ /mocs_compilation|\/qrc_/) kind = "moc, rcc"
            else if (out ~ /\.o$/) { split(out, part, "/"); kind = "compile " part[1] (part[1] == "app" ? "/" part[2] : "") }
            else if (out ~ /autogen|translations/) kind = "moc, rcc"
            else kind = "link"
            seconds[configuration "\t" kind] += (end[out] - begin[out]) / 1000
            jobs[configuration "\t" kind]++
        }
        for (row in seconds) printf "%s\t%d\t%.1f\n", row, jobs[row], seconds[row]
    }' "$build/.ninja_log" | sort |
    awk -F'\t' '{ printf "%-8s %-24s %5d %9.1f s\n", $1, $2, $3, $4; all += $4 } END { printf "%-39s %9.1f s\n", "all", all }'

echo
echo "Longest to compile:"
awk -F'\t' '/\.o\t|\.gch\t/ { took[$4] = ($2 - $1) / 1000 } END { for (out in took) printf "%9.1f s  %s\n", took[out], out }' \
    "$build/.ninja_log" | sort -rn | awk -v most="$most" 'NR <= most' # reads to the end: no broken pipe

log=$build/Testing/Temporary/LastTest.log
[ -r "$log" ] || exit 0
echo
echo "Slowest tests of the last run:"
awk '/^[0-9]+\/[0-9]+ Test(ing)?: / { name = $3 } /^Test time = / { printf "%9.1f s  %s\n", $4, name; all += $4 }
     END { printf "%9.1f s  all\n", all }' "$log" | sort -rn | awk -v most="$most" 'NR <= most + 1'
