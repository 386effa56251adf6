import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readRule } from '../../kernel/index.ts';
import { configJsonSchema } from './config-json-schema.ts';
import { configFileSchema } from './config-schema.ts';
import { defaultSettings } from './default-settings.ts';
import { exampleConfig } from './example-config.ts';

const accepts = new Ajv({ strict: true, strictSchema: true, useDefaults: false }).compile(configJsonSchema());

describe('the published schema', () => {
  it('is the file in the root of the repository', () => {
    const published: unknown = JSON.parse(
      readFileSync(new URL('../../../config.schema.json', import.meta.url), 'utf8'),
    );
    expect(published).toEqual(configJsonSchema());
  });

  it('accepts the defaults and the example, as loading does', () => {
    for (const value of [defaultSettings, parse(exampleConfig())]) {
      expect(accepts(value) || accepts.errors).toBe(true);
      expect(configFileSchema.safeParse(value).error).toBeUndefined();
    }
  });

  it.each([
    { sandbx: 'off' },
    { workspace: { zones: { quiet: [] } } },
    { mode: 'auto' },
    { policy: { expiry: '24' } },
    { tools: { timeouts: { 'a b': '5s' } } },
    { audit: { signEvery: 0 } },
    { net: { blockedHosts: ['a\0b'] } },
    { workspace: { readRoots: [''] } },
    { workspace: [] },
    [],
  ])('refuses %j, as loading does', (value) => {
    expect(accepts(value)).toBe(false);
    expect(configFileSchema.safeParse(value).success).toBe(false);
  });

  it.each([
    [{ effect: 'DENY' }, true],
    [
      {
        effect: 'ask',
        agent: 'a',
        tool: 't',
        target: 'x',
        action: 'read',
        window: { from: '22:00', to: '24:00', zone: 'UTC' },
        note: 'n',
      },
      true,
    ],
    [{ effect: 'ALLOW', scope: 'global', capability: 't', window: { from: '22:00', to: '06:00', tz: 'UTC' } }, true],
    [{ tool: 't' }, false],
    [{ effect: 'NO' }, false],
    [{ effect: 'DENY', tol: 't' }, false],
    [{ effect: 'DENY', window: { from: '22:00' } }, false],
    [{ effect: 'DENY', tool: ['t'] }, false],
    ['DENY', false],
  ])('takes the rule %j for what the policy takes it for: readable is %s', (rule, isReadable) => {
    expect(accepts({ policy: { rules: [rule] } })).toBe(isReadable);
    expect(readRule(rule, { kind: 'store' }).ok).toBe(isReadable);
  });
});
