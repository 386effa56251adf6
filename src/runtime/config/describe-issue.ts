// Says of a value that the schema refuses what was found and what is expected.
import { z } from 'zod';
import type { JsonValue } from '../../contract/index.ts';
import { escapeVisible, nearNames } from '../../text/index.ts';
import { configFileSchema } from './config-schema.ts';
import { defaultSettings } from './default-settings.ts';
import type { Path } from './yaml/read-yaml.ts';

export interface IssueText {
  readonly path: Path;
  /** Whether the key is at fault or the value. */
  readonly part: 'key' | 'value';
  readonly message: string;
}

const maxShownChars = 60;

/** One text for each unknown key, one for anything else. */
export function describeIssue(issue: z.core.$ZodIssue, root: JsonValue): readonly IssueText[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        part: 'key',
        message: unknownKey([...path, key], root),
      }));
    case 'invalid_union':
      return describeUnion(issue, root);
    case 'invalid_key': {
      const expected = issue.issues[0]?.message ?? 'another key';
      return [
        {
          path,
          part: 'key',
          message: `${pathText(path)}: found the key ${shown(path.at(-1) ?? null)}; expected ${expected}.`,
        },
      ];
    }
    default: {
      const place = path.length === 0 ? '' : `${pathText(path)}: `;
      return [
        { path, part: 'value', message: `${place}found ${shown(valueAt(root, path))}; expected ${issue.message}.` },
      ];
    }
  }
}

/** A map is judged as the map that it was meant to be; anything else was meant to be a word. */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion, root: JsonValue): readonly IssueText[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  const value = valueAt(root, path);
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const meant = isMap ? nearestBranch(issue.errors) : null;
  if (meant !== null)
    return meant.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, root));
  return [{ path, part: 'value', message: `${pathText(path)}: found ${shown(value)}; expected ${issue.message}.` }];
}

/** The one that refuses something inside the map rather than the map, or a key that only another one knows. */
function nearestBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | null {
  const inside = branches.filter((issues) =>
    issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'),
  );
  const [only, other] = inside.toSorted((left, right) => left.length - right.length);
  return only !== undefined && (other === undefined || other.length > only.length) ? only : null;
}

/** `workspace.readRoots[1]`. */
export function pathText(path: Path): string {
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${cut(step)}`))
    .join('');
}

/** For a message. */
export function shown(value: JsonValue): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a map' : cut(JSON.stringify(value));
}

/** The value at a path of own keys; null where there is none. */
export function valueAt(root: JsonValue, path: Path): JsonValue {
  let value: JsonValue | undefined = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    // A list or a map, whose keys and indices are own; raw numbers come from JSON only.
    value = (value as { readonly [key: string | number]: JsonValue })[step];
  }
  return value ?? null;
}

function cut(text: string): string {
  const visible = escapeVisible(text);
  return visible.length > maxShownChars ? `${visible.slice(0, maxShownChars)}…` : visible;
}

function unknownKey(at: Path, root: JsonValue): string {
  const path = at.slice(0, -1);
  const key = String(at.at(-1));
  const known = keysAt(path, root);
  const near = nearNames(key, known, 1).map((name) => pathText([...path, name]));
  const elsewhere = settingPaths.filter((setting) => setting.split('.').at(-1) === key);
  const [meant] = [...near, ...elsewhere];
  const whose = path.length === 0 ? 'a setting' : `a setting of ${pathText(path)}`;
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `${cut(JSON.stringify(key))} is not ${whose}.${hint} Expected one of ${known.join(', ')}.`;
}

/** By the schema: defaults know nothing of the items of a list. */
function keysAt(path: Path, root: JsonValue): readonly string[] {
  let at: z.core.$ZodType[] = [configFileSchema];
  for (const step of path) at = at.flatMap((schema) => below(plain(schema), step));
  const shapes = at.flatMap(plain).filter((shape) => shape instanceof z.ZodObject);
  const kind = valueAt(root, [...path, 'kind']);
  const meant = shapes.filter(({ shape }) => shape['kind'] instanceof z.ZodLiteral && shape['kind'].value === kind);
  return (meant.length > 0 ? meant : shapes).flatMap(({ shape }) => Object.keys(shape));
}

function below(schemas: readonly z.core.$ZodType[], step: string | number): z.core.$ZodType[] {
  return schemas.flatMap((schema) => {
    if (schema instanceof z.ZodObject) {
      const shape = new Map<string | number, z.core.$ZodType>(Object.entries(schema.shape));
      const child = shape.get(step);
      return child === undefined ? [] : [child];
    }
    if (schema instanceof z.ZodArray) return [schema.element];
    return schema instanceof z.ZodRecord ? [schema.valueType] : [];
  });
}

/** Without what wraps it: each of the alternatives it stands for. */
function plain(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional) return plain(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(plain) : [schema];
}

/** All settings that have a value of their own, as `workspace.zones.blocked`. */
const settingPaths: readonly string[] = leavesOf(defaultSettings);

function leavesOf(section: object): string[] {
  return Object.entries(section).flatMap(([key, value]: [string, unknown]) => {
    const isSection =
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
    return isSection ? leavesOf(value).map((below) => `${key}.${below}`) : [key];
  });
}
