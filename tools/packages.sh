# SPDX-License-Identifier: Apache-2.0
# For ./mizan and ./test: Debian packages, installed only if they are missing.

# What the command line is built with.
build_packages=(g++ cmake ninja-build libcli11-dev libfmt-dev nlohmann-json3-dev)

complain() { echo "mizan: $*" >&2; }

# missing_packages NAME...: those that are not installed. Elsewhere than on Debian there is nothing
# to ask; the build says what it does not find.
missing_packages() {
    command -v dpkg-query >/dev/null || return 0
    local installed name
    installed=" $(dpkg-query -W -f '${Package}=${db:Status-Status} ' "$@" 2>/dev/null || true)"
    for name in "$@"; do
        [[ $installed == *" $name=installed "* ]] || echo "$name"
    done
}

# require_packages NAME...: installs what is missing; exits with status 3 if it may not.
require_packages() {
    local missing log as_root=()
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            complain "these packages are missing and only root may install them:"
            complain "  apt-get install ${missing[*]}"
            exit 3
        fi
        as_root=(sudo)
        [[ -t 0 ]] || as_root+=(-n)
    fi
    as_root+=(env DEBIAN_FRONTEND=noninteractive)
    complain "installing ${missing[*]}"
    log=$(mktemp)
    # Package lists may be there already; fetching them takes longer than a small installation.
    local install=("${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}")
    if ! "${install[@]}" </dev/null >"$log" 2>&1 &&
        ! { "${as_root[@]}" apt-get update -qq </dev/null && "${install[@]}" </dev/null; } \
            >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        complain "could not install ${missing[*]}; please install them and try again"
        exit 3
    fi
    rm -f "$log"
}
