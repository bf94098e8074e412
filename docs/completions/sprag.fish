# Completions of sprag for fish. Made by `sprag generate fish`.
complete -c sprag -n __fish_use_subcommand -a try -d 'see it work: no key, no network, no file left behind'
complete -c sprag -n __fish_use_subcommand -a audit -d 'what the checks would have done to your past turns'
complete -c sprag -n __fish_use_subcommand -a show-payload -d 'the exact bytes that your last turns would have sent'
complete -c sprag -n __fish_use_subcommand -a install -d 'register the hook with Claude Code'
complete -c sprag -n __fish_use_subcommand -a uninstall -d 'undo that, byte for byte'
complete -c sprag -n __fish_use_subcommand -a doctor -d 'why nothing happens, and how to fix it'
complete -c sprag -n __fish_use_subcommand -a config -d 'every setting, its value and where it comes from'
complete -c sprag -n __fish_use_subcommand -a stats -d 'what the checks found, what it cost, what may block'
complete -c sprag -n __fish_use_subcommand -a last -d 'the last decision'
complete -c sprag -n __fish_use_subcommand -a why -d 'why it was decided, what would have changed it'
complete -c sprag -n __fish_use_subcommand -a watch -d 'decisions as they come'
complete -c sprag -n __fish_use_subcommand -a review -d 'say which objections were right'
complete -c sprag -n __fish_use_subcommand -a replay -d 'what other thresholds would have decided'
complete -c sprag -n __fish_use_subcommand -a hook -d 'the hook: a payload on standard input'
complete -c sprag -n __fish_use_subcommand -a read -d 'have a cheap model read files and answer'
complete -c sprag -n __fish_use_subcommand -a write -d 'have it write a file in the style of another'
complete -c sprag -n __fish_use_subcommand -a facts -d 'what a transcript shows of its last turn, as JSON'
complete -c sprag -n __fish_use_subcommand -a calibrate -d 'how far to trust the judge, by labelled examples'
complete -c sprag -n __fish_use_subcommand -a stand-in -d 'a fake judge with preset answers, for testing'
complete -c sprag -n '__fish_seen_subcommand_from try' -l help
complete -c sprag -n '__fish_seen_subcommand_from audit' -l days
complete -c sprag -n '__fish_seen_subcommand_from audit' -l help
complete -c sprag -n '__fish_seen_subcommand_from audit' -l html
complete -c sprag -n '__fish_seen_subcommand_from audit' -l json
complete -c sprag -n '__fish_seen_subcommand_from show-payload' -l help
complete -c sprag -n '__fish_seen_subcommand_from show-payload' -l json
complete -c sprag -n '__fish_seen_subcommand_from show-payload' -l out
complete -c sprag -n '__fish_seen_subcommand_from install' -l as -x -a 'stingray belay shuntkit'
complete -c sprag -n '__fish_seen_subcommand_from install' -l check
complete -c sprag -n '__fish_seen_subcommand_from install' -l checks -x -a 'all language watch watch-match promises done challenge ask reads'
complete -c sprag -n '__fish_seen_subcommand_from install' -l claim
complete -c sprag -n '__fish_seen_subcommand_from install' -l claim-local
complete -c sprag -n '__fish_seen_subcommand_from install' -l claude-dir
complete -c sprag -n '__fish_seen_subcommand_from install' -l command
complete -c sprag -n '__fish_seen_subcommand_from install' -l dry-run
complete -c sprag -n '__fish_seen_subcommand_from install' -l help
complete -c sprag -n '__fish_seen_subcommand_from install' -l home
complete -c sprag -n '__fish_seen_subcommand_from install' -l host -x -a 'claude'
complete -c sprag -n '__fish_seen_subcommand_from install' -l judge -x -a 'auto jev local'
complete -c sprag -n '__fish_seen_subcommand_from install' -l max-blocks
complete -c sprag -n '__fish_seen_subcommand_from install' -l model
complete -c sprag -n '__fish_seen_subcommand_from install' -l project
complete -c sprag -n '__fish_seen_subcommand_from install' -l read-agents
complete -c sprag -n '__fish_seen_subcommand_from install' -l read-budget
complete -c sprag -n '__fish_seen_subcommand_from install' -l read-delegate -x -a 'cli subagent'
complete -c sprag -n '__fish_seen_subcommand_from install' -l read-lines
complete -c sprag -n '__fish_seen_subcommand_from install' -l read-sanction
complete -c sprag -n '__fish_seen_subcommand_from install' -l redact-lines -x -a 'mask drop'
complete -c sprag -n '__fish_seen_subcommand_from install' -l redact-words
complete -c sprag -n '__fish_seen_subcommand_from install' -l reply -x -a 'stderr json context'
complete -c sprag -n '__fish_seen_subcommand_from install' -l send-task
complete -c sprag -n '__fish_seen_subcommand_from install' -l shadow
complete -c sprag -n '__fish_seen_subcommand_from install' -l tau
complete -c sprag -n '__fish_seen_subcommand_from install' -l timeout
complete -c sprag -n '__fish_seen_subcommand_from install' -l user
complete -c sprag -n '__fish_seen_subcommand_from install' -l with-worker
complete -c sprag -n '__fish_seen_subcommand_from uninstall' -l claude-dir
complete -c sprag -n '__fish_seen_subcommand_from uninstall' -l dry-run
complete -c sprag -n '__fish_seen_subcommand_from uninstall' -l help
complete -c sprag -n '__fish_seen_subcommand_from uninstall' -l host -x -a 'claude'
complete -c sprag -n '__fish_seen_subcommand_from uninstall' -l project
complete -c sprag -n '__fish_seen_subcommand_from uninstall' -l user
complete -c sprag -n '__fish_seen_subcommand_from doctor' -l budget-ms
complete -c sprag -n '__fish_seen_subcommand_from doctor' -l help
complete -c sprag -n '__fish_seen_subcommand_from doctor' -l json
complete -c sprag -n '__fish_seen_subcommand_from doctor' -l live
complete -c sprag -n '__fish_seen_subcommand_from doctor' -l runs
complete -c sprag -n '__fish_seen_subcommand_from config' -l as -x -a 'stingray belay shuntkit'
complete -c sprag -n '__fish_seen_subcommand_from config' -l check
complete -c sprag -n '__fish_seen_subcommand_from config' -l checks -x -a 'all language watch watch-match promises done challenge ask reads'
complete -c sprag -n '__fish_seen_subcommand_from config' -l claim
complete -c sprag -n '__fish_seen_subcommand_from config' -l claim-local
complete -c sprag -n '__fish_seen_subcommand_from config' -l help
complete -c sprag -n '__fish_seen_subcommand_from config' -l home
complete -c sprag -n '__fish_seen_subcommand_from config' -l json
complete -c sprag -n '__fish_seen_subcommand_from config' -l judge -x -a 'auto jev local'
complete -c sprag -n '__fish_seen_subcommand_from config' -l max-blocks
complete -c sprag -n '__fish_seen_subcommand_from config' -l model
complete -c sprag -n '__fish_seen_subcommand_from config' -l read-agents
complete -c sprag -n '__fish_seen_subcommand_from config' -l read-budget
complete -c sprag -n '__fish_seen_subcommand_from config' -l read-delegate -x -a 'cli subagent'
complete -c sprag -n '__fish_seen_subcommand_from config' -l read-lines
complete -c sprag -n '__fish_seen_subcommand_from config' -l read-sanction
complete -c sprag -n '__fish_seen_subcommand_from config' -l redact-lines -x -a 'mask drop'
complete -c sprag -n '__fish_seen_subcommand_from config' -l redact-words
complete -c sprag -n '__fish_seen_subcommand_from config' -l reply -x -a 'stderr json context'
complete -c sprag -n '__fish_seen_subcommand_from config' -l send-task
complete -c sprag -n '__fish_seen_subcommand_from config' -l shadow
complete -c sprag -n '__fish_seen_subcommand_from config' -l table
complete -c sprag -n '__fish_seen_subcommand_from config' -l tau
complete -c sprag -n '__fish_seen_subcommand_from config' -l timeout
complete -c sprag -n '__fish_seen_subcommand_from stats' -l days
complete -c sprag -n '__fish_seen_subcommand_from stats' -l help
complete -c sprag -n '__fish_seen_subcommand_from stats' -l json
complete -c sprag -n '__fish_seen_subcommand_from last' -l help
complete -c sprag -n '__fish_seen_subcommand_from last' -l json
complete -c sprag -n '__fish_seen_subcommand_from why' -l help
complete -c sprag -n '__fish_seen_subcommand_from why' -l json
complete -c sprag -n '__fish_seen_subcommand_from watch' -l help
complete -c sprag -n '__fish_seen_subcommand_from watch' -l json
complete -c sprag -n '__fish_seen_subcommand_from review' -l check
complete -c sprag -n '__fish_seen_subcommand_from review' -l help
complete -c sprag -n '__fish_seen_subcommand_from review' -l json
complete -c sprag -n '__fish_seen_subcommand_from replay' -l help
complete -c sprag -n '__fish_seen_subcommand_from replay' -l json
complete -c sprag -n '__fish_seen_subcommand_from replay' -l pace
complete -c sprag -n '__fish_seen_subcommand_from replay' -l sample
complete -c sprag -n '__fish_seen_subcommand_from replay' -l tau
complete -c sprag -n '__fish_seen_subcommand_from replay' -l threshold
complete -c sprag -n '__fish_seen_subcommand_from replay' -l wide
complete -c sprag -n '__fish_seen_subcommand_from hook' -l as -x -a 'stingray belay shuntkit'
complete -c sprag -n '__fish_seen_subcommand_from hook' -l check
complete -c sprag -n '__fish_seen_subcommand_from hook' -l checks -x -a 'all language watch watch-match promises done challenge ask reads'
complete -c sprag -n '__fish_seen_subcommand_from hook' -l claim
complete -c sprag -n '__fish_seen_subcommand_from hook' -l claim-local
complete -c sprag -n '__fish_seen_subcommand_from hook' -l home
complete -c sprag -n '__fish_seen_subcommand_from hook' -l host -x -a 'claude'
complete -c sprag -n '__fish_seen_subcommand_from hook' -l judge -x -a 'auto jev local'
complete -c sprag -n '__fish_seen_subcommand_from hook' -l max-blocks
complete -c sprag -n '__fish_seen_subcommand_from hook' -l model
complete -c sprag -n '__fish_seen_subcommand_from hook' -l read-agents
complete -c sprag -n '__fish_seen_subcommand_from hook' -l read-budget
complete -c sprag -n '__fish_seen_subcommand_from hook' -l read-delegate -x -a 'cli subagent'
complete -c sprag -n '__fish_seen_subcommand_from hook' -l read-lines
complete -c sprag -n '__fish_seen_subcommand_from hook' -l read-sanction
complete -c sprag -n '__fish_seen_subcommand_from hook' -l redact-lines -x -a 'mask drop'
complete -c sprag -n '__fish_seen_subcommand_from hook' -l redact-words
complete -c sprag -n '__fish_seen_subcommand_from hook' -l reply -x -a 'stderr json context'
complete -c sprag -n '__fish_seen_subcommand_from hook' -l send-task
complete -c sprag -n '__fish_seen_subcommand_from hook' -l shadow
complete -c sprag -n '__fish_seen_subcommand_from hook' -l tau
complete -c sprag -n '__fish_seen_subcommand_from hook' -l timeout
complete -c sprag -n '__fish_seen_subcommand_from read' -l help
complete -c sprag -n '__fish_seen_subcommand_from read' -l json
complete -c sprag -n '__fish_seen_subcommand_from read' -l model
complete -c sprag -n '__fish_seen_subcommand_from read' -l paths
complete -c sprag -n '__fish_seen_subcommand_from read' -l question
complete -c sprag -n '__fish_seen_subcommand_from read' -l table
complete -c sprag -n '__fish_seen_subcommand_from read' -l transport
complete -c sprag -n '__fish_seen_subcommand_from write' -l context
complete -c sprag -n '__fish_seen_subcommand_from write' -l force
complete -c sprag -n '__fish_seen_subcommand_from write' -l help
complete -c sprag -n '__fish_seen_subcommand_from write' -l json
complete -c sprag -n '__fish_seen_subcommand_from write' -l model
complete -c sprag -n '__fish_seen_subcommand_from write' -l reference
complete -c sprag -n '__fish_seen_subcommand_from write' -l spec
complete -c sprag -n '__fish_seen_subcommand_from write' -l target
complete -c sprag -n '__fish_seen_subcommand_from write' -l transport
complete -c sprag -n '__fish_seen_subcommand_from facts' -l help
complete -c sprag -n '__fish_seen_subcommand_from facts' -l host -x -a 'claude'
complete -c sprag -n '__fish_seen_subcommand_from facts' -l payload
complete -c sprag -n '__fish_seen_subcommand_from facts' -l prompt-id
complete -c sprag -n '__fish_seen_subcommand_from facts' -l strict
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l as -x -a 'stingray belay shuntkit'
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l check
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l checks -x -a 'all language watch watch-match promises done challenge ask reads'
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l claim
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l claim-local
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l compare
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l help
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l home
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l jobs
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l json
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l judge -x -a 'auto jev local'
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l lines
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l max-blocks
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l model
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l own
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l read-agents
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l read-budget
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l read-delegate -x -a 'cli subagent'
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l read-lines
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l read-sanction
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l redact-lines -x -a 'mask drop'
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l redact-words
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l reply -x -a 'stderr json context'
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l seconds
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l send-task
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l sessions
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l shadow
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l tau
complete -c sprag -n '__fish_seen_subcommand_from calibrate' -l timeout
complete -c sprag -n '__fish_seen_subcommand_from stand-in' -l help
complete -c sprag -n '__fish_seen_subcommand_from stand-in' -l mode
complete -c sprag -n '__fish_seen_subcommand_from stand-in' -l port
complete -c sprag -n '__fish_seen_subcommand_from stand-in' -l port-file
complete -c sprag -n '__fish_seen_subcommand_from stand-in' -l record
complete -c sprag -n '__fish_seen_subcommand_from stand-in' -l scores
