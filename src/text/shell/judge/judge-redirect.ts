// Judges one redirect: streams and the null device are harmless, a file that is read is a path, a file that is written is asked about.
import type { ShellRedirect, ShellWord } from '../read/script.ts';
import type { ShellPart } from './analysis.ts';

const blank: ShellPart = {
  verdict: 'safe',
  source: '',
  text: '',
  commands: [],
  reads: [],
  file: null,
  names: [],
  repository: null,
};

export function judgeRedirect({ source, operator, stream, target, document }: ShellRedirect): ShellPart {
  const part = { ...blank, source };
  if (document !== null && !document.isLiteral) return open(part, 'its text holds what the shell replaces');
  if (document !== null) return part;
  return target === null ? open(part, 'it names no file') : judgeTarget(part, { operator, stream, target });
}

function judgeTarget(
  part: ShellPart,
  { operator, stream, target }: Pick<ShellRedirect, 'operator' | 'stream'> & { readonly target: ShellWord },
): ShellPart {
  if (target.kind === 'open') return open(part, 'where it leads cannot be told');
  if (stream === 'variable' || (stream ?? 0) > 2) return asked(part, 'it opens a stream of its own');
  if (operator === '<<<' || isHarmless(operator, target)) return part;
  if (target.kind === 'glob' || target.kind === 'text') return open(part, 'which file it means is not known here');
  return operator === '<' ? { ...part, file: { word: target, action: 'read' } } : judgeWrite(part, target);
}

/** Another stream of the same command, or the device that takes everything. */
function isHarmless(operator: string, { kind, value }: ShellWord): boolean {
  if (kind !== 'plain') return false;
  if (operator === '>&' || operator === '<&') return /^[012]$/.test(value);
  return value === '/dev/null' && operator !== '<>';
}

function judgeWrite(part: ShellPart, target: ShellWord): ShellPart {
  if (/^\/dev\/(?:tcp|udp)\//.test(target.value)) return asked(part, 'it opens a connection');
  const file = { word: target, action: 'write' } as const;
  return { ...asked(part, 'it writes a file. To write one, call file_write or file_edit'), file };
}

function asked(part: ShellPart, text: string): ShellPart {
  return { ...part, verdict: 'ask', text };
}

function open(part: ShellPart, text: string): ShellPart {
  return { ...part, verdict: 'unanalysable', text };
}
