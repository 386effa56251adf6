// A credential that is written out in a server that a tool asks for: it would stand in the file, in the request for approval and in the record.
import { CapabilityError, type WantedServer } from '../../contract/index.ts';
import type { Redactor } from '../../host/index.ts';
import { isCredential } from '../../sources/index.ts';
import { commandLine, createSecretPatterns } from '../../text/index.ts';
import { readNamedValue } from '../config/edit/named-value.ts';

/** By the name of a variable, by the form of a text, and by what is registered as a secret. Throws `malformed_request`. */
export function refuseWrittenCredentials(wanted: WantedServer, findOutgoing: Redactor['findOutgoing']): void {
  const patterns = createSecretPatterns();
  const holds = (text: string) =>
    findOutgoing(text).length > 0 || patterns.find({ text, from: 0, keyOpen: false }).spans.length > 0;
  const [variable] = Object.entries(wanted.env).find(([name, value]) => isWritten(name, value, holds)) ?? [];
  if (variable !== undefined)
    throw refusal(
      `${variable} looks like a credential`,
      `give ${variable} as {secret NAME}, and ask the owner to store it: gatehouse secrets set NAME`,
    );
  if (holds(commandLine([wanted.command ?? '', ...wanted.args])))
    throw refusal('An argument looks like a credential', 'hand it over in env as {secret NAME}');
  if (wanted.url !== null && (holds(wanted.url) || hasUser(wanted.url)))
    throw refusal(
      'The address holds what looks like a credential',
      'name a variable of the environment in bearer_token_env, or leave this server to the owner: gatehouse mcp-servers add --header',
    );
}

function isWritten(name: string, value: string, holds: (text: string) => boolean): boolean {
  const read = readNamedValue(value);
  // Of one that is named elsewhere only what stands before it is written out.
  if (typeof read !== 'string') return holds(read.prefix ?? '');
  return value !== '' && (isCredential(name) || holds(value));
}

function hasUser(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username + url.password !== '';
}

function refusal(what: string, remedy: string): CapabilityError {
  return new CapabilityError('malformed_request', `${what}, and it would be written out. Instead: ${remedy}.`);
}
