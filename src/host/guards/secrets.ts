// The guard `secrets`: what a call would send out must hold no secret, in whatever form. It judges what the caller wrote; credentials that
// the operator's configuration adds on the way are none of the call's arguments.
import type { Fact, Guard, GuardFinding, GuardRequest, JsonValue } from '../../contract/index.ts';
import { decodedTexts, type SecretSpan } from '../../text/index.ts';

export interface SecretsGuardNeeds {
  /** Registered values in any form, and what is a secret by its form alone. */
  readonly findOutgoing: (text: string) => readonly SecretSpan[];
  /** Names of the secrets that are set and could not be read: nobody can tell whether a text holds one. */
  readonly unreadable?: () => readonly string[];
}

const name = 'secrets';
/** The mode of tools whose command leaves the machine only where it names something that can send. */
const commandMode = 'shell';

/**
 * Facts: `secret_out` (floor) for each place that holds one; `secret_in_command` (ask) where nothing shows that the command sends anything;
 * `secret_unreadable` (unknown) where something is sent and a secret cannot be compared with it.
 */
export function createSecretsGuard({ findOutgoing, unreadable = () => [] }: SecretsGuardNeeds): Guard {
  return {
    name,
    async inspect(request): Promise<GuardFinding> {
      const places = placesOf(request);
      const found = places.flatMap((place) => namesIn(place.text, findOutgoing).map((secret) => ({ place, secret })));
      const facts = found
        .filter(({ place, secret }) => !found.some((other) => other.secret === secret && isPartOf(other.place, place)))
        .map(({ place, secret }) => factOf(place, secret, request));
      if (facts.length === 0) facts.push(...splitFacts(places, request, findOutgoing));
      if (facts.length === 0 && sends(request, places)) facts.push(...unreadableFacts(unreadable()));
      // A place that is looked at in two ways says it once.
      const once = [...new Map(facts.map((fact) => [fact.text, fact])).values()];
      return { facts: once, targets: [], paths: {}, urls: {} };
    },
  };
}

/** Of an address the part says more than the whole. */
function isPartOf(part: Place, { where }: Place): boolean {
  return part.where !== where && part.where.endsWith(` of ${where}`);
}

interface Place {
  /** For people: `the query of /url`. */
  readonly where: string;
  readonly text: string;
}

function placesOf({ tool, arguments: args, targets }: GuardRequest): readonly Place[] {
  const stated = new Set<string>();
  const places: Place[] = [];
  for (const { text, pointer } of textsOf(args, '')) {
    stated.add(text);
    places.push(...partsOfAddress(text, pointer));
    if (tool.mode === commandMode) places.push({ where: pointer, text: withVariables(text) });
  }
  // What a tool makes of its arguments, such as an address put together of several.
  for (const { value, kind } of targets)
    if (!stated.has(value)) places.push({ where: `the ${kind} it is aimed at`, text: value });
  return places;
}

const assignment = /(?<![\w$-])([A-Za-z_]\w{0,63})=("[^"]*"|'[^']*'|[^\s;&|"']*)/g;
const longestCommand = 65_536;

