// Names of variables, members, headers, parameters and options that hold a secret.
import type { Strength } from './plausible-value.ts';

/** What every such name holds; where one of these stands, the name around it is looked at. */
export const nameAnchors: readonly string[] = [
  'pass',
  'pwd',
  'secret',
  'token',
  'key',
  'auth',
  'credential',
  'jwt',
  'signature',
  '_pat',
  'bearer',
  'cookie',
  'sas',
  'connectionstring',
  'dockerconfigjson',
  'psk',
  'passcode',
  'authorization',
  'rootpw',
  'bindpw',
];

const passwordWords: ReadonlySet<string> = new Set([
  'password',
  'passwd',
  'pwd',
  'pass',
  'passphrase',
  'passcode',
  'pw',
  'psk',
]);
const tokenWords: ReadonlySet<string> = new Set([
  'dockerconfigjson',
  'secret',
  'token',
  'jwt',
  'credential',
  'credentials',
  'auth',
  'pat',
  'sas',
  'bearer',
]);
/** `key` alone, and with most words, is no secret: `primary_key`, `cache-key`. */
const keyWords: ReadonlySet<string> = new Set([
  'api',
  'access',
  'secret',
  'private',
  'encryption',
  'signing',
  'auth',
  'account',
  'master',
  'session',
  'service',
  'storage',
  'ssh',
  'deploy',
  'admin',
  'app',
  'application',
  'webhook',
  'hmac',
  'crypto',
  'cipher',
  'decryption',
  'subscription',
  'functions',
  'function',
  'license',
  'licence',
  'client',
  'server',
  'user',
  'shared',
  'sharedaccess',
  'symmetric',
  'aes',
  'jwt',
  'root',
  'management',
  'host',
  'integration',
  'write',
  'read',
  'sdk',
  'ingest',
  'ingestion',
  'dd',
  'authentication',
  'pgp',
  'gpg',
  'rsa',
  'tls',
  'ssl',
  'pem',
  'project',
  'bot',
  'security',
  'wep',
  'wpa',
  'wifi',
]);
/** Words that follow without changing what the name holds: `SECRET_KEY_BASE`, `PASSWORD_1`, `apiKeyProd`. */
const trailing: ReadonlySet<string> = new Set([
  'base',
  'data',
  'prod',
  'production',
  'dev',
  'staging',
  'test',
  'live',
  'old',
  'new',
  'value',
  'primary',
  'secondary',
  'default',
  'b64',
  'base64',
  'enc',
]);
/** Written as one word: `PGPASSWORD`, `authtoken`, `dbpass`. */
const joinedPassword =
  /(?:password|passwd|passphrase|passwort|(?:db|user|root|smtp|mysql|pg|mail|admin|redis|ftp|ssh|my|svc|require)pass|(?:db|user|mysql|pg)pwd|(?:root|bind)pw|masterauth)$/;
const joinedToken =
  /(?:secret|(?<!^de)token|(?:api|access|secret|private|auth|encryption|signing|account|app|master|ssh|license)key|apitoken|credentials?)$/;

/** What a value of this name would be; null where the name is none of a secret. */
export function strengthOfName(name: string): Strength | null {
  const words = wordsOf(name);
  while (words.length > 1 && isTrailing(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  if (passwordWords.has(last) || joinedPassword.test(last)) return 'password';
  if (tokenWords.has(last) || joinedToken.test(last)) return 'token';
  return isSecretPair(words.at(-2) ?? '', last) ? 'token' : null;
}

/** `api_key`, `connection_string`, `x-amz-signature`: two words of which neither is secret alone. */
function isSecretPair(before: string, last: string): boolean {
  if (last === 'key') return keyWords.has(before) || joinedToken.test(`${before}key`);
  if (last === 'string') return before === 'connection';
  return last === 'signature' && before !== '' && before !== 'function' && before !== 'method';
}

function isTrailing(word: string): boolean {
  return trailing.has(word) || /^\d{1,3}$/.test(word);
}

/** Parameters of an address that are secret there and nowhere else: `?key=`, `&sig=`, `?code=`. */
const parameterNames =
  /^(?:key|sig|code|signature|access_token|token|auth|k|sk|hmac|hash_key|ticket|sessionid|sid|session|otp|secret|pwd|pass|apikey|appid|x-amz-security-token|x-amz-credential|awsaccesskeyid)$/i;

export function isSecretParameter(name: string): boolean {
  return parameterNames.test(name);
}

/** One word, in whatever case. */
const single = /^(?:[A-Z]?[a-z0-9]+|[A-Z]+)$/;

function wordsOf(name: string): string[] {
  if (single.test(name)) return [name.toLowerCase()];
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
