// What a configuration file may say of programs: how far they are confined, what they are given, and which commands are tools.
import { z } from 'zod';
import { secretNamePattern } from '../../../state/index.ts';
import { duration, list, section, text, words } from './schema-parts.ts';

const variablePattern = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
export const variable = z
  .string({ error: 'the name of a variable' })
  .regex(variablePattern, { error: 'the name of a variable' });
const host = text('a host name or an address');

/** A word may hold line breaks: it is one argument and never read by a shell. NUL ends an argument for the system. */
export const argument = z
  .string({ error: 'one argument' })
  .max(4096, { error: 'at most 4096 characters' })
  .regex(/^[^\0]*$/, { error: 'text without NUL' });
const argv = list(argument, 'arguments, the program first')
  .min(1, { error: 'at least the program' })
  .max(64, { error: 'at most 64 arguments' });

export const secretName = z
  .string({ error: 'the name of a secret' })
  .regex(secretNamePattern, { error: 'the name of a secret' });

const variableSource = z.union(
  [
    section({ env: variable.describe('Another variable of the environment of Gatehouse.') }),
    section({ secret: secretName.describe('A secret of yours: gatehouse secrets set NAME.') }),
    section({ command: argv.describe('A program whose one line of output is the value: it is run without a shell.') }),
  ],
  { error: 'one of env: NAME, secret: NAME or command: [program, arguments …]' },
);

const env = section({
  mode: words(['selected', 'all'])
    .optional()
    .describe(
      'selected: a short fixed list, and what is named here; all: everything but credentials and what runs code (only in your own file).',
    ),
  allow: list(variable, 'names of variables')
    .optional()
    .describe('Further variables that programs are given. Only in your own file.'),
  deny: list(variable, 'names of variables').optional().describe('Variables that programs are never given.'),
  from: z
    .record(z.string().regex(variablePattern, { error: 'the name of a variable' }), variableSource, {
      error: 'a map of variables to where each comes from',
    })
    .optional()
    .describe('Variables with a source, credentials too; results never show them. Only in your own file.'),
});

const network = section({
  hosts: list(host, 'hosts')
    .optional()
    .describe(
      'Hosts, with their subdomains, that a command may reach through the filtering proxy. Only in your own file.',
    ),
});

export const presetNames = ['ai_tools', 'dev_tools'] as const;

const command = section({
  name: z
    .string({ error: 'a name of letters, digits, "_" and "-"' })
    .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'a name of letters, digits, "_" and "-"' })
    .describe('The name of the tool.'),
  description: text('a description of what it does').describe('What it does: models choose tools by this.'),
  argv: argv.describe('The program and its first arguments; those of a call follow, the prompt last.'),
  passEnv: list(variable, 'names of variables')
    .optional()
    .describe('Variables without which it does not run, each of them in env.from or env.allow. Only in your own file.'),
  timeout: duration('1s', '1h').optional().describe('When it is ended. Default: 30s.'),
  workingDir: text('a path: relative to the workspace, or absolute')
    .optional()
    .describe('Where it runs. Default: the workspace.'),
});

const commands = section({
  profile: words(['bare', 'assistant', 'extended'])
    .optional()
    .describe('bare: no presets; assistant: ai_tools; extended: ai_tools and dev_tools. Only in your own file.'),
  presets: list(words(presetNames), 'presets')
    .optional()
    .describe('Presets instead of those that the profile names. Only in your own file.'),
  explicit: list(command, 'commands').optional().describe('Commands of your own that are tools, under any profile.'),
});

const image = z
  .string({ error: 'the name of an image' })
  .regex(/^[a-z0-9][a-zA-Z0-9._/:@-]{0,254}$/, { error: 'the name of an image' });

const images = section({
  python: image.optional(),
  javascript: image.optional(),
  shell: image.optional(),
});

const settings = ['required', 'prefer', 'off'] as const;

const sandboxMap = section({
  setting: words(settings)
    .optional()
    .describe('required: no command without a whole sandbox; prefer: ask where there is none; off: never one.'),
  env: env.optional().describe('The environment of programs.'),
  network: network.optional().describe('What programs may reach over the network.'),
  commands: commands.optional().describe('Commands that are tools of their own.'),
  images: images
    .optional()
    .describe(
      'Images of run_sandboxed where Docker stands in for the sandbox. They are never fetched. Only in your own file.',
    ),
});

/** One word, or a map. */
export const sandboxSchema = z.union([words(settings), sandboxMap], { error: `one of ${settings.join(', ')}` });

/** What one file says of it, the word written out as a map. */
export type SandboxFile = z.infer<typeof sandboxMap>;
export type CommandEntry = z.infer<typeof command>;
