//! Every bound, and what happens beyond it.

/// Bytes of a host payload. A longer one passes unread.
pub const PAYLOAD_BYTES_MAX: usize = 4 << 20;

/// Bytes of one transcript line. A longer one is skipped, and what depends on it is unknown.
pub const LINE_BYTES_MAX: usize = 10 << 20;

/// Bytes of a message of the assistant as a transcript writes it. A longer one counts as empty.
pub const MESSAGE_BYTES_MAX: usize = 1 << 20;

/// Bytes of one turn in a transcript. Of a longer turn the facts are unknown.
pub const TURN_BYTES_MAX: u64 = 256 << 20;

/// Bytes of the closing text that leave, taken from its end.
pub const FINAL_TEXT_BYTES_MAX: usize = 2_400;

/// Bytes of the background description that leave. The rest is cut.
pub const BACKGROUND_BYTES_MAX: usize = 1_000;

/// Bytes of a tool's name. The rest is cut.
pub const TOOL_NAME_BYTES_MAX: usize = 64;

/// Bytes of the type of a subagent. A longer one is taken as absent.
pub const AGENT_BYTES_MAX: usize = 128;

/// Calls of tools that a session remembers, so that a second entry of ours does not charge one
/// again. The oldest is forgotten.
pub const DELIVERIES_MAX: usize = 32;

/// Hexadecimal digits that tell one event from another.
pub const DELIVERY_DIGITS: usize = 32;

/// Tool names of one turn that are distinguished. Calls of further ones are counted together.
pub const TOOL_NAMES_MAX: usize = 48;

/// Tasks and crons that are described. Further ones are counted only.
pub const TASKS_MAX: usize = 64;

/// Bytes of a session id. A longer one is odd, and the stop passes.
pub const SESSION_BYTES_MAX: usize = 256;

/// Bytes of a prompt id. A longer one is taken as absent.
pub const PROMPT_BYTES_MAX: usize = 256;

/// Characters of what a person typed that may leave, taken from its start.
pub const TASK_CHARS_MAX: usize = 1_500;

/// Prompts that continued a turn, such as reports of tasks. What subagents did for more is unknown.
pub const CONTINUED_MAX: usize = 64;

/// Bytes of what a person typed in one turn. Of more than that nothing is known.
pub const TYPED_BYTES_MAX: usize = 32 << 10;

/// Bytes of the sentences, from the end of the closing text, that may hand something back.
pub const ENDING_BYTES_MAX: usize = 600;

/// Bytes of the sentences, from the beginning of the closing text, that may give in.
pub const OPENING_BYTES_MAX: usize = 240;

/// Bytes of a path in a payload: Linux's `PATH_MAX`. A longer one is taken as absent.
pub const PATH_BYTES_MAX: usize = 4_096;

/// Normalised answers that a session remembers. The oldest is forgotten.
pub const ANSWERS_MAX: usize = 16;

/// Bytes of the judge's answer. A longer one is malformed.
pub const ANSWER_BYTES_MAX: usize = 256 << 10;

/// Bytes of one raw answer that a record keeps. A longer one is kept as `null`.
pub const RAW_ANSWER_BYTES_MAX: usize = 256;

/// Questions of one request.
pub const QUESTIONS_MAX: usize = 16;

/// Bytes of a session's counters on disk. A longer file is taken as damaged.
pub const COUNTERS_BYTES_MAX: usize = 64 << 10;

/// Bytes of a settings file, of counters, of a git configuration, of a file of certificates. A
/// longer one cannot be read.
pub const FILE_BYTES_MAX: u64 = 4 << 20;

/// How long a closing text that is not on disk yet is waited for, in milliseconds.
/// Interactive hosts were seen to write it up to 137 ms after the hook began.
pub const CLOSING_WAIT_MS_MAX: u64 = 300;

/// How long it is waited until a host that writes late has written a turn, in milliseconds. Grok
/// was seen to take 270 ms.
pub const TURN_WAIT_MS_MAX: u64 = 1_200;

/// How long standard input is drained when no check is on, in milliseconds.
pub const DRAIN_MS_MAX: u64 = 50;

/// Bytes of the file of records. Beyond it the file is set aside, and an older one set aside goes.
pub const RECORDS_BYTES_MAX: u64 = 32 << 20;

/// Bytes of one line of the file of records. A longer one is damaged.
pub const RECORD_LINE_BYTES_MAX: usize = 1 << 20;

/// Days after which a session that had no stop is forgotten.
pub const SESSION_AGE_DAYS_MAX: u64 = 30;

/// Handoffs that are open, and sends whose result is awaited. With more, none is known.
pub const HANDOFFS_MAX: usize = 64;

/// Bytes of the name of another session. A longer one names none.
pub const SESSION_NAME_BYTES_MAX: usize = 128;

/// Bytes of the language setting. A longer one is taken as absent.
pub const LANGUAGE_BYTES_MAX: usize = 64;

/// Names that are not known, of one kind, that `facts --strict` tells apart. Further ones are
/// counted together.
pub const DRIFT_NAMES_MAX: usize = 64;

/// Units of prose below which nobody is asked for their language: a line of test results is no
/// Chinese, which is true and useless.
pub const PROSE_UNITS_MIN: u32 = 12;

/// How deep a host's settings are nested. A deeper file is not touched.
pub const HOOK_FILE_DEPTH_MAX: usize = 128;

/// Actions of one turn that are kept: changes and checks. The oldest are dropped, and the work of
/// the turn is known in part.
pub const ACTIONS_MAX: usize = 4_096;

/// Bytes of the name of a check's program.
pub const RUNNER_BYTES_MAX: usize = 24;

