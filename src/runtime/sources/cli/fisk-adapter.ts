// Programs made with fisk, which describe themselves when they are asked; or such a description in a file.
import { findDocument, readFisk } from '../../../sources/index.ts';
import { fileText, maxDescriptionBytes, saidText, type Adapter } from './adapter.ts';

const question = '--fisk-introspect';

export const fiskAdapter: Adapter = {
  async describe({ spec, settings }, { ask }) {
    const of = spec ?? `${settings.argv.join(' ')} ${question}`;
    const printed = spec === null ? saidText(await ask([question])) : fileText(spec);
    return findDocument(printed, { of, maxBytes: maxDescriptionBytes });
  },
  read: (text) => readFisk(JSON.parse(text)),
};
