// FTS5 of the SQLite that comes with Node.
import { DatabaseSync } from 'node:sqlite';
import { allWords, contentWords } from '../../../../src/kernel/search/query/words.ts';
import { fieldBoosts, textFields, textsOf, type SearchEngine } from './search-engine.ts';

export const sqliteFts5: SearchEngine = {
  name: 'SQLite FTS5',
  settings: 'identifiers cut, stop words left out of queries, its Porter stems, weighted columns',
  build(lines) {
    const database = new DatabaseSync(':memory:');
    database.exec(`create virtual table tools using fts5(${textFields.join(', ')}, tokenize = 'porter unicode61')`);
    const insert = database.prepare(
      `insert into tools (rowid, ${textFields.join(', ')}) values (?, ${textFields.map(() => '?').join(', ')})`,
    );
    database.exec('begin');
    lines.forEach((line, at) => {
      const texts = textsOf(line);
      insert.run(at + 1, ...textFields.map((field) => allWords(texts[field]).join(' ')));
    });
    database.exec('commit');
    const weights = textFields.map((field) => fieldBoosts[field]).join(', ');
    const select = database.prepare(
      `select rowid from tools where tools match ? order by bm25(tools, ${weights}), rowid limit ?`,
    );
    return (query, limit) => {
      const terms = [...new Set(contentWords(query))].map((word) => `"${word}"`);
      if (terms.length === 0) return [];
      return select.all(terms.join(' OR '), limit).map(({ rowid }) => lines[Number(rowid) - 1]?.id ?? '');
    };
  },
};
