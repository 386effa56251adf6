// The names that no mode, rule or approval opens: credentials for reading and writing, and for writing whatever other programs run or trust.

/** Directories whose whole content is credentials, and files in directories that hold more. A slash stands for a sequence of directories. */
export const credentialPlaces: readonly string[] = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.password-store',
  // A home of another Gatehouse; our own is known by its place.
  '.gatehouse',
  '.terraform.d',
  '.anthropic',
  '.config/gcloud',
  '.config/gh',
  '.config/op',
  '.config/rclone',
  '.config/sops',
  '.config/google-chrome',
  '.config/chromium',
  '.mozilla',
  '.local/share/keyrings',
  '.oci',
  '.composer/auth.json',
  '.config/containers/auth.json',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.docker/config.json',
  '.codex/auth.json',
  '.claude/.credentials.json',
];

const secretFiles = new Set([
  '.env',
  '.npmrc',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.my.cnf',
  '.git-credentials',
  '.gitconfig',
  '.htpasswd',
  '.dockercfg',
  '.boto',
  '.s3cfg',
  '.vault-token',
  '.databrickscfg',
  '.terraformrc',
  '.rhosts',
  '.shosts',
  'wallet.dat',
  'kubeconfig',
  'fish_history',
  '.lesshst',
]);
const secretSuffixes = ['.pem', '.key', '.rsa', '.p12', '.pfx', '.jks', '.keystore', '.kdbx', '.ppk'];
const environmentFile = /^\.env[._-]|\.env$/;
const environmentTemplate = /^(?:\.env[._-](?:example|sample|template|dist)|(?:example|sample|template|dist)\.env)$/;
const credentials = /^\.?credentials(?:\.(?:json|toml|ya?ml|ini|cfg|conf|csv|xml|db|tfrc\.json))?$/;
const privateKey = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:\..+)?$/;
const history = /^\.[a-z_-]*history$/;
/** What editors and people call a copy they keep beside the file. */
const copySuffix = /(?:~|\.(?:bak|old|orig|save|backup|swp|swo|tmp|copy))$/;
/** What a file of credentials tends to be called. Not for source files, which only speak of keys and tokens. */
const secretWord = /_(?:key|secret|token|password)/;
const sourceSuffix =
  /\.(?:py|pyi|js|mjs|cjs|jsx|ts|mts|cts|tsx|go|rs|java|kt|kts|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|sh|sql|html|css|scss|vue|svelte|md|mdx|rst)$/;

/** Directories whose files other programs run or take orders from: git, editors, agents, hook runners. */
const trustedPlaces = [
  '.git',
  '.hg',
  '.husky',
  '.vscode',
  '.idea',
  '.fleet',
  '.zed',
  '.cursor',
  '.windsurf',
  '.claude',
  '.codex',
  '.gemini',
  '.continue',
  '.devcontainer',
  '.config/fish',
  '.config/git',
  '.config/nvim',
  '.config/autostart',
  '.config/systemd',
  '.config/environment.d',
  '.vim',
  '.emacs.d',
  '.local/bin',
  'library/launchagents',
];
const shellStartFiles = [
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.profile',
  '.login',
  '.logout',
  '.cshrc',
  '.tcshrc',
  '.kshrc',
  '.mkshrc',
  'config.fish',
  'fish.config',
];
const trustedFiles = new Set([
  ...shellStartFiles,
  '.gitmodules',
  '.mcp.json',
  'claude_desktop_config.json',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  '.lefthook.yml',
  '.envrc',
  '.inputrc',
  '.vimrc',
  '.gvimrc',
  '.nvimrc',
  '.exrc',
  '.emacs',
  '.screenrc',
  '.tmux.conf',
  '.gdbinit',
  '.lldbinit',
  '.pdbrc',
  '.irbrc',
  '.pryrc',
  '.rprofile',
  '.psqlrc',
  '.sqliterc',
  '.pythonrc',
  '.pam_environment',
  '.xinitrc',
  '.xprofile',
  '.xsession',
  '.xsessionrc',
]);

