# To be sourced by root. Bare Debians in folders.

root_fail() {
  echo "$*" >&2
  exit 1
}

# The mirror of this machine's apt for its release, and that release.
root_release() { sed -n 's/^VERSION_CODENAME=//p' /etc/os-release; }
root_mirror() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $(root_release)" 'Component: main' |
    head -1
}

# make_roots FOLDER: FOLDER/bare, a Debian of this machine's release with nothing but apt, and FOLDER/tools, the same
# with a C compiler, pkg-config and CMake. They are made once, and not written into afterwards.
make_roots() (
  [ "$(id -u)" -eq 0 ] || root_fail "a root of its own needs root"
  command -v debootstrap >/dev/null || root_fail "debootstrap was not found: apt-get install debootstrap"
  mkdir -p "$1"
  cd "$1"
  release=$(root_release) mirror=$(root_mirror)
  [ -n "$mirror" ] || root_fail "apt has no source for ${release:-this release} here: a bare Debian cannot be made"
  if [ "$(cat release 2>/dev/null)" != "$release" ]; then rm -rf bare tools; fi
  echo "$release" >release

  proxy=$(apt-config dump Acquire::http::Proxy | sed -n 's/.*"\(.*\)";/\1/p')
  if [ -n "$proxy" ] && [ "$proxy" != DIRECT ]; then export http_proxy="$proxy"; fi
  if [ ! -d bare ]; then
    rm -rf new
    mkdir -p new/etc/dpkg/dpkg.cfg.d
    echo force-unsafe-io >new/etc/dpkg/dpkg.cfg.d/fast # nobody needs these files after a power failure
    debootstrap --variant=minbase "$release" new "$mirror" >log 2>&1 || root_fail "debootstrap failed: $(tail -5 log)"
    # What apt knows of proxies and dates here, and whom it trusts.
    apt-config dump Acquire | grep -E '::Proxy|::Check-' >new/etc/apt/apt.conf.d/90machine || true
    mkdir -p new/etc/ssl/certs
    cp -L /etc/ssl/certs/ca-certificates.crt new/etc/ssl/certs/ 2>/dev/null || true
    mv new bare
  fi
  if [ ! -d tools ]; then
    rm -rf new
    cp -a bare new
    chroot new env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      gcc libc6-dev pkg-config cmake make >log 2>&1 || root_fail "apt-get failed in the new root: $(tail -5 log)"
    # CMake needs libuv too. Its package is at hand in the bare root then, without a network, and not installed.
    cp new/var/cache/apt/archives/libuv1_*.deb bare/var/cache/apt/archives/
    rm -rf new/var/cache/apt/archives/*.deb
    mv new tools
  fi
  echo "bare: $(du -sm bare | cut -f1) MB, tools: $(du -sm tools | cut -f1) MB"
)

# use_root FOLDER AT: the root at AT/root. What is written there remains in AT, a folder in memory. For a mount
# namespace of one's own.
use_root() {
  mkdir -p "$2/upper" "$2/work" "$2/root"
  mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" "$2/root"
  mount -t proc proc "$2/root/proc"
}
