// A tool of a set as a tool of ours, whatever its name looks like.
import type { Tool } from '../../../src/contract/index.ts';
import { plainTool } from '../../../src/testing/index.ts';
import type { ToolLine } from './read-sets.ts';

export function setTool({ id, name, server, description, parameters, server_description: about }: ToolLine): Tool {
  const { origin, ...plain } = plainTool({ name });
  return {
    ...plain,
    title: name,
    description: description ?? '',
    whenToUse: '',
    parameters: parameters ?? { type: 'object' },
    origin: {
      ...origin,
      fingerprint: id,
      source: server ?? '',
      ...(about === null || about === undefined ? {} : { about }),
    },
  };
}
