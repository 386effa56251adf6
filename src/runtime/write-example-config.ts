// Writes the commented configuration that a project starts from.
import { join } from 'node:path';
import { CapabilityError } from '../contract/index.ts';
import { writeNewFile } from '../host/index.ts';
import { exampleConfig } from './config/example-config.ts';
import { projectFileName } from './config/load-config.ts';

/** Answers the file. Throws `invalid_config` where there is one already: nothing of it is lost. */
export function writeExampleConfig(workspace: string): string {
  const file = join(workspace, projectFileName);
  if (!writeNewFile(file, exampleConfig())) throw new CapabilityError('invalid_config', `${file} is there already.`);
  return file;
}
