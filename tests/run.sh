#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh [--minutes N]: builds everything with sanitizers and what is shipped as it is shipped, and runs every test; then what runs on
# threads with the thread sanitizer; then builds the fuzz targets with clang and runs each for some seconds. Says at the end what was
# skipped and how long each step took. With --minutes no part but the first is begun when N minutes have passed, and it says which
# were left out: where a run is ended after a time, a slow host tests most of it instead of nothing. Works on Debian 12, 13 and Ubuntu 24.04.
set -euo pipefail
cd "$(dirname "$0")/.."
. app/packages.sh

minutes=
if [ $# != 0 ]; then
    [[ $# = 2 && $1 = --minutes && $2 =~ ^[0-9]+$ ]] || { echo "usage: tests/run.sh [--minutes N]" >&2; exit 2; }
    minutes=$2
fi
times=() skips=() not_begun=() now= failed=0
# part NAME: whether the part is begun.
part() {
    [ -n "$minutes" ] && [ "$SECONDS" -ge $((minutes * 60)) ] || return 0
    not_begun+=("Left out, as $minutes minutes have passed: $1")
    return 1
}
step() {
    local begin=$SECONDS
    now=$1
    shift
    "$@"
    times+=("$(printf '%4d:%02d  %s' $(((SECONDS - begin) / 60)) $(((SECONDS - begin) % 60)) "$now")")
    now=
}
# run_tests PRESET NAME [OPTION...]: a step; a skip that is not expected fails at the end, when all the rest was seen.
run_tests() {
    local junit=$PWD/build/ci/Testing/$1.xml said
    step "tests, $2" ctest --preset "$1" --output-junit "$junit" "${@:3}"
    said=$(tests/skips.sh build/ci/Testing/Temporary/LastTest.log "$junit" "${expected[@]}") || failed=1
    skips+=("$2: $said")
}
summary() {
    local code=$?
    [ -z "$now" ] || echo "Failed: $now" >&2
    printf '\n%s\n' "${skips[@]}"
    printf '\nMinutes:\n'
    printf '%s\n' "${times[@]}" "${not_begun[@]}"
    exit $((code || failed))
}
trap summary EXIT

packages=(g++ cmake ninja-build '?mold' nlohmann-json3-dev zlib1g-dev libpng-dev libjpeg-dev libopenblas-dev '?libdnnl-dev' libonnx-testdata python3-numpy '?python3-torch'
    qt6-base-dev qt6-svg-dev qt6-charts-dev '?libqt6opengl6-dev' qt6-l10n-tools '?qt6-translations-l10n' libqscintilla2-qt6-dev xvfb fonts-inter fonts-jetbrains-mono fonts-wqy-microhei
    clang libclang-rt-dev '?clang-format-14')
step "packages" needPackages "${packages[@]}"
# Where the system does not have that release, the check of the format is left out.
expected=()
[[ " ${left_out[*]} " != *" clang-format-14 "* ]] || expected=("format: the whole test")
if [[ " ${left_out[*]} " == *" python3-torch "* ]]; then
    for function in TestProcessorHints::layersAgree TestProcessorRows::rowsAreOneProduct TestProcessorClaims::quantisedTrainingSet \
        TestProcessorTraps::eachInTorch TestProcessorTrapsInLoops::eachInTorch TestProcessorSoftware::everyBit \
        TestLoweredSoftware::everyBit; do
        expected+=("$function: python3-torch is not installed: the software in PyTorch was not run")
    done
    expected+=("TestTorch::sameAsPyTorch: python3-torch is not installed: the step in PyTorch was not run"
        "recomputed_in_torch: the whole test" "fine_tuned_digits: the whole test" "fine_tuned_lstm: the whole test")
fi
# Tests that need more than lw, lw-reference and the tests of the core.
second='^(window|bench)$'
step "configure" cmake --preset ci
step "build, Debug with sanitizers" cmake --build --preset ci-dev
run_tests ci-dev "Debug with sanitizers"
if part "Release, without the window"; then
    step "build, Release, without the window" cmake --build --preset ci-release --target tests_headless
    run_tests ci-release "Release, without the window" --label-exclude "$second"
fi
if part "Release, the window and the benches"; then
    step "build, Release, the rest" cmake --build --preset ci-release
    run_tests ci-release "Release, the rest" --label-regex "$second"
fi

# What runs on two threads. On some hosts the sanitizer does not find the memory that it wants.
if ! part "the thread sanitizer"; then
    :
elif echo 'int main() {}' | g++ -x c++ -fsanitize=thread - -o build/has_tsan 2>/dev/null && build/has_tsan 2>/dev/null; then
    step "thread sanitizer, configure" cmake --preset tsan
    step "thread sanitizer, build" cmake --build --preset tsan
    step "thread sanitizer, run" ctest --preset tsan
else
    echo "The thread sanitizer is left out: it cannot start here." >&2
fi

# On systems where nothing could be installed the fuzzer may be missing: the other tests count without it.
if ! part "the fuzz targets"; then
    :
elif echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
    clang++ -x c++ -fsanitize=fuzzer,address,undefined - -o /dev/null 2>/dev/null; then
    # Without optimisation: clang takes half as long, and each target runs for seconds only.
    step "fuzz targets, configure" cmake --preset fuzz -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O0 -gline-tables-only"
    step "fuzz targets, build" cmake --build --preset fuzz
    step "fuzz targets, run" ctest --preset fuzz
else
    echo "The fuzz targets are left out: clang++ or its run-time library (libclang-rt-dev) is missing." >&2
fi
