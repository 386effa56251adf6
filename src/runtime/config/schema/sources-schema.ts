// What the owner's configuration file may say of sources: what becomes tools, by name. One file for each kind.
import { z } from 'zod';
import { cliSource } from './sources/cli-schema.ts';
import { httpSource } from './sources/http-schema.ts';
import { openapiSource } from './sources/openapi-schema.ts';

const sourceKinds = [cliSource, httpSource, openapiSource] as const;

const kindNames = sourceKinds.map(({ shape }) => shape.kind.value).join(', ');

export const sourcesSchema = z.record(
  z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, { error: 'a name of up to 32 letters, digits, "_" and "-"' }),
  z.discriminatedUnion('kind', sourceKinds, { error: `a map with kind: one of ${kindNames}` }),
  { error: 'a map of names to sources' },
);

export type SourceEntry = z.infer<typeof sourcesSchema>[string];
