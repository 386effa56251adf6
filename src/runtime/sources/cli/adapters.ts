// Who reads which kind of description: one line for each.
import type { CliSource } from '../../config/sources/settle-cli.ts';
import type { Adapter } from './adapter.ts';
import { figAdapter } from './fig-adapter.ts';
import { fiskAdapter } from './fisk-adapter.ts';
import { oclifAdapter } from './oclif-adapter.ts';
import { cobraAdapter, helpAdapter, usageAdapter } from './spoken-adapters.ts';

export const adapters: Readonly<Record<CliSource['as'], Adapter>> = {
  fisk: fiskAdapter,
  oclif: oclifAdapter,
  usage: usageAdapter,
  fig: figAdapter,
  cobra: cobraAdapter,
  help: helpAdapter,
};
