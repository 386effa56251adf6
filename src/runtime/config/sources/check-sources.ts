// What the schema cannot say of sources, by their kinds.
import type { Patterns } from '../../../text/index.ts';
import type { ConfigFile } from '../config-schema.ts';
import type { IssueText } from '../describe-issue.ts';
import { checkCli } from './check-cli.ts';

export function checkSources({ sources = {} }: ConfigFile, patterns: Patterns): readonly IssueText[] {
  return Object.entries(sources).flatMap(([name, entry]) => {
    const path = ['sources', name];
    switch (entry.kind) {
      case 'cli':
        return checkCli(path, entry, patterns);
    }
  });
}
