"""Debian source packages for the benchmarks: download, unpack, install needs.

Source entries are enabled in a private apt configuration under the work
directory, made from the system's own sources, so the system's configuration
is neither changed nor assumed to have source entries.
"""
import glob
import os
import re
import subprocess
import sys


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, log=None, **options):
    """Runs a command; its output goes to the log, which is shown on failure."""
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, errors="replace", **options)
    if log:
        with open(log, "a") as file:
            file.write("$ %s\n%s" % (" ".join(command), done.stdout))
    if done.returncode != 0:
        say(done.stdout[-4000:])
        sys.exit("%s: failed with exit code %d" % (command[0], done.returncode))
    return done.stdout


def install(packages):
    """Installs those Debian packages that are missing."""
    missing = [name for name in packages if "install ok installed" not in
               subprocess.run(["dpkg-query", "-W", "-f", "${Status}", name],
                              capture_output=True, text=True).stdout]
    if not missing:
        return
    say("installing " + " ".join(missing))
    sudo = [] if os.getuid() == 0 else ["sudo"]
    run(sudo + ["apt-get", "update", "-q"])
    run(sudo + ["apt-get", "install", "-y", "--no-install-recommends",
                "-o", "DPkg::Lock::Timeout=300", *missing])


def source_entries(text, is_deb822):
    """The same entries with deb-src instead of deb."""
    if is_deb822:
        return re.sub(r"(?m)^Types:.*$", "Types: deb-src", text)
    return re.sub(r"(?m)^deb\s", "deb-src ", text)


def private_apt(work):
    """An apt configuration with source entries; returns its file."""
    root = os.path.join(work, "apt")
    conf = os.path.join(root, "apt.conf")
    if os.path.exists(conf):
        return conf
    for folder in ("parts", "lists/partial", "cache/archives/partial"):
        os.makedirs(os.path.join(root, folder), exist_ok=True)
    system = glob.glob("/etc/apt/sources.list") + sorted(
        glob.glob("/etc/apt/sources.list.d/*.list") +
        glob.glob("/etc/apt/sources.list.d/*.sources"))
    for path in system:
        with open(path) as file:
            text = source_entries(file.read(), path.endswith(".sources"))
        with open(os.path.join(root, "parts", os.path.basename(path)),
                  "w") as file:
            file.write(text)
    temporary = conf + ".new"
    with open(temporary, "w") as file:
        file.write('Dir::Etc::sourcelist "/dev/null";\n'
                   'Dir::Etc::sourceparts "%s/parts";\n'
                   'Dir::State::lists "%s/lists";\n'
                   'Dir::Cache "%s/cache";\n'
                   'APT::Sandbox::User "root";\n' % (root, root, root))
    run(["apt-get", "update", "-q"], env={**os.environ,
                                          "APT_CONFIG": temporary})
    os.rename(temporary, conf)
    return conf


def fetch(name, work):
    """Downloads and unpacks a source package: (directory, version)."""
    install(["dpkg-dev", "xz-utils", "bzip2"])
    work = os.path.abspath(work)
    folder = os.path.join(work, name)
    os.makedirs(folder, exist_ok=True)
    found = glob.glob(os.path.join(folder, "*.dsc"))
    if not found:
        say("downloading %s" % name)
        run(["apt-get", "source", "-q", "--download-only", name], cwd=folder,
            env={**os.environ, "APT_CONFIG": private_apt(work)})
        found = glob.glob(os.path.join(folder, "*.dsc"))
    with open(found[0], errors="replace") as file:
        version = re.search(r"(?m)^Version: (\S+)", file.read())[1]
    source = os.path.join(folder, "source")
    if not os.path.isdir(source):
        run(["dpkg-source", "--no-check", "-x", found[0], source], cwd=folder)
    return source, version
