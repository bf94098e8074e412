# Completions of sprag for bash. Made by `sprag generate bash`.
_sprag() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="try audit show-payload install uninstall doctor config stats last why watch review replay hook read write facts calibrate stand-in --help --version"
    else
        case $before in
            --host) words="claude" ;;
            --checks) words="all language watch watch-match promises done challenge ask reads" ;;
            --judge) words="auto jev local" ;;
            --redact-lines) words="mask drop" ;;
            --reply) words="stderr json context" ;;
            --read-delegate) words="cli subagent" ;;
            --as) words="stingray belay shuntkit" ;;
            *) case ${COMP_WORDS[1]} in
                try) words="--help" ;;
                audit) words="--days --help --html --json" ;;
                show-payload) words="--help --json --out" ;;
                install) words="--as --check --checks --claim --claim-local --claude-dir --command --dry-run --help --home --host --judge --max-blocks --model --project --read-agents --read-budget --read-delegate --read-lines --read-sanction --redact-lines --redact-words --reply --send-task --shadow --tau --timeout --user --with-worker" ;;
                uninstall) words="--claude-dir --dry-run --help --host --project --user" ;;
                doctor) words="--budget-ms --help --json --live --runs" ;;
                config) words="--as --check --checks --claim --claim-local --help --home --json --judge --max-blocks --model --read-agents --read-budget --read-delegate --read-lines --read-sanction --redact-lines --redact-words --reply --send-task --shadow --table --tau --timeout" ;;
                stats) words="--days --help --json" ;;
                last) words="--help --json" ;;
                why) words="--help --json" ;;
                watch) words="--help --json" ;;
                review) words="--check --help --json" ;;
                replay) words="--help --json --pace --sample --tau --threshold --wide" ;;
                hook) words="--as --check --checks --claim --claim-local --home --host --judge --max-blocks --model --read-agents --read-budget --read-delegate --read-lines --read-sanction --redact-lines --redact-words --reply --send-task --shadow --tau --timeout" ;;
                read) words="--help --json --model --paths --question --table --transport" ;;
                write) words="--context --force --help --json --model --reference --spec --target --transport" ;;
                facts) words="--help --host --payload --prompt-id --strict" ;;
                calibrate) words="--as --check --checks --claim --claim-local --compare --help --home --jobs --json --judge --lines --max-blocks --model --own --read-agents --read-budget --read-delegate --read-lines --read-sanction --redact-lines --redact-words --reply --seconds --send-task --sessions --shadow --tau --timeout" ;;
                stand-in) words="--help --mode --port --port-file --record --scores" ;;
            esac ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _sprag sprag
