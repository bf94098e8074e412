//! The wrappers: programs that only run others.

use super::super::{Ending, Language};

/// How the program that one of these runs is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wrapper {
    /// What it is called. The first name stands for all.
    pub(super) names: &'static str,
    /// Words that have to follow, with options between them: `compose exec`.
    pub(super) words: &'static str,
    /// Options that take the next word.
    pub(super) valued: &'static str,
    /// How many words stand before the program: a number of seconds, a container.
    pub(super) skips: usize,
    /// Whether `NAME=value` may stand before the program.
    pub(super) assigns: bool,
    /// Where the program stands.
    pub(super) begins: Begins,
    /// Options whose value is a script.
    pub(super) scripts: &'static str,
    /// What such a script is written in.
    pub(super) language: Language,
    /// Whether it runs the program here, with its words and no others.
    pub(super) is_direct: bool,
}

/// Where the program stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Begins {
    /// It is the first word that is no option and is not skipped.
    Word,
    /// It follows one of these.
    Behind(&'static str),
}

const PLAIN: Wrapper = Wrapper {
    names: "",
    words: "",
    valued: "",
    skips: 0,
    assigns: false,
    begins: Begins::Word,
    scripts: "",
    language: Language::Bash,
    is_direct: false,
};

const fn plain(names: &'static str, valued: &'static str) -> Wrapper {
    Wrapper { names, valued, ..PLAIN }
}

const fn with(names: &'static str, words: &'static str, valued: &'static str) -> Wrapper {
    Wrapper { names, words, valued, ..PLAIN }
}

const fn dashed(names: &'static str, words: &'static str) -> Wrapper {
    Wrapper { names, words, begins: Begins::Behind("--"), ..PLAIN }
}

const CONTAINER_EXEC: &str = "\
    -u -w -e --user --workdir --env --env-file --detach-keys --index -f --file -p \
    --project-name --profile --context -H --host";

const CONTAINER_RUN: &str = "\
    -u -w -e -v -p -h -m -l -f --user --workdir --env --env-file --volume --mount --publish \
    --name --network --net --memory --cpus --platform --entrypoint --add-host --hostname \
    --label --gpus --ulimit --shm-size --tmpfs --cap-add --security-opt --pull --file \
    --project-name --profile --ipc --device --dns";

const UV: &str = "\
    --with --with-editable --with-requirements --extra --group --no-group --only-group \
    --package --python -p --project --directory --env-file --from --index --index-url \
    --cache-dir --color --config-file --refresh-package";

const NPX: &str = "-p --package -w --workspace --prefix --registry --cache";

const PACKAGE_MANAGER: &str = "-C --dir --filter -F --prefix --workspace -w --cwd";

