// The environment of a program that an agent starts: a short list of what programs need, and nothing that looks like a credential.

const passed = new Set(['PATH', 'HOME', 'LANG', 'LANGUAGE', 'TERM', 'TZ', 'TMPDIR', 'USER', 'LOGNAME', 'SHELL']);
const passedPrefix = /^LC_[A-Z]+$/;
const credential = /key|token|secret|passw|passphrase|credential|auth|cookie|session|private/i;
/** Variables with which a program is made to run other code, or to connect to the person's own agents and sockets. */
const dangerous =
  /^(?:LD_|DYLD_|BASH_|ENV$|IFS$|PS4$|PROMPT_COMMAND$|NODE_OPTIONS$|NODE_REPL|PYTHON(?:STARTUP|PATH|HOME)$|PERL5|RUBYOPT$|GIT_|GATEHOUSE_|RIPGREP_)/;

/** Nobody is there to be asked, and no pager shows anything. */
const quiet = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
  SSH_ASKPASS_REQUIRE: 'never',
  PAGER: 'cat',
};

export interface EnvironmentPolicy {
  /** Further names that are passed on. A name of a credential, or one that makes programs run code, is not passed all the same. */
  readonly allow: readonly string[];
}

export function cleanEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  { allow }: EnvironmentPolicy,
): Readonly<Record<string, string>> {
  const wanted = new Set(allow.filter((name) => !credential.test(name) && !dangerous.test(name)));
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined) continue;
    if (passed.has(name) || passedPrefix.test(name) || wanted.has(name)) clean[name] = value;
  }
  return { LANG: 'C.UTF-8', ...clean, ...quiet, PATH: absoluteEntries(clean['PATH']) };
}

/** An empty or relative entry means the working directory: a repository would decide which `ls` runs. */
function absoluteEntries(path = ''): string {
  const entries = path.split(':').filter((entry) => entry.startsWith('/'));
  return entries.length === 0 ? '/usr/local/bin:/usr/bin:/bin' : entries.join(':');
}
