// The labelled texts of a session for whoever knows them again: the folder is looked through once, and again when somebody else may have written.
import type { LabelledText, LabelledTexts, NewResult } from '../../contract/index.ts';
import { isMarkedResult, type EntryName } from './entry-name.ts';
import type { ResultFolder } from './result-folder.ts';

export interface LabelledLook {
  /** `version` moves when another process may have written; null where nobody tells. `session` is the name of its folder. */
  texts(session: string, known: ReadonlySet<string>, version: number | null): LabelledTexts;
  /** This process has written a result. */
  wrote(session: string, file: string, result: NewResult): void;
  /** Results are gone: the folder says of which sessions. */
  forget(): void;
}

export interface LookNeeds {
  readonly look: ResultFolder['look'];
  /** Null where it is gone. Throws for what was changed. */
  readonly open: (session: string, entry: EntryName) => NewResult | null;
}

/** What the last look at a folder came to, and what this process has written since. */
interface Looked {
  readonly version: number;
  /** Ids that whoever asked has been told of. Whoever knows fewer has forgotten some, and is told everything anew. */
  told: number;
  own: LabelledText[];
}

/** Results of a session that nobody asks about wait no longer than that. */
const mostOwn = 64;
const mostSessions = 1_000;

export function createLabelledLook({ look, open }: LookNeeds): LabelledLook {
  const looked = new Map<string, Looked>();

  function lookThrough(session: string, known: ReadonlySet<string>, version: number | null): LabelledTexts {
    const { entries, isComplete } = look(session);
    const marked = entries.filter(({ isMarked }) => isMarked);
    const texts: LabelledText[] = [];
    let complete = isComplete;
    for (const entry of marked) {
      if (known.has(entry.file)) continue;
      const stored = openOrNull(session, entry);
      if (stored === null) complete = false;
      else texts.push(labelledText(entry.file, stored));
    }
    looked.delete(session);
    if (looked.size >= mostSessions) looked.clear();
    // What is gone, or cannot be read, is looked for each time.
    if (complete && version !== null) looked.set(session, { version, told: marked.length, own: [] });
    return { complete, texts };
  }

  /** What cannot be opened counts as gone: then everything counts as having stood in it. */
  function openOrNull(session: string, entry: EntryName): NewResult | null {
    try {
      return open(session, entry);
    } catch {
      return null;
    }
  }

  return {
    texts(session, known, version) {
      const before = looked.get(session);
      if (before === undefined || before.version !== version || known.size < before.told)
        return lookThrough(session, known, version);
      const texts = before.own.filter(({ id }) => !known.has(id));
      before.told += before.own.length;
      before.own = [];
      return { complete: true, texts };
    },
    wrote(session, file, result) {
      const before = looked.get(session);
      if (before === undefined || !isMarkedResult(result)) return;
      if (before.own.length >= mostOwn) looked.delete(session);
      else before.own.push(labelledText(file, result));
    },
    forget() {
      looked.clear();
    },
  };
}

function labelledText(id: string, { label, text, shown, alsoShown }: NewResult): LabelledText {
  return { id, label, text: shown ?? text, alsoShown };
}
