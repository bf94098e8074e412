//! Wallets, packed keys, and what sprag and agents keep of the user.
use sprag_core::security::secret_file::{Indication, by_path};

#[test]
fn a_wallet_a_packed_key_and_a_history_are_secret_by_their_names() {
    for (path, pattern) in [
        ("wallet.dat.bak", "wallet.dat"),
        ("savings.wallet", "*.wallet"),
        ("UTC--2024-01-01T00-00-00.0Z--7ef5a6135f1fd6a02593eedc869c6d41d934aef8", "utc--*"),
        ("Seed.txt", "seed.txt"),
        ("seed_phrase.md.txt", "seed_phrase*"),
        ("recovery-codes.txt", "recovery-codes*"),
        (".ssh.tar.gz", ".ssh.*"),
        (".gnupg.zip", ".gnupg.*"),
        ("my_netrc", "*netrc"),
        ("netrc.txt", "*netrc"),
        ("work.pypirc", "*pypirc"),
        ("prod-pgpass", "*pgpass"),
        ("/home/dev/.claude/history.jsonl", ".claude/history.jsonl"),
        ("/home/dev/.codex/history.jsonl", ".codex/history.jsonl"),
        ("/srv/sprag/decisions.jsonl", "sprag/decisions.jsonl"),
    ] {
        assert_eq!(by_path(path), Some(Indication::Name(pattern)), "{path}");
    }
}

#[test]
fn what_sprag_and_agents_keep_of_the_user_is_a_secret() {
    for (path, folder) in [
        ("/home/dev/.config/sprag/config.toml", ".config/sprag"),
        ("/home/dev/.local/state/sprag/sessions/a.json", ".local/state/sprag"),
        ("/home/dev/.claude/projects/-p/5c59.jsonl", ".claude/projects"),
        ("/home/dev/.claude/projects/-p/5c59.jsonl.bak.jsonl", ".claude/projects"),
        ("/home/dev/.codex/sessions/2026/12/01/rollout-x.jsonl", ".codex/sessions"),
        ("/home/dev/.codex/archived_sessions/rollout-x.jsonl", ".codex/archived_sessions"),
        ("/home/dev/.grok/sessions/a/b.jsonl", ".grok/sessions"),
        ("/home/dev/.claude/shell-snapshots/snapshot-zsh-1.sh", ".claude/shell-snapshots"),
        ("/home/dev/.ethereum/keystore/x", ".ethereum"),
    ] {
        assert_eq!(by_path(path), Some(Indication::Folder(folder)), "{path}");
    }
    for path in [
        "/home/dev/.claude/projects/-p/5c59/tool-results/1.txt",
        "/home/dev/.claude/CLAUDE.md",
        "/p/history.jsonl",
        "/p/sessions/x.jsonl",
        "/p/decisions.jsonl",
        "/p/netrc.py",
        "/p/seed.sql",
        "/p/seeds.txt",
    ] {
        assert_eq!(by_path(path), None, "{path}");
    }
}