/// Bytes of a time in a transcript. A longer one is taken as absent.
pub const TIME_BYTES_MAX: usize = 32;

/// Bytes of a command line. What a longer one does is not known.
pub const COMMAND_BYTES_MAX: usize = 1 << 20;

/// Outcomes of calls that are kept until the call is met, when a transcript is read backwards.
/// With more, the oldest call met has none.
pub const OUTCOMES_MAX: usize = 256;

/// Bytes of an output that are kept until its call is met. Of a longer one nobody knows which of
/// its lines are those of which command.
pub const OUTPUT_KEPT_BYTES_MAX: usize = 64 << 10;

/// Outputs that are kept because an earlier command may have printed them.
pub const LOOKS_MAX: usize = 64;

/// Checks that are known to exist and distinguished. Further ones are not known.
pub const KNOWN_CHECKS_MAX: usize = 32;

/// Bytes of what is kept of a search. A search that found more starts again each time.
pub const CHECKPOINT_BYTES_MAX: usize = 64 << 10;

/// A search gets one part in so many of the time that is left; the rest is the judge's. What it did
/// not reach is left to the next stop.
pub const SEARCH_TIME_PARTS: u32 = 2;

/// Bytes that have to be new before a search is remembered again.
pub const CHECKPOINT_STEP_BYTES: u64 = 256 << 10;

/// Bytes before the end of a search by which its file is known again.
pub const SEAM_BYTES: u64 = 4 << 10;

/// Bytes before a turn that are searched for checks that ran earlier.
pub const HISTORY_BYTES_MAX: u64 = 8 << 20;

/// Bytes of the lines at the end of a past turn that are held until it is known whose it is. With
/// more, its newest record tells.
pub const HELD_BYTES_MAX: u64 = 64 << 20;

/// Transcripts of subagents that are read. With more, what the turn did is not known.
pub const SUBAGENTS_MAX: usize = 64;

/// Bytes of a line of output that are looked at for a summary. Of a longer line the beginning is.
pub const SUMMARY_LINE_BYTES_MAX: usize = 1_024;

/// Blocks in one session of the checks that block sparingly.
pub const SPARING_BLOCKS_MAX: u32 = 3;

/// How long a check that blocks sparingly rests after any block, in milliseconds.
pub const SPARING_REST_MS: u64 = 60_000;

/// Simple commands of one command line. Of a longer one the rest is not read.
pub const COMMANDS_MAX: usize = 256;

/// Words of one simple command. Further ones are left out, and the line is not complete.
pub const WORDS_MAX: usize = 1_024;

/// Redirections of one simple command. Further ones are left out, and the line is not complete.
pub const REDIRECTIONS_MAX: usize = 16;

/// How deep a command line is nested: groups, substitutions, scripts. Deeper it is not read.
pub const COMMAND_DEPTH_MAX: usize = 16;

/// Changes of one command line that are distinguished. Further ones are left out.
pub const SHELL_WRITES_MAX: usize = 64;

/// Bytes of prose that the built-in judge reads, half of them from the end. What stands between
/// is not judged.
pub const JUDGED_BYTES_MAX: usize = 16 << 10;

/// The least columns that a screen is laid out for. A narrower terminal wraps its lines.
pub const COLUMNS_MIN: u16 = 40;

/// The most columns that a screen is laid out for. In a wider terminal the rest stays empty.
pub const COLUMNS_MAX: u16 = 120;

/// The columns of a screen where nobody knows how wide it is.
pub const COLUMNS_DEFAULT: u16 = 80;

/// Files that one call asks to see. Further ones are left out.
pub const READ_FILES_MAX: usize = 64;

/// Ranges of lines of one file that one command names. With more, what it shows is not known.
pub const READ_RANGES_MAX: usize = 16;

/// Bytes of a file that are counted. What lies beyond counts as nothing.
pub const COUNTED_BYTES_MAX: u64 = 32 << 20;

/// Large files of which a session remembers what was read in slices. The one that was read longest
/// ago is forgotten.
pub const TALLY_FILES_MAX: usize = 256;

/// Ranges of one file that a tally keeps apart. Of more the nearest are joined.
pub const TALLY_SPANS_MAX: usize = 16;

/// Bytes of a session's tally on disk. A longer file is taken as damaged.
pub const TALLY_BYTES_MAX: usize = 512 << 10;

/// Files that were read for agents. The oldest is forgotten.
pub const EXEMPTIONS_MAX: usize = 512;

/// Bytes of the file of exemptions. A longer file is taken as damaged.
pub const EXEMPTIONS_BYTES_MAX: usize = 64 << 10;

/// Labelled lines of one calibration. A file with more is refused.
pub const CALIBRATION_LINES_MAX: usize = 10_000;

/// Days that statistics go back, at most.
pub const STATS_DAYS_MAX: u32 = 3_650;

/// Days of the calendar in the statistics.
pub const CALENDAR_DAYS: u32 = 14;

/// Times of answers that are sorted for percentiles. Later ones are left out.
pub const LATENCIES_MAX: usize = 1 << 20;

/// Stops that a replay names because they come out differently. Further ones are counted.
pub const FLIPS_MAX: usize = 1_024;

/// Objections that wait for a review and are kept. The oldest of more are counted.
pub const REVIEWS_WAITING_MAX: usize = 1_000;

/// Records that the live view keeps. Older ones are counted.
pub const WATCHED_MAX: usize = 200;

/// Quotations of a worker's answer that are looked for. Further ones are left bare.
pub const QUOTATIONS_MAX: usize = 1_000;

/// Files of one delegation. More are refused.
pub const DELEGATED_FILES_MAX: usize = 500;

/// Bytes that a worker may write. More is no answer.
pub const REPLY_BYTES_MAX: usize = 16 << 20;
