// The secrets of one request: put into its URL when it is dialled, and looked for in what comes back.
import { CapabilityError } from '../../contract/index.ts';
import { fillSecrets, percentEncode } from '../../text/index.ts';

export interface SecretFill {
  /** The URL as it is sent. */
  into(url: URL): URL;
  /** Whether the text holds one of the values, as it is or percent-encoded. */
  isIn(text: string): boolean;
  /** The address with the place of each value in its stead. */
  hide(href: string): string;
}

export const noFill: SecretFill = { into: (url) => url, isIn: () => false, hide: (href) => href };

export function createSecretFill(values: Readonly<Record<string, string>>): SecretFill {
  const secrets = Object.entries(values).filter(([, value]) => value !== '');
  // A URL parser writes some characters otherwise than they were sent: all spellings that one may come back in.
  const spellings = secrets.flatMap(([name, value]) =>
    [...new Set([percentEncode(value), encodeURIComponent(value), encodeURI(value), value])].map(
      (text) => [name, text] as const,
    ),
  );
  const put = (text: string): string =>
    fillSecrets(text, (name) => {
      if (Object.hasOwn(values, name)) return percentEncode(values[name] ?? '');
      throw new CapabilityError('fetch_failed', `The address needs the secret ${name}, which was not given.`);
    });
  const isIn = (text: string): boolean => {
    const decoded = decodedOrSame(text);
    return spellings.some(([, spelling]) => text.includes(spelling) || decoded.includes(spelling));
  };
  return {
    into(url) {
      const filled = new URL(url);
      filled.pathname = put(url.pathname);
      filled.search = put(url.search);
      return filled;
    },
    isIn,
    hide(href) {
      const hidden = spellings.reduce((shown, [name, text]) => shown.replaceAll(text, `{secret ${name}}`), href);
      // In a spelling of the server's own: no more than where it was.
      return isIn(hidden) ? `${new URL(href).origin}/` : hidden;
    },
  };
}

function decodedOrSame(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}
