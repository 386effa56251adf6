// The engines that ours stands beside.
import { lunrSearch } from './lunr.ts';
import { minisearch } from './minisearch.ts';
import { orama } from './orama.ts';
import { plainBm25 } from './plain-bm25.ts';
import type { SearchEngine } from './search-engine.ts';
import { sqliteFts5 } from './sqlite-fts5.ts';
import { wink } from './wink.ts';

export const otherEngines: readonly SearchEngine[] = [plainBm25, minisearch, lunrSearch, wink, orama, sqliteFts5];
