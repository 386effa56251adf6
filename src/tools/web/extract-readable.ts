// Finds the text of a page worth reading and writes it as Markdown. Runs in a thread of its own: the libraries below take minutes on
// pages made for it (20,000 nested elements), and print parts of them.

export interface HtmlPage {
  readonly html: string;
  readonly url: string;
}

export interface ReadableText {
  readonly title: string;
  /** Markdown; empty where nothing was found. */
  readonly text: string;
}

export const moduleUrl = import.meta.url;

/** Makes no request, whatever site the page is from. */
export async function extractReadable({ html, url }: HtmlPage): Promise<ReadableText> {
  const [{ parseHTML }, { Defuddle }] = await Promise.all([import('linkedom'), import('defuddle/node')]);
  let { document } = parseHTML(html);
  // A fragment leaves linkedom without the elements that everything else expects.
  if (document.documentElement?.localName !== 'html' || document.body === null) {
    ({ document } = parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`));
  }
  // defuddle has extractors for some sites that would fetch more from there, past the net guard.
  const found = await Defuddle(document, url, { markdown: true, useAsync: false, fetch: refuseToFetch });
  return { title: found.title, text: found.content };
}

async function refuseToFetch(): Promise<never> {
  throw new Error('a page is read as it came');
}

const take: unknown = Reflect.get(globalThis, Symbol.for('gatehouse.worker-task'));
if (typeof take === 'function') take(extractReadable);