export interface NameUse {
  readonly writing: boolean;
  /** A directory is not judged by words in its name: `src/auth_token/` holds code. */
  readonly leafIsDirectory: boolean;
}

/** Why these names, outermost first, are protected; null when they are not. Case, ignorable characters and aliases of NTFS do not count. */
export function protectedReason(names: readonly string[], { writing, leafIsDirectory }: NameUse): string | null {
  // A backslash is a letter here and parts directories where the file may be copied to.
  const folded = names
    .flatMap((name) => name.split('\\'))
    .filter((name) => name !== '' && name !== '.' && name !== '..')
    .map(foldName);
  const secretPlace = placeIn(folded, credentialPlaces);
  if (secretPlace !== null) return `credentials are kept in ${secretPlace}`;
  const leaf = folded.at(-1);
  if (leaf === undefined) return null;
  if (isSecretLeaf(leaf, leafIsDirectory)) return 'a file of this name holds credentials';
  if (!writing) return null;
  const trustedPlace = placeIn(folded, trustedPlaces) ?? bareRepositoryPlace(folded);
  if (trustedPlace !== null) return `other programs run or trust what is in ${trustedPlace}`;
  const trusts = trustedFiles.has(leaf) || leaf.endsWith('.code-workspace');
  return trusts ? 'other programs run or trust a file of this name' : null;
}

/** A directory of a plain name, such as `src/credentials/` or `auth_token/`, holds code. */
function isSecretLeaf(leaf: string, isDirectory: boolean): boolean {
  if (isDirectory) return leaf.includes('.') && isSecretFile(leaf);
  return isSecretFile(leaf) || hasSecretWord(leaf);
}

function isSecretFile(leaf: string): boolean {
  const original = leaf.replace(copySuffix, '');
  if (original !== leaf && original !== '') return isSecretFile(original) || isSecretFile(original.replace(/^\./, ''));
  if (secretFiles.has(leaf) || credentials.test(leaf)) return true;
  if (secretSuffixes.some((suffix) => leaf.endsWith(suffix))) return true;
  if (environmentFile.test(leaf)) return !environmentTemplate.test(leaf);
  return history.test(leaf) || (privateKey.test(leaf) && !leaf.endsWith('.pub'));
}

function hasSecretWord(leaf: string): boolean {
  return secretWord.test(leaf) && !sourceSuffix.test(leaf);
}

function placeIn(folded: readonly string[], places: readonly string[]): string | null {
  const joined = `/${folded.join('/')}/`;
  return places.find((place) => joined.includes(`/${place}/`)) ?? null;
}

/** `project.git/hooks/…` and `project.git/config` of a bare repository run code as those in `.git` do. */
function bareRepositoryPlace(folded: readonly string[]): string | null {
  return placeIn(
    folded.map((name) => (name.endsWith('.git') ? '*.git' : name)),
    ['*.git/hooks', '*.git/config'],
  );
}

/** One file system's `.GIT`, `.g\u200bit`, `GIT~1`, `.git .` and `.git::$DATA` is another one's `.git` (CVE-2014-9390). */
function foldName(name: string): string {
  const visible = name.normalize('NFC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  // Upper case first: `ſ` and the Kelvin sign meet `s` and `k` only there.
  const folded = visible.toUpperCase().toLowerCase();
  const colon = folded.indexOf(':');
  const stem = (colon > 0 ? folded.slice(0, colon) : folded).replace(/[. ]+$/, '');
  return shortName(stem) ?? stem;
}

const shortNames: ReadonlyMap<string, string> = new Map(
  [...secretFiles, ...trustedFiles, ...[...credentialPlaces, ...trustedPlaces].flatMap((place) => place.split('/'))]
    .filter((name) => name.startsWith('.'))
    .map((name) => [name.replaceAll('.', '').slice(0, 6), name]),
);

function shortName(name: string): string | undefined {
  const stem = /^([^~]{1,6})~\d+$/.exec(name)?.[1];
  return stem === undefined ? undefined : shortNames.get(stem);
}
