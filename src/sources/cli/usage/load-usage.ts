// Loads the reader of usage specifications with its parser when the first one is read.
import type { readUsage } from './read-usage.ts';

export async function loadUsage(): Promise<typeof readUsage> {
  return (await import('./read-usage.ts')).readUsage;
}
