// The environment of a program that an agent starts: a short list of what programs need, and nothing that looks like a credential.

const passed = new Set(['PATH', 'HOME', 'LANG', 'LANGUAGE', 'TERM', 'TZ', 'TMPDIR', 'USER', 'LOGNAME', 'SHELL']);
const passedPrefix = /^LC_[A-Z]+$/;
const credentialName =
  /key|token|secret|pass|pwd|credential|auth|cookie|session|private|signature|webhook|dsn$|(?:^|_)(?:pat|jwt|cert)(?:_|$)/i;
/** A password in a URL, a private key, a bearer, and what providers give out. */
const credentialValue =
  /:\/\/[^/\s@]*:[^/\s@]+@|-----BEGIN|^(?:Bearer |Basic |gh[a-z]_|github_pat_|glpat-|sk-|xox[a-z]-|AKIA|ASIA|AIza|eyJ|npm_|pypi-|hf_)/;
/** Variables with which a program is made to run other code. */
const runsCode = new RegExp(
  `^(?:${[
    'LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|MALLOC_.*|GLIBC_TUNABLES',
    'BASH_.*|BASHOPTS|SHELLOPTS|ENV|IFS|PS[0-4]|PROMPT_COMMAND|CDPATH|ZDOTDIR|INPUTRC',
    'NODE_.*|NPM_CONFIG_.*|npm_config_.*|DENO_.*|BUN_.*',
    'PYTHON(?:STARTUP|PATH|HOME|INSPECT|BREAKPOINT|USERBASE|EXECUTABLE|PLATLIBDIR|WARNINGS)',
    'PERL.*|RUBY.*|GEM_.*|BUNDLE_.*|LUA_.*|PHPRC|PHP_INI_SCAN_DIR|TCLLIBPATH|R_PROFILE.*|JULIA_.*',
    'JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|MAVEN_.*|GRADLE_OPTS|DOTNET_.*',
    'RUSTC.*|RUSTFLAGS|CARGO_.*|GOFLAGS|MAKEFLAGS|MAKEFILES|CC|CXX',
    'GIT_.*|SSH_ASKPASS.*|SUDO_.*|EDITOR|VISUAL|.*PAGER|BROWSER|LESSOPEN|LESSCLOSE|VIMINIT|EXINIT|OPENSSL_.*',
    'GATEHOUSE_.*|RIPGREP_.*',
  ].join('|')})$`,
);
/** Ways to the person's own agents, sockets and screens, and proxies that know passwords. */
const reachesOut = /^(?:DBUS_|XDG_RUNTIME_DIR$|GPG_|DISPLAY$|WAYLAND_|XAUTHORITY$|DOCKER_|CONTAINER_|KUBE)|_proxy$/i;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Nobody is there to be asked, and no pager shows anything. */
const quiet = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
  SSH_ASKPASS_REQUIRE: 'never',
  PAGER: 'cat',
};

export interface EnvironmentPolicy {
  /** `selected` (default): a short fixed list and `allow`. `all`: whatever is no credential, runs no code and leads to nothing of the person's. */
  readonly mode?: 'selected' | 'all';
  /** Further names that are passed on. A name of a credential, or one that makes programs run code, is not passed all the same. */
  readonly allow: readonly string[];
  /** Names that are not passed on, in either mode and whatever allows them. Default: none. */
  readonly deny?: readonly string[];
}

export function cleanEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  policy: EnvironmentPolicy,
): Readonly<Record<string, string>> {
  const isWanted = wantedBy(policy);
  const denied = new Set(policy.deny ?? []);
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && !denied.has(name) && isWanted(name, value)) clean[name] = value;
  }
  const lang = denied.has('LANG') ? {} : { LANG: 'C.UTF-8' };
  return { ...lang, ...clean, ...quiet, PATH: absoluteEntries(clean['PATH']) };
}

/** Of variables with which a program is made to run other code those that are known not to do so. */
const runsNoCode =
  /^(?:NODE_(?:ENV|DEBUG|NO_WARNINGS|DISABLE_COLORS|EXTRA_CA_CERTS)|NPM_CONFIG_LOGLEVEL|PYTHONWARNINGS|GIT_(?:AUTHOR|COMMITTER)_\w+)$/i;
/** Named like a credential, and what it names is run. */
const runsAsNamed = /^BASH_|ASKPASS/;

/** Names of variables in an environment that may make a program run other code than it would without them. */
export function codeVariables(environment: Readonly<Record<string, string>>): readonly string[] {
  const own: ReadonlyMap<string, string> = new Map(Object.entries(quiet));
  const names = Object.keys(environment).filter((name) => runsCode.test(name) && !runsNoCode.test(name));
  return names.filter((name) => own.get(name) !== environment[name]).toSorted();
}

/** Whether it holds a credential, by its name. What a program is made to run is none: a person has to see it. */
export function isCredentialName(name: string): boolean {
  return credentialName.test(name) && !runsAsNamed.test(name);
}

/** What is wrong with naming a variable there, as the end of a sentence; null where nothing is. */
export function variableProblem(name: string, where: 'allow' | 'from'): string | null {
  if (runsCode.test(name)) return `${name} can make programs run other code, so it is never passed on. Remove it.`;
  if (where === 'allow' && credentialName.test(name))
    return `${name} looks like a credential, which is not passed on by its name. Give it a source: sandbox.env.from.`;
  return null;
}

function wantedBy({ mode, allow }: EnvironmentPolicy): (name: string, value: string) => boolean {
  const wanted = new Set(allow.filter((name) => variableProblem(name, 'allow') === null));
  const isNeeded = (name: string): boolean => passed.has(name) || passedPrefix.test(name) || wanted.has(name);
  return mode === 'all' ? (name, value) => isNeeded(name) || isHarmless(name, value) : isNeeded;
}

function isHarmless(name: string, value: string): boolean {
  return (
    variableName.test(name) &&
    variableProblem(name, 'allow') === null &&
    !reachesOut.test(name) &&
    !credentialValue.test(value)
  );
}

/** An empty or relative entry means the working directory: a repository would decide which `ls` runs. */
function absoluteEntries(path = ''): string {
  const entries = path.split(':').filter((entry) => entry.startsWith('/'));
  return entries.length === 0 ? '/usr/local/bin:/usr/bin:/bin' : entries.join(':');
}
