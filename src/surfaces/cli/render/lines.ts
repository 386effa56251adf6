// Joins the parts of a text, leaving out those that are null.

export function lines(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n');
}
