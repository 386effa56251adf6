// From the text of an OpenAPI document to its JSON, within bounds: JSON here, YAML in a thread of its own.
import { CapabilityError, type JsonObject, type JsonValue } from '../../../contract/index.ts';
import { runInWorker } from '../../../host/index.ts';
import { foreignName, isObject, own } from '../../../text/index.ts';

/** The largest that providers publish; beyond it reading takes more memory than a start has. */
const maxBytes = 32 * 1024 * 1024;
/** Reading YAML takes a hundred times as long as reading JSON, and fifty times the memory of its text. */
const maxYamlBytes = 10 * 1024 * 1024;
const yamlTimeoutMs = 30_000;
const yamlMemoryMb = 768;

/** Throws `invalid_config` that names the document where it cannot be used as a whole. */
export async function readDocument(text: string, name: string, signal?: AbortSignal): Promise<JsonObject> {
  // What JSON.parse made of a text is JSON.
  const root = (await readText(text, name, signal ?? new AbortController().signal)) as JsonValue;
  if (!isObject(root)) throw unusable(name, 'it is no object.');
  checkVersion(root, name);
  if (!isObject(own(root, 'paths')))
    throw unusable(name, 'it has no paths (at /paths), so there is no operation to make a tool of.');
  return root;
}

async function readText(text: string, name: string, signal: AbortSignal): Promise<unknown> {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) throw unusable(name, `it has ${bytes} bytes, and at most ${maxBytes} are read.`);
  const isJson = /^\uFEFF?\s*[{[]/.test(text);
  if (isJson) return parseJsonText(text, name);
  if (text.trim() === '') throw unusable(name, 'it is empty.');
  if (bytes > maxYamlBytes) {
    const why = `it is YAML of ${bytes} bytes, and at most ${maxYamlBytes} are read as YAML. Give it as JSON.`;
    throw unusable(name, why);
  }
  const { moduleUrl } = await import('./parse-yaml.ts');
  try {
    const bounds = { timeoutMs: yamlTimeoutMs, maxMemoryMb: yamlMemoryMb };
    return await runInWorker({ module: moduleUrl, input: text, signal, ...bounds });
  } catch (cause) {
    signal.throwIfAborted();
    const why = cause instanceof Error ? cause.message : String(cause);
    throw unusable(name, `it is neither JSON nor YAML that can be read: ${why.split('\n', 1)[0] ?? ''}`, cause);
  }
}

function parseJsonText(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw unusable(name, `it is no JSON: ${cause instanceof Error ? cause.message : String(cause)}.`, cause);
  }
}

function checkVersion(root: JsonObject, name: string): void {
  const version = own(root, 'openapi');
  if (typeof version === 'string' && /^3\.[012](?:\.|$)/.test(version)) return;
  if (own(root, 'swagger') !== undefined) {
    const why =
      'it is Swagger 2.0 (at /swagger), and OpenAPI 3.0 and 3.1 are read. Convert it first, as with https://converter.swagger.io.';
    throw unusable(name, why);
  }
  const found = version === undefined ? 'has none' : `has ${foreignName(JSON.stringify(version))}`;
  throw unusable(name, `its version (at /openapi) must be 3.0 or 3.1; it ${found}.`);
}

function unusable(name: string, why: string, cause?: unknown): CapabilityError {
  const message = `The OpenAPI document ${name} cannot be used: ${why}`;
  return new CapabilityError('invalid_config', message, cause === undefined ? {} : { cause });
}