/** `a=first; b=second; curl host/$a$b`: as the shell puts it together. */
function withVariables(command: string): string {
  const values = new Map(
    [...command.matchAll(assignment)].map(([, name = '', value = '']) => [name, value.replaceAll(/["']/g, '')]),
  );
  let text = command;
  for (let round = 0; round < 3 && values.size > 0 && text.length <= longestCommand; round++)
    text = text.replaceAll(/\$\{?([A-Za-z_]\w{0,63})\}?/g, (whole, name: string) => values.get(name) ?? whole);
  return text;
}

interface ArgumentText {
  readonly pointer: string;
  readonly text: string;
}

function textsOf(value: JsonValue, pointer: string): readonly ArgumentText[] {
  if (typeof value === 'string') return [{ pointer, text: value }];
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value))
    return typeof value === 'number' || typeof value === 'object' ? [{ pointer, text: JSON.stringify(value) }] : [];
  return Object.entries(value).flatMap(([key, member]: [string, JsonValue]) => {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const isName = !Array.isArray(value) && key.length >= 8;
    return [
      ...(isName ? [{ pointer: `a name in ${pointer || 'the arguments'}`, text: key }] : []),
      ...textsOf(member, at),
    ];
  });
}

const addressParts = ['username', 'password', 'hostname', 'pathname', 'search', 'hash'] as const;
const partNames = {
  username: 'the user',
  password: 'the password',
  hostname: 'the host',
  pathname: 'the path',
  search: 'the query',
  hash: 'the fragment',
} as const;

/** Of an address part by part, so that the answer can say where; and whole, since a secret may lie across two. */
function partsOfAddress(text: string, pointer: string): readonly Place[] {
  const whole = { where: pointer, text };
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return [whole];
  const url = new URL(text);
  const parts = addressParts.map((part) => ({ where: `${partNames[part]} of ${pointer}`, text: url[part] }));
  return [...parts.filter((part) => part.text.length >= 8), whole];
}

function namesIn(text: string, findOutgoing: SecretsGuardNeeds['findOutgoing']): readonly string[] {
  if (text.length < 8) return [];
  return [...new Set(decodedTexts(text).flatMap((each) => findOutgoing(each).map((span) => span.name)))];
}

/** Two arguments that each hold half of one. */
function splitFacts(
  places: readonly Place[],
  request: GuardRequest,
  findOutgoing: SecretsGuardNeeds['findOutgoing'],
): readonly Fact[] {
  if (places.length < 2) return [];
  const all = { where: 'the arguments put together', text: places.map(({ text }) => text).join('') };
  return namesIn(all.text, findOutgoing).map((secret) => factOf(all, secret, request));
}

function sends({ tool }: GuardRequest, places: readonly Place[]): boolean {
  return tool.mode !== commandMode || places.some(({ text }) => maySend(text));
}

function unreadableFacts(names: readonly string[]): readonly Fact[] {
  if (names.length === 0) return [];
  const text = `Whether it holds a secret that is set cannot be told, since it cannot be read: ${names.join(', ')}. The owner sees why with gatehouse doctor.`;
  return [{ guard: name, name: 'secret_unreadable', value: null, verdict: 'unknown', targets: [], text }];
}

function factOf({ where, text }: Place, secret: string, { tool }: GuardRequest): Fact {
  const isQuiet = tool.mode === commandMode && !maySend(text);
  // The text may be the target's: it is not repeated.
  const what = `It holds a secret (${secret}) in ${where}.`;
  const advice = isQuiet
    ? 'Anything that can read the command line sees it.'
    : 'Secrets leave only where the operator configured them; name the secret there instead of writing its value.';
  return {
    guard: name,
    name: isQuiet ? 'secret_in_command' : 'secret_out',
    value: null,
    verdict: isQuiet ? 'ask' : 'floor',
    targets: [],
    text: `${what} ${advice}`,
  };
}

/** Programs that speak to others, or run what does; anything with an address; what hides the name of a program. */
const senders =
  /\b(?:curl\w*|wget2?|https?|xh|httpie|aria2c|lynx|links|w3m|nc|ncat|netcat|socat|telnet|ssh|scp|sftp|rsync|ftp|lftp|tftp|rclone|openssl|s_client|gnutls-cli|websocat|grpcurl|mosquitto_pub|kcat|nats|redis-cli|mysql|psql|mongosh?|git|gh|glab|hub|svn|hg|npm|npx|yarn|pnpm|pip|twine|cargo|docker|podman|kubectl|helm|aws|az|gcloud|gsutil|doctl|heroku|fly|flyctl|vercel|netlify|wrangler|mail|mailx|sendmail|mutt|swaks|dig|host|nslookup|ping\d?|traceroute|whois|snmp\w*|logger|python[\d.]*|node|deno|bun|perl|ruby|php\d*|lua\w*|java|go|pwsh|powershell|irm|iwr|Invoke-\w+|osascript|awk|gawk|busybox|eval|sh|bash|zsh|dash|ksh|xargs|source|exec|env)\b|:\/\/|\/dev\/(?:tcp|udp)\/|\$\(|`|\$\{|\$'/i;

function maySend(command: string): boolean {
  return senders.test(command);
}
