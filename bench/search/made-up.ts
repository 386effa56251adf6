// A catalogue as services have them, made up from lists of words, and requests for what is in it. The same every time.
import type { ToolLine } from '../../scripts/vectors/toolsearch/read-sets.ts';

const verbs =
  'create list delete update find export archive share rename watch import merge approve assign cancel copy move send read schedule'.split(
    ' ',
  );
const things =
  `invoice ticket calendar contact playlist recipe flight parcel sensor lecture ledger vineyard telescope issue branch message
  meeting order customer payment report dashboard contract employee document folder photo video account device booking article
  campaign coupon shipment warehouse vehicle driver patient prescription exam course student grade team project task`.split(
    /\s+/,
  );
const details =
  `owner status priority deadline amount currency language format size colour location address region version author subject title
  label comment history attachment page limit order filter range unit total`.split(/\s+/);
const firsts = 'amber azure coral ebony ivory jade lilac olive ruby teal'.split(' ');
const seconds = 'harbor meadow canyon glacier lagoon orchard prairie summit tundra valley'.split(' ');
const perService = 40;

export function madeUpTools(count: number): readonly ToolLine[] {
  return Array.from({ length: count }, (_, at) => toolAt(at));
}

export const madeUpQueries: readonly string[] = Array.from({ length: 200 }, (_, at) => {
  const draw = drawing(at + 1_000_003);
  const [verb, thing, detail, other] = [draw(verbs), draw(things), draw(details), draw(things)];
  const requests = [
    `${verb} ${thing}`,
    `I need to ${verb} the ${thing} of a customer and see its ${detail}`,
    `How can I ${verb} every ${thing} by ${detail}? Then ${draw(verbs)} the ${other} and send me the ${draw(details)}.`,
  ];
  return requests[at % requests.length] ?? '';
});

function toolAt(at: number): ToolLine {
  const draw = drawing(at);
  const service = Math.floor(at / perService);
  const source = `${firsts[service % 10]} ${seconds[Math.floor(service / 10) % 10]}${service < 100 ? '' : ` ${service}`}`;
  const [verb, thing] = [draw(verbs), draw(things)];
  const taken = [...new Set([draw(details), draw(details), draw(details)])];
  const properties = Object.fromEntries(
    taken.map((detail) => [
      detail,
      { type: 'string', description: `The ${detail} of the ${thing}, as ${draw(details)}.` },
    ]),
  );
  return {
    id: String(at),
    server: source,
    name: `${verb}_${thing}_${at}`,
    description: `Use this to ${verb} a ${thing} by ${draw(details)} and ${draw(details)}. Takes the ${taken.join(', ')} and answers with its ${draw(details)}.`,
    parameters: { type: 'object', properties },
  };
}

/** A row of numbers from a seed (mulberry32), and a word for each. */
function drawing(seed: number): (words: readonly string[]) => string {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (words) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return words[((mixed ^ (mixed >>> 14)) >>> 0) % words.length] ?? '';
  };
}
