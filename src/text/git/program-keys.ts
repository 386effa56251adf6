// Which entries of a git configuration make git run a program, or read another place than the one that is asked about.
import { gitConfigKey, type GitConfigEntry } from './parse-git-config.ts';

/** By key; `*` stands for a subsection. */
const programKeys = new Set([
  'core.hookspath',
  'core.pager',
  'core.editor',
  'core.sshcommand',
  'core.askpass',
  'core.gitproxy',
  'core.alternaterefscommand',
  'core.worktree',
  'diff.external',
  'diff.*.command',
  'diff.*.textconv',
  'filter.*.clean',
  'filter.*.smudge',
  'filter.*.process',
  'merge.*.driver',
  'gpg.program',
  'gpg.*.program',
  'gpg.ssh.defaultkeycommand',
  'credential.helper',
  'credential.*.helper',
  'sequence.editor',
  'interactive.difffilter',
  'remote.*.uploadpack',
  'remote.*.receivepack',
  'remote.*.vcs',
  // A repository that lacks objects gets them while it is read.
  'remote.*.promisor',
  'extensions.partialclone',
  'uploadpack.packobjectshook',
  'gc.recentobjectshook',
  'receive.procreceiverefs',
  'url.*.insteadof',
  'url.*.pushinsteadof',
  'protocol.allow',
  'protocol.*.allow',
  'include.path',
  'includeif.*.path',
]);

/** Whatever they are called: each entry is a program, or the options of one. */
const programSections = new Set([
  'alias',
  'pager',
  'difftool',
  'mergetool',
  'browser',
  'man',
  'guitool',
  'trailer',
  'sendemail',
  'hook',
]);

/** Of keys that this list does not know yet: what git calls a program. */
const programName = /(?:command|cmd|program|helper|hook|driver|editor|pager|textconv)$/;

/** Whether git, or a tool that reads it, may run or reach something by this entry that the repository chose. */
export function runsProgram(entry: GitConfigEntry): boolean {
  const { section, subsection, name, value } = entry;
  const general = subsection === null ? `${section}.${name}` : `${section}.*.${name}`;
  if (general === 'core.fsmonitor') return !isFalse(value);
  if (general === 'submodule.*.update') return value?.startsWith('!') === true;
  if (section === 'remote' && name.endsWith('url')) return isHelperUrl(value);
  const isKnown = programKeys.has(general) || programKeys.has(gitConfigKey(entry).toLowerCase());
  return isKnown || programSections.has(section) || programName.test(name);
}

/** Keys that are known to start nothing, whatever they say. */
const harmlessKeys =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|trustctime)|remote\..+\.(?:url|pushurl|fetch|tagopt|prune)|branch\..+\.(?:remote|merge|rebase|pushremote|description)|user\.(?:name|email)|init\.defaultbranch|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|fetch\.prune|merge\.(?:ff|conflictstyle)|commit\.gpgsign|gc\.auto|color\.[a-z.]+)$/;

/** Stricter than not `runsProgram`: for a git whose programs are not switched off, a key that is not known is no harmless one. */
export function namesNoProgram(entry: GitConfigEntry): boolean {
  return harmlessKeys.test(gitConfigKey(entry)) && !runsProgram(entry);
}

function isFalse(value: string | null): boolean {
  return value !== null && /^(?:|false|no|off|0)$/i.test(value);
}

/** `ext::sh -c …` and its like: a transport is a program of that name. */
function isHelperUrl(value: string | null): boolean {
  return value !== null && /^[A-Za-z0-9]+::/.test(value);
}

/** Names of filter drivers, which are switched off by name. */
export function filterNames(entries: readonly GitConfigEntry[]): readonly string[] {
  const names = entries.flatMap(({ section, subsection }) =>
    section === 'filter' && subsection !== null ? [subsection] : [],
  );
  return [...new Set(names)];
}
