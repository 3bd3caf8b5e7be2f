# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by app/run.sh and tests/run.sh.
# needPackages PACKAGE...: installs what is missing, after saying what; without root it stops and says what is missing. A package
# with a question mark before it is left out where the system does not have it; `left_out` holds those afterwards.
left_out=()

known_system() {
    [ -r /etc/os-release ] || return 1
    case "$(. /etc/os-release && echo "$ID $VERSION_ID")" in
        "debian 12" | "debian 13" | "ubuntu 24.04") return 0 ;;
        *) return 1 ;;
    esac
}

# A tool may be there without its package (a newer CMake in /usr/local).
have_package() {
    case "$1" in
        g++) command -v g++ >/dev/null && return 0 ;;
        cmake) command -v cmake >/dev/null && cmake --workflow --list-presets >/dev/null 2>&1 && return 0 ;;
        ninja-build) command -v ninja >/dev/null && return 0 ;;
        python3 | ccache | mold | clang) command -v "$1" >/dev/null && return 0 ;;
    esac
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

needPackages() {
    local missing=() wished=() package
    if ! known_system; then
        echo "This script installs packages on Debian 12, Debian 13 and Ubuntu 24.04 only; this is another system." >&2
        echo "It goes on with what is there. Needed, by their Debian names: ${*/#\?/}" >&2
        for package in "$@"; do [[ $package != \?* ]] || left_out+=("${package#\?}"); done
        for package in cmake ninja c++; do
            command -v "$package" >/dev/null || { echo "Missing: $package. Install it and run this again." >&2; exit 1; }
        done
        return
    fi
    for package in "$@"; do
        have_package "${package#\?}" && continue
        case "$package" in
            \?*) wished+=("${package#\?}") ;;
            *) missing+=("$package") ;;
        esac
    done
    [ ${#missing[@]} -eq 0 ] && [ ${#wished[@]} -eq 0 ] && return
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
            root=(sudo)
        elif [ ${#missing[@]} -eq 0 ]; then
            left_out=("${wished[@]}")
            echo "Left out, as only root can install them: ${left_out[*]}"
            return
        else
            echo "Missing packages: ${missing[*]}"
            echo "They can be installed by root only:  apt-get install ${missing[*]}" >&2
            exit 1
        fi
    fi
    [ ${#missing[@]} -eq 0 ] || echo "Missing packages: ${missing[*]}"
    # The system's lists say whether it has what is only wished for.
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q || [ ${#missing[@]} -eq 0 ]
    for package in "${wished[@]}"; do
        if [ -n "$(apt-cache --quiet=0 show "$package" 2>/dev/null)" ]; then
            missing+=("$package")
        else
            left_out+=("$package")
        fi
    done
    [ ${#left_out[@]} -eq 0 ] || echo "Left out, not on this system: ${left_out[*]}"
    [ ${#missing[@]} -eq 0 ] && return
    echo "Installing with apt-get: ${missing[*]}"
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}
