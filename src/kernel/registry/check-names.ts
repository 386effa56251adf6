// Whether names are free: every name and alias means one tool.
import { CapabilityError, type Tool } from '../../contract/index.ts';

export interface NameHolders {
  /** Tools that leave in the same change: their names are free. */
  readonly leaving: readonly Tool[];
  readonly holderOf: (name: string) => Tool | undefined;
}

/** Throws `duplicate_name` with the name in its details. */
export function checkNames(arriving: readonly Tool[], { leaving, holderOf }: NameHolders): void {
  const gone = new Set(leaving);
  const taken = new Map<string, Tool>();
  for (const tool of arriving) {
    for (const name of [tool.name, ...tool.aliases]) {
      const holder = holderOf(name);
      const other = taken.get(name) ?? (holder === undefined || gone.has(holder) ? undefined : holder);
      if (other !== undefined) refuse(name, tool, other);
      taken.set(name, tool);
    }
  }
}

function refuse(name: string, tool: Tool, other: Tool): never {
  const whose = other === tool ? `is given twice by ${tool.name}` : `is taken by ${other.name}`;
  throw new CapabilityError('duplicate_name', `The name ${name} of the tool ${tool.name} ${whose}.`, {
    details: { name, tool: tool.name },
  });
}
