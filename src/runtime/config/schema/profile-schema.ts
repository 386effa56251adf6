// What the owner's configuration file may say of profiles.
import { z } from 'zod';
import { policyClasses } from '../../../contract/index.ts';
import { list, section, text, words } from './schema-parts.ts';

const pattern = z
  .string({ error: 'the name of a tool, where * stands for any letters' })
  .regex(/^[A-Za-z0-9_*-]{1,64}$/, { error: 'the name of a tool, where * stands for any letters' });

const profile = section({
  for: list(text('a principal such as token:ci'), 'principals')
    .optional()
    .describe('Principals that it always holds for, such as token:ci or stdio:1000.'),
  readOnly: z.boolean({ error: 'true or false' }).optional().describe('Only tools that read. Default: false.'),
  classes: list(words(policyClasses), 'policy classes').optional().describe('Only tools of these policy classes.'),
  allow: list(pattern, 'names of tools').optional().describe('Only these tools, and those of `servers`.'),
  servers: list(text('the name of an MCP server'), 'names of servers')
    .optional()
    .describe('Only the tools of these MCP servers, and those of `allow`.'),
  maxTools: z
    .int({ error: 'a whole number from 5 to 10000' })
    .min(5, { error: 'a whole number from 5 to 10000' })
    .max(10_000, { error: 'a whole number from 5 to 10000' })
    .optional()
    .describe('The list holds so many at most; the others are found by tool_search and run by tool_call.'),
  deny: list(pattern, 'names of tools').optional().describe('None of these. Holds before all else.'),
});

export const profilesSchema = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'a name of up to 40 small letters, digits and hyphens' }),
  profile,
  { error: 'a map of names to profiles' },
);

export type ProfileEntry = z.infer<typeof profile>;
