// Which way a file of a client is edited.
import type { ClientFile } from '../client.ts';
import { jsonEditor } from './edit-json.ts';
import { tomlEditor } from './edit-toml.ts';
import type { Editor } from './server-maps.ts';

export function editorOf({ format }: Pick<ClientFile, 'format'>): Editor {
  return format === 'json' ? jsonEditor : tomlEditor;
}
