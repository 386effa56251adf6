// A number with its noun: "1 event", "2 events", "12,345 bytes".

/** The plural adds an s unless it is given. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}
