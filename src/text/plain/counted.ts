// A number with its noun: "1 event", "2 events", "12,345 bytes".

/** Where a comma stands. Not by the locale: loading it takes longer than a listing. */
const thousands = /\B(?=(?:\d{3})+$)/g;

/** The plural adds an s unless it is given. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${String(count).replace(thousands, ',')} ${count === 1 ? noun : plural}`;
}
