// The tools that Gatehouse has for one server, as entries of the registry: for what the server has, and where the configuration takes them.
import type { Registration } from '../../../kernel/index.ts';
import {
  createKeptLists,
  describeOfferedTool,
  invokeOfferedTool,
  offeredDefinitions,
  offeredName,
  specFor,
  type Server,
  type ServerSpec,
} from '../../../sources/index.ts';
import type { FamilyPin } from './tool-family.ts';
import { wantedBy } from './wanted-tools.ts';

export interface OfferedNeeds {
  readonly spec: ServerSpec;
  readonly server: Server;
  /** The names of all that are configured. */
  readonly servers: readonly string[];
}

/** Answers what there is to register now, by what the server has or had last. */
export function createOfferedTools({
  spec,
  server,
  servers,
}: OfferedNeeds): (pin: FamilyPin) => readonly Registration[] {
  const lists = createKeptLists({ server, spec });
  const isWanted = wantedBy(spec);
  return (pin) =>
    offeredDefinitions(server.traits())
      .filter(({ tool }) => isWanted(tool))
      .map((definition) => {
        const { offered } = definition;
        const name = offeredName(spec.name, offered, servers);
        const tool = describeOfferedTool(definition, spec, { name, aliases: [], ...pin });
        const needs = { server, lists, spec: specFor(spec, offered) };
        return { tool, loader: () => Promise.resolve(invokeOfferedTool(offered, needs)) };
      });
}
