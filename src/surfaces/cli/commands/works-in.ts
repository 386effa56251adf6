// Which folder Gatehouse works in when a client starts it: its files are what agents of that client may reach.

/** `workspace` is a folder, a client's word for one, or null for the one the client starts it in. */
export function worksIn(client: string, { workspace }: { readonly workspace: string | null }): string {
  if (workspace === null) return `Gatehouse works in the folder that ${client} starts it in.`;
  if (workspace.startsWith('$')) return `Gatehouse works in the folder that is open in ${client} (${workspace}).`;
  return `Gatehouse works in ${workspace} for ${client}; for another folder add --workspace DIR.`;
}