/// Every such program.
pub(super) const WRAPPERS: &[Wrapper] = &[
    Wrapper {
        names: "env",
        valued: "-u --unset -C --chdir",
        assigns: true,
        scripts: "-S --split-string",
        is_direct: true,
        ..PLAIN
    },
    Wrapper {
        names: "sudo doas",
        valued: "-u -g -h -p -C -D -r -t -U --user --group",
        assigns: true,
        is_direct: true,
        ..PLAIN
    },
    plain("time gtime", "-f -o --format --output").direct(),
    plain("nice", "-n --adjustment").direct(),
    plain("ionice", "-c -n -p").direct(),
    Wrapper { names: "timeout gtimeout", valued: "-k -s --kill-after --signal", skips: 1, ..PLAIN }
        .direct(),
    plain("stdbuf", "-i -o -e").direct(),
    plain("nohup setsid chronic unbuffer winpty catchsegv", "").direct(),
    plain("command builtin exec noglob nocorrect", "-a").direct(),
    plain("caffeinate", "-t -w"),
    plain("dbus-run-session faketty systemd-run", "-p --property -u --unit"),
    plain("xvfb-run", "-n -s -f -e -p -w --server-num --server-args --error-file"),
    Wrapper { names: "taskset", skips: 1, ..PLAIN },
    Wrapper {
        names: "flock",
        valued: "-w -E --timeout",
        skips: 1,
        scripts: "-c --command",
        ..PLAIN
    },
    plain("xargs", "-I -n -P -L -d -s -a -E --max-args --max-procs"),
    plain("parallel", "-j --jobs"),
    plain("strace ltrace", "-e -o -p -s"),
    with("perf", "stat", "-e -r -o"),
    plain("valgrind", ""),
    plain("dotenv cross-env env-cmd", "-e -f -v -c").assigning(),
    with("dotenvx", "run", "-f --env-file -e --env"),
    Wrapper { names: "direnv", words: "exec", skips: 1, ..PLAIN },
    with("asdf rbenv pyenv", "exec", ""),
    dashed("mise rtx", "exec"),
    dashed("mise rtx", "x"),
    Wrapper { names: "nix", words: "develop", begins: Begins::Behind("-c --command"), ..PLAIN },
    Wrapper { names: "nix", words: "shell", begins: Begins::Behind("-c --command"), ..PLAIN },
    Wrapper { names: "nix-shell", begins: Begins::Behind("--"), ..PLAIN }
        .scripted("--run --command"),
    dashed("guix", "shell"),
    dashed("devenv", "shell"),
    with("devenv", "shell", ""),
    dashed("devbox", "run"),
    with("devbox", "run", "-c --config -e --env"),
    dashed("doppler op infisical railway", "run"),
    dashed("chamber aws-vault", "exec"),
    dashed("kubectl", "exec"),
    Wrapper {
        names: "docker podman nerdctl",
        words: "exec",
        valued: CONTAINER_EXEC,
        skips: 1,
        ..PLAIN
    },
    Wrapper {
        names: "docker podman nerdctl",
        words: "container exec",
        valued: CONTAINER_EXEC,
        skips: 1,
        ..PLAIN
    },
    Wrapper {
        names: "docker podman nerdctl",
        words: "run",
        valued: CONTAINER_RUN,
        skips: 1,
        ..PLAIN
    },
    Wrapper {
        names: "docker podman nerdctl",
        words: "compose exec",
        valued: CONTAINER_EXEC,
        skips: 1,
        ..PLAIN
    },
    Wrapper {
        names: "docker podman nerdctl",
        words: "compose run",
        valued: CONTAINER_RUN,
        skips: 1,
        ..PLAIN
    },
    Wrapper {
        names: "docker-compose podman-compose",
        words: "exec",
        valued: CONTAINER_EXEC,
        skips: 1,
        ..PLAIN
    },
    Wrapper {
        names: "docker-compose podman-compose",
        words: "run",
        valued: CONTAINER_RUN,
        skips: 1,
        ..PLAIN
    },
    with("devcontainer", "exec", "--workspace-folder --config --container-id"),
    with("uv", "run", UV),
    with("uv", "tool run", UV),
    plain("uvx", UV),
    with("pipx", "run", "--spec --python"),
    with("poetry", "run", "-C --directory -P --project"),
    with("pipenv pdm rye hatch pixi", "run", "-p -e --project --env"),
    with("conda mamba micromamba", "run", "-n -p --name --prefix --cwd"),
    with("coverage", "run", "--source --rcfile --omit --include --data-file").modular(),
    with("bundle bundler", "exec", ""),
    plain("spring", ""),
    Wrapper { names: "npx", valued: NPX, scripts: "-c --call", ..PLAIN },
    plain("bunx pnpx", NPX),
    with("npm", "exec", NPX),
    with("npm", "x", NPX),
    with("pnpm yarn", "exec", PACKAGE_MANAGER),
    with("pnpm yarn", "dlx", PACKAGE_MANAGER),
    with("bun", "x", PACKAGE_MANAGER),
    dashed("lerna nx", "exec"),
    plain("arch xcrun", "--sdk"),
    Wrapper { names: "pwsh powershell", begins: Begins::Behind("-File -file -f"), ..PLAIN }
        .scripted("-Command -command -c -C")
        .in_powershell(),
    // What it runs is written much like that.
    Wrapper { names: "cmd", begins: Begins::Behind("/k /K"), ..PLAIN }
        .scripted("/c /C //c //C")
        .in_powershell(),
    plain("wsl", "-d --distribution -u --user --cd --shell-type"),
    with("rtk", "proxy", ""),
    with("rtk", "err", ""),
    with("rtk", "test", ""),
    with("rtk", "lint", ""),
    plain("rtk", ""),
];

impl Wrapper {
    const fn direct(mut self) -> Self {
        self.is_direct = true;
        self
    }

    const fn assigning(mut self) -> Self {
        self.assigns = true;
        self
    }

    const fn scripted(mut self, scripts: &'static str) -> Self {
        self.scripts = scripts;
        self
    }

    const fn in_powershell(mut self) -> Self {
        self.language = Language::PowerShell(Ending::LastStatement);
        self
    }

    /// What it runs follows `-m`, as with Python.
    const fn modular(self) -> Self {
        Self { begins: Begins::Behind("-m"), ..self }
    }
}
