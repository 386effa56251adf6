// One configured source of HTTP tools: its tools file and its entries read, and its tools made.
import { CapabilityError, isCapabilityError, type SourceView } from '../../../contract/index.ts';
import { readTextFile } from '../../../host/index.ts';
import type { Registration } from '../../../kernel/index.ts';
import type { HttpSettings } from '../../../sources/index.ts';
import { counted } from '../../../text/index.ts';
import type { HttpSource } from '../../config/sources/settle-http.ts';
import type { OpenSource, SourceNeeds } from '../kinds/source.ts';

interface Reading {
  readonly tools: readonly Registration[];
  readonly notes: readonly string[];
  readonly problem: string | null;
}

const nothing: Reading = { tools: [], notes: [], problem: null };

/** A tool a line, and lines of some hundred characters. */
const maxFileBytes = 4 * 1024 * 1024;

export function openHttp(source: HttpSource, needs: SourceNeeds): OpenSource {
  const { name } = source;
  let reading = nothing;
  return {
    settings: source,
    family: { source: name, family: `http:${name}` },
    // A file is read as fast as what would be kept of it.
    async read() {
      const read = source.disabled ? nothing : await readHttp(source, needs);
      return () => {
        reading = read;
      };
    },
    tools: () => reading.tools,
    view: () => viewOf(source, reading),
    program: null,
  };
}

async function readHttp(source: HttpSource, needs: SourceNeeds): Promise<Reading> {
  try {
    const manifest = source.file === null ? null : readManifest(source.file);
    const { httpTools } = await import('../../../sources/index.ts');
    const { tools, left } = await httpTools(
      { ...source.settings, manifest },
      { env: needs.env, secretValue: needs.secretValue, registerSecret: needs.redactor.register },
    );
    return { tools, notes: left, problem: null };
  } catch (cause) {
    if (!isCapabilityError(cause)) throw cause;
    const advice = `None of its tools is there. When that is mended: gatehouse source refresh ${source.name}`;
    return { ...nothing, problem: `${cause.message} ${advice}` };
  }
}

/** Whoever may write it decides where secrets are sent. */
function readManifest(path: string): NonNullable<HttpSettings['manifest']> {
  const file = readTextFile(path, maxFileBytes);
  if (file.kind === 'absent') throw new CapabilityError('invalid_tool', `${path} is missing.`);
  if (file.kind === 'unreadable') throw new CapabilityError('invalid_tool', `${path} ${file.problem}.`);
  if (file.exposure !== null) throw new CapabilityError('invalid_tool', `${path} ${file.exposure}, and is not read.`);
  return { file: path, text: file.text };
}

function viewOf({ name, file, disabled, settings }: HttpSource, reading: Reading): Omit<SourceView, 'tools'> {
  const entries = Object.keys(settings.tools).length;
  const values = Object.keys(settings.values);
  return {
    name,
    kind: 'http',
    state: disabled ? 'disabled' : reading.problem === null ? 'ready' : 'broken',
    reach: file ?? `${counted(entries, 'entry', 'entries')} of the configuration`,
    details: values.length === 0 ? [] : [['values', values.join(', ')]],
    notes: reading.notes,
    problem: reading.problem,
  };
}
