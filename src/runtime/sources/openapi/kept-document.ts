// What is kept in the home of an OpenAPI document: its text where it was fetched, and the tools that were made of it.
import { join } from 'node:path';
import { readTextFile, replacePrivateFile } from '../../../host/index.ts';
import type { MadeTools } from '../../../sources/index.ts';

export interface KeptDocument {
  /** SHA-256 of the text. */
  readonly digest: string;
  /** Of one that was fetched; null where it is a file. */
  readonly text: string | null;
  /** ISO 8601. */
  readonly readAt: string;
}

export interface KeptTools {
  /** SHA-256 of the text, of the settings, and of how tools are made. */
  readonly key: string;
  readonly made: MadeTools;
}

const version = 1;
/** A document of 32 MiB as a text of JSON. */
const maxDocumentBytes = 80 * 1024 * 1024;
/** What is larger is made anew in about the time in which it is read. */
export const maxToolsBytes = 16 * 1024 * 1024;

/** `name` is a SHA-256. Null for what is not there or was not written by us. */
export function readKeptDocument(folder: string, name: string): KeptDocument | null {
  const kept = readKept(join(folder, `${name}.document.json`), maxDocumentBytes);
  if (kept === null) return null;
  const { digest, text, readAt } = kept;
  const isWhole =
    typeof digest === 'string' && typeof readAt === 'string' && (typeof text === 'string' || text === null);
  return isWhole ? { digest, text, readAt } : null;
}

export function readKeptTools(folder: string, name: string): KeptTools | null {
  const kept = readKept(join(folder, `${name}.tools.json`), maxToolsBytes);
  if (kept === null || typeof kept['key'] !== 'string') return null;
  // Ours alone: nobody else can write there, and the version is that of this code.
  return { key: kept['key'], made: kept['made'] as MadeTools };
}

function readKept(path: string, maxBytes: number): Readonly<Record<string, unknown>> | null {
  const file = readTextFile(path, maxBytes);
  if (file.kind !== 'text' || file.exposure !== null) return null;
  try {
    const value: unknown = JSON.parse(file.text);
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isMap || !('version' in value) || value.version !== version) return null;
    return { ...value };
  } catch {
    return null;
  }
}

/** Only our user sees it (0600). Throws `store_unavailable`. */
export function writeKeptDocument(folder: string, name: string, kept: KeptDocument): void {
  replacePrivateFile(join(folder, `${name}.document.json`), JSON.stringify({ version, ...kept }));
}

export function writeKeptTools(folder: string, name: string, kept: KeptTools): void {
  const text = JSON.stringify({ version, ...kept });
  if (Buffer.byteLength(text) <= maxToolsBytes) replacePrivateFile(join(folder, `${name}.tools.json`), text);
}
