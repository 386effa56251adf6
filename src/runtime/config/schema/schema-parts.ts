// What the schema of a configuration file is made of: values whose refusal says what is expected.
import { z } from 'zod';
import { durationPattern, readDuration } from './duration.ts';

// Each `error` completes the sentence "expected …".

/** No control characters. Written so that validators without Unicode classes can read it in the published schema. */
const visibleText = /^[\u0020-\u007e\u00a0-\uffff]{1,4096}$/;
export const toolName = /^[A-Za-z0-9_.-]{1,64}$/;

export function text(error: string): z.ZodString {
  return z.string({ error }).regex(visibleText, { error });
}

export function list<Item extends z.ZodType>(item: Item, items: string): z.ZodArray<Item> {
  return z.array(item, { error: `a list of ${items}` });
}

export function words<const Word extends string>(all: readonly Word[]): z.ZodEnum<{ [Key in Word]: Key }> {
  return z.enum(all, { error: `one of ${all.join(', ')}` });
}

export function wholeNumber(least: number, most: number): z.ZodInt {
  const error = `a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
}

export function duration(least: string, most: string): z.ZodString {
  const error = `a duration from ${least} to ${most}, such as 90s, 30m, 24h or 7d`;
  const bounds = [least, most].map((bound) => readDuration(bound) ?? 0);
  return z
    .string({ error })
    .regex(durationPattern, { error })
    .refine((value) => clamp(readDuration(value) ?? -1, bounds) === readDuration(value), { error });
}

function clamp(value: number, [least = 0, most = 0]: readonly number[]): number {
  return Math.min(Math.max(value, least), most);
}

export function section<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'a map of settings'),
  });
}
