// Colours, links and overstrikes, which texts for people hold and which say nothing.

/** An escape, then a sequence of either kind: up to its letter, or up to a bell or the next escape. */
// oxlint-disable-next-line no-control-regex
const codes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/g;
/** Manuals print a letter, go back and print it again. */
// oxlint-disable-next-line no-control-regex
const overstrikes = /[^\n]\u0008/g;

export function withoutTerminalCodes(text: string): string {
  return text.replaceAll(codes, '').replaceAll(overstrikes, '');
}
