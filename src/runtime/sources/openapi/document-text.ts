// The text of a document: of a file as it is now, of an address as it was fetched last. A start fetches nothing.
import { CapabilityError } from '../../../contract/index.ts';
import { checkUrl, createNetAccess, createNetPolicy, readProxy, readTextFile } from '../../../host/index.ts';
import type { OpenApiSettings } from '../../../sources/index.ts';
import { sha256Hex } from '../../../text/index.ts';
import type { SourceNeeds } from '../kinds/source.ts';
import { readKeptDocument, writeKeptDocument } from './kept-document.ts';

const maxBytes = 32 * 1024 * 1024;
const fetchMs = 60_000;

export interface DocumentText {
  readonly text: string;
  readonly digest: string;
  /** Of one that was fetched. ISO 8601. */
  readonly readAt: string | null;
}

type DocumentNeeds = Pick<SourceNeeds, 'folder' | 'net'>;

/** Throws CapabilityError with what is wrong and where. */
export async function documentOf(
  { document, documentUrl, source }: OpenApiSettings,
  needs: DocumentNeeds,
  isAnew: boolean,
): Promise<DocumentText> {
  if (documentUrl === null) return fileText(document);
  const place = sha256Hex(`openapi ${documentUrl}`);
  const kept = isAnew ? null : readKeptDocument(needs.folder, place);
  if (kept !== null && kept.text !== null) return { text: kept.text, digest: kept.digest, readAt: kept.readAt };
  if (!isAnew) {
    const why = `The document ${documentUrl} was not fetched yet, and a start fetches nothing (source ${source}).`;
    throw new CapabilityError('invalid_tool', why);
  }
  const text = await fetched(documentUrl, needs);
  const found = { text, digest: sha256Hex(text), readAt: new Date().toISOString() };
  writeKeptDocument(needs.folder, place, found);
  return found;
}

/** Whoever may write it decides where secrets are sent. */
function fileText(path: string): DocumentText {
  const file = readTextFile(path, maxBytes);
  if (file.kind === 'absent') throw new CapabilityError('invalid_tool', `${path} is missing.`);
  if (file.kind === 'unreadable') throw new CapabilityError('invalid_tool', `${path} ${file.problem}.`);
  if (file.exposure !== null) throw new CapabilityError('invalid_tool', `${path} ${file.exposure}, and is not read.`);
  return { text: file.text, digest: sha256Hex(file.text), readAt: null };
}

async function fetched(address: string, { net }: DocumentNeeds): Promise<string> {
  const policy = createNetPolicy(net);
  const verdict = checkUrl(address, policy);
  if (!verdict.ok) throw new CapabilityError('address_refused', verdict.text);
  const answer = await createNetAccess({ policy, proxy: readProxy(net.proxy) }).fetch(verdict.url, {
    method: 'GET',
    headers: { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5', 'user-agent': 'Gatehouse' },
    withinMs: fetchMs,
    maxBytes,
    signal: new AbortController().signal,
  });
  if (answer.status !== 200)
    throw new CapabilityError('fetch_failed', `${address} answered with the status ${answer.status}, and no document.`);
  if (answer.cut) throw new CapabilityError('fetch_failed', `${address} is longer than ${maxBytes} bytes.`);
  return new TextDecoder().decode(answer.body);
}
