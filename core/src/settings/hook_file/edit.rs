//! Changes to the text of a host's settings, one at a time.

use alloc::{string::String, vec, vec::Vec};
use core::ops::Range;

use super::handler::{HOOK, Handler, PROGRAM, line, signed};
use super::layout::{Member, Node};
use super::style::{Place, Style, Value};
use super::{Args, Entry, HookEvent, Listed, Ours, Part, Refusal, Start};
use crate::settings::{Given, Name, Source};

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// What JSON takes for blank.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// A text with its layout and habits.
#[derive(Debug)]
pub(super) struct Document {
    mark: &'static str,
    text: String,
    root: Node,
    style: Style,
}

/// Where a handler stands.
#[derive(Clone, Debug)]
struct Spot {
    event: String,
    group: usize,
    handler: usize,
}

impl Document {
    pub(super) fn parse(text: &str) -> Result<Self, Refusal> {
        let (mark, text) = match text.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) => (BYTE_ORDER_MARK, rest),
            None => ("", text),
        };
        // An empty file holds no settings; so does an empty object.
        let is_empty = text.trim_matches(BLANKS).is_empty();
        let text = if is_empty { "{}\n" } else { text };
        let root = Node::parse(text)?;
        if root.members().is_none() {
            return Err(odd(text, &root, Part::Whole));
        }
        let style = Style::of(text, &root);
        Ok(Self { mark, text: text.into(), root, style })
    }

    pub(super) fn finish(self) -> String {
        [self.mark, &self.text].concat()
    }

    /// Returns the first of ours at a moment.
    pub(super) fn first_at(&self, hook_event: HookEvent) -> Option<Ours> {
        self.ours_at(hook_event).first().and_then(|spot| self.described(spot))
    }

    pub(super) fn has_any(&self) -> bool {
        !self.ours().is_empty()
    }

    pub(super) fn has_one_at(&self, hook_event: HookEvent) -> Result<bool, Refusal> {
        self.groups(hook_event)?;
        Ok(!self.ours_at(hook_event).is_empty())
    }

    /// Removes all of ours at a moment but the first.
    pub(super) fn keep_one_at(&mut self, hook_event: HookEvent) -> Result<(), Refusal> {
        for spot in self.ours_at(hook_event).iter().skip(1).rev() {
            self.remove(spot)?;
        }
        Ok(())
    }

    pub(super) fn remove_ours(&mut self) -> Result<(), Refusal> {
        for spot in self.ours().iter().rev() {
            self.remove(spot)?;
        }
        Ok(())
    }

    /// Adds the entry in a group of its own, after all others.
    pub(super) fn add(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let args = match &entry.args {
            Args::Given(args) => args.clone(),
            Args::Kept => vec![HOOK.into()],
        };
        let args = signed(&entry.program, args);
        let mut handler = vec![("type", Value::Text("command".into()))];
        match entry.start {
            Start::Direct => handler.extend([
                ("command", Value::Text(entry.program.clone())),
                ("args", Value::Texts(args)),
            ]),
            Start::Shell => handler.push(("command", Value::Text(line(&entry.program, &args)))),
        }
        handler.push(("timeout", Value::Number(entry.timeout)));
        let handler = Value::Object(handler);
        let matcher = entry.matcher.clone().map(|matcher| ("matcher", Value::Text(matcher)));
        let hooks = ("hooks", Value::Array(vec![handler]));
        let group = Value::Object(matcher.into_iter().chain([hooks]).collect());
        let event = entry.hook_event.event();
        match (self.root.get("hooks"), self.groups(entry.hook_event)?) {
            (_, Some(groups)) => {
                let (groups, place) = (groups.clone(), self.style.place(&self.text, groups));
                let child = self.style.value(&group, &place);
                self.insert(&groups, &place, &child)
            }
            (Some(hooks), None) => {
                let hooks = hooks.clone();
                self.insert_member(&hooks, event, &Value::Array(vec![group]))
            }
            (None, None) => {
                let hooks = Value::Object(vec![(event, Value::Array(vec![group]))]);
                self.insert_member(&self.root.clone(), "hooks", &hooks)
            }
        }
    }

    /// Makes the first of ours at its moment the entry that is wanted.
    pub(super) fn update(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let spots = self.ours_at(entry.hook_event);
        let Some(spot) = spots.first() else { return Ok(()) };
        let Some(present) = self.handler(spot) else { return Ok(()) };
        let args = match &entry.args {
            Args::Given(args) => args.clone(),
            Args::Kept => present.args.clone(),
        };
        let args = signed(&entry.program, args);
        let is_as_wanted = match entry.start {
            Start::Direct => present.is_direct,
            Start::Shell => !present.is_direct,
        };
        // A group may hold what is not ours, so its matcher is not ours to change.
        let is_elsewhere = entry.matcher.is_some() && self.matcher(spot) != entry.matcher;
        match entry.start {
            _ if is_elsewhere => {
                let wanted = Entry { args: Args::Given(args), ..entry.clone() };
                self.remove(spot)?;
                return self.add(&wanted);
            }
            Start::Direct => {
                if present.program != entry.program || !is_as_wanted {
                    self.set(spot, "command", &Value::Text(entry.program.clone()))?;
                }
                if present.args != args || !is_as_wanted {
                    self.set(spot, "args", &Value::Texts(args))?;
                }
            }
            // A list of arguments cannot stay beside a line.
            Start::Shell if !is_as_wanted => {
                let wanted = Entry { args: Args::Given(args), ..entry.clone() };
                self.remove(spot)?;
                return self.add(&wanted);
            }
            Start::Shell => {
                if present.program != entry.program || present.args != args {
                    self.set(spot, "command", &Value::Text(line(&entry.program, &args)))?;
                }
            }
        }
        // More time than we ask for does no harm.
        let timeout = present.timeout.unwrap_or_default().max(entry.timeout);
        if present.timeout != Some(timeout) {
            self.set(spot, "timeout", &Value::Number(timeout))?;
        }
        Ok(())
    }

    pub(super) fn listed(&self) -> Listed {
        let mut listed = Listed::default();
        for spot in self.spots() {
            match self.described(&spot).filter(|ours| ours.handler.is_ours()) {
                Some(ours) => listed.ours.push(ours),
                None => listed.others.extend(self.mention(&spot)),
            }
        }
        let keys = self.root.members().unwrap_or_default().iter().map(|member| &member.key);
        let is_more = |key: &&String| *key != "hooks" && *key != "description";
        listed.more = keys.filter(is_more).cloned().collect();
        let is_true = |node: &Node| node.text(&self.text) == "true";
        listed.off =
            self.root.get("disableAllHooks").and_then(|node| match node.text(&self.text) {
                "true" => Some(true),
                "false" => Some(false),
                _ => None,
            });
        let env = self.root.get("env").and_then(Node::members).unwrap_or_default();
        listed.env = env.iter().filter_map(|variable| self.variable(variable)).collect();
        listed.has_plugin = self.plugins("enabledPlugins").any(is_true);
        for plugin in self.plugins("pluginConfigs") {
            let options = plugin.get("options").and_then(Node::members).unwrap_or_default();
            listed.plugin_options.extend(options.iter().filter_map(|option| self.given(option)));
        }
        listed
    }

    /// Returns what a member says about our plugin, whatever marketplace it comes from.
    fn plugins(&self, member: &str) -> impl Iterator<Item = &Node> {
        let members = self.root.get(member).and_then(Node::members).unwrap_or_default();
        let is_ours = |plugin: &&Member| plugin.key.split('@').next() == Some(PROGRAM);
        members.iter().filter(is_ours).map(|plugin| &plugin.value)
    }

    fn variable(&self, member: &Member) -> Option<(String, String)> {
        let value = serde_json::from_str(member.value.text(&self.text)).ok()?;
        Some((member.key.clone(), value))
    }

    fn given(&self, option: &Member) -> Option<Given> {
        let text = option.value.text(&self.text);
        let value = serde_json::from_str(text).unwrap_or_else(|_| text.into());
        Some(Given { name: Name::from_key(&option.key)?, value, source: Source::PluginOption })
    }

    /// Returns the command of a handler that speaks of us.
    fn mention(&self, spot: &Spot) -> Option<String> {
        let command = self.node(spot)?.get("command")?;
        let command: String = serde_json::from_str(command.text(&self.text)).ok()?;
        command.contains(PROGRAM).then_some(command)
    }

    /// Returns the groups of a moment.
    fn groups(&self, hook_event: HookEvent) -> Result<Option<&Node>, Refusal> {
        let Some(hooks) = self.root.get("hooks") else { return Ok(None) };
        if hooks.members().is_none() {
            return Err(odd(&self.text, hooks, Part::Hooks));
        }
        match hooks.get(hook_event.event()) {
            Some(groups) if groups.elements().is_none() => {
                Err(odd(&self.text, groups, Part::Event(hook_event)))
            }
            groups => Ok(groups),
        }
    }

    /// Returns where handlers stand, in order. What has another shape holds none.
    fn spots(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        let events = self.root.get("hooks").and_then(Node::members).unwrap_or_default();
        let counts = |event: &&Member| {
            let last = self.root.get("hooks").and_then(|hooks| hooks.get(&event.key));
            last.is_some_and(|last| last.span == event.value.span)
        };
        for event in events.iter().filter(counts) {
            let groups = event.value.elements().unwrap_or_default();
            for (group, node) in groups.iter().enumerate() {
                let handlers = node.get("hooks").and_then(Node::elements).unwrap_or_default();
                let event = &event.key;
                let spot = |handler| Spot { event: event.clone(), group, handler };
                spots.extend((0..handlers.len()).map(spot));
            }
        }
        spots
    }

    fn ours(&self) -> Vec<Spot> {
        let is_ours = |spot: &Spot| self.handler(spot).is_some_and(|handler| handler.is_ours());
        self.spots().into_iter().filter(is_ours).collect()
    }

    fn ours_at(&self, hook_event: HookEvent) -> Vec<Spot> {
        self.ours().into_iter().filter(|spot| spot.event == hook_event.event()).collect()
    }

    fn described(&self, spot: &Spot) -> Option<Ours> {
        let Spot { event, group, handler } = spot.clone();
        let matcher = self.matcher(spot);
        Some(Ours { event, matcher, handler: self.handler(spot)?, place: (group, handler) })
    }

    /// Returns the matcher of the group that a handler stands in.
    fn matcher(&self, spot: &Spot) -> Option<String> {
        let matcher = self.group(spot)?.get("matcher")?;
        serde_json::from_str(matcher.text(&self.text)).ok()
    }

    fn group(&self, spot: &Spot) -> Option<&Node> {
        self.root.get("hooks")?.get(&spot.event)?.elements()?.get(spot.group)
    }

    fn handler(&self, spot: &Spot) -> Option<Handler> {
        Handler::parse(self.node(spot)?.text(&self.text))
    }

    fn node(&self, spot: &Spot) -> Option<&Node> {
        self.group(spot)?.get("hooks")?.elements()?.get(spot.handler)
    }

    /// Removes a handler, and what holds nothing else.
    fn remove(&mut self, spot: &Spot) -> Result<(), Refusal> {
        let Some(hooks) = self.root.get("hooks") else { return Ok(()) };
        let Some(groups) = hooks.get(&spot.event) else { return Ok(()) };
        let Some(group) = groups.elements().and_then(|groups| groups.get(spot.group)) else {
            return Ok(());
        };
        let Some(handlers) = group.get("hooks") else { return Ok(()) };
        let is_only = |node: &Node| node.children().len() == 1;
        let says_more = |group: &Node| {
            let mut keys = group.members().unwrap_or_default().iter().map(|member| &*member.key);
            keys.any(|key| key != "hooks" && key != "matcher")
        };
        let at = |node: &Node, key: &str| {
            let members = node.members().unwrap_or_default();
            members.iter().rposition(|member| member.key == key).unwrap_or_default()
        };
        let cut = if !is_only(handlers) || says_more(group) {
            self.cut(handlers, spot.handler)
        } else if !is_only(groups) {
            self.cut(groups, spot.group)
        } else if !is_only(hooks) {
            self.cut(hooks, at(hooks, &spot.event))
        } else {
            self.cut(&self.root, at(&self.root, "hooks"))
        };
        self.replace(cut, "")
    }

    /// Returns what goes with a child: it, one comma, and the space on that side.
    fn cut(&self, parent: &Node, child: usize) -> Range<usize> {
        let children = parent.children();
        let this = children.get(child).cloned().unwrap_or_default();
        let before = child.checked_sub(1).and_then(|before| children.get(before));
        let after = children.get(child.saturating_add(1));
        match (before, after) {
            (Some(before), _) => before.end..this.end,
            (None, Some(after)) => this.start..after.start,
            (None, None) => parent.span.start.saturating_add(1)..parent.span.end.saturating_sub(1),
        }
    }

    /// Sets a member of a handler.
    fn set(&mut self, spot: &Spot, key: &str, value: &Value) -> Result<(), Refusal> {
        let Some(node) = self.node(spot).cloned() else { return Ok(()) };
        match node.get(key) {
            Some(present) => {
                self.replace(present.span.clone(), &self.style.value(value, &Place::Flat))
            }
            None => self.insert_member(&node, key, value),
        }
    }

    fn insert_member(&mut self, object: &Node, key: &str, value: &Value) -> Result<(), Refusal> {
        let place = self.style.place(&self.text, object);
        let child = self.style.member(key, value, &place);
        self.insert(object, &place, &child)
    }

    /// Inserts a child after all others.
    fn insert(&mut self, parent: &Node, place: &Place, child: &str) -> Result<(), Refusal> {
        match parent.children().last() {
            Some(last) => {
                let child = [&self.style.separator(place), child].concat();
                self.replace(last.end..last.end, &child)
            }
            None => {
                let brackets = if parent.members().is_some() { ("{", "}") } else { ("[", "]") };
                let whole = self.style.brackets(place, brackets, child);
                self.replace(parent.span.clone(), &whole)
            }
        }
    }

    fn replace(&mut self, at: Range<usize>, with: &str) -> Result<(), Refusal> {
        let before = self.text.get(..at.start).unwrap_or_default();
        let after = self.text.get(at.end..).unwrap_or_default();
        self.text = [before, with, after].concat();
        self.root = Node::parse(&self.text)?;
        Ok(())
    }
}

fn odd(text: &str, node: &Node, part: Part) -> Refusal {
    let before = text.get(..node.span.start).unwrap_or_default();
    Refusal::Odd { line: before.matches('\n').count().saturating_add(1), part }
}
