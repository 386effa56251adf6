// Finds what looks like a secret in text: one pass over it for everything that announces one, then a look at each such place.
import { createAnchorSearch, type AnchorSearch, type Sought } from './anchor-search.ts';
import { addressRule, optionRule } from './rules/address-rules.ts';
import { authorizationRule, cookieRule, schemeRule } from './rules/header-rules.ts';
import { listedRule } from './rules/listed-rule.ts';
import { namedRule, parameterRule } from './rules/named-rule.ts';
import { providerForms } from './rules/provider-forms.ts';
import { discordTokens, encodedPrivateKeyRule, jsonWebKeyRule, jwtRule, providerRule } from './rules/provider-rule.ts';
import type { RuleKind, SecretRule } from './rules/secret-rule.ts';
import { findKeyBlocks, keyBlockAnchors, mayHoldKeyBlock, type OpenKey } from './private-keys.ts';
import { mergeSpans, replaceSpans, type SecretSpan } from './span.ts';

export interface SearchedText {
  readonly text: string;
  /** What stands before was looked at already and is there to be looked back at. */
  readonly from: number;
  /** The text begins within a private key. */
  readonly keyOpen: OpenKey;
}

export interface FoundSecrets {
  /** In no order, and they may overlap. */
  readonly spans: readonly SecretSpan[];
  /** The text ends within a private key. */
  readonly keyOpen: OpenKey;
  /** From here on the text must be looked at again with what follows: it may begin a private key. */
  readonly undecided: number | null;
}

export interface SecretPatterns {
  find(searched: SearchedText): FoundSecrets;
  /** Only what is a secret by its form alone, whatever stands around it. */
  findProviders(text: string): readonly SecretSpan[];
}

const allRules = (): readonly SecretRule[] => [
  ...providerForms().map(providerRule),
  jwtRule,
  encodedPrivateKeyRule,
  jsonWebKeyRule,
  namedRule,
  parameterRule,
  listedRule,
  authorizationRule,
  schemeRule,
  cookieRule,
  addressRule,
  optionRule,
];

/** For diagnostics, where no value is registered: takes out what looks like a secret. Made ready when first used. */
export function createPatternRedactor(): (text: string) => string {
  let patterns: SecretPatterns | null = null;
  return (text) => {
    patterns ??= createSecretPatterns();
    return replaceSpans(text, mergeSpans(patterns.find({ text, from: 0, keyOpen: false }).spans));
  };
}

type Announced = readonly SecretRule[] | 'key block';

export function createSecretPatterns(): SecretPatterns {
  const rules = allRules();
  const all = searchOf(rules);
  // Made ready on first use: what goes out is looked at in a few places only.
  let providers: AnchorSearch<Announced> | null = null;
  return {
    find: (searched) => findIn(searched, all),
    findProviders(text) {
      providers ??= searchOf(rules.filter(({ kind }) => kind === ('provider' satisfies RuleKind)));
      return findIn({ text, from: 0, keyOpen: false }, providers).spans;
    },
  };
}

function searchOf(chosen: readonly SecretRule[]): AnchorSearch<Announced> {
  const exact = byAnchor(chosen.filter(({ isExact = false }) => isExact));
  const others = byAnchor(chosen.filter(({ isExact = false }) => !isExact));
  const sought: Sought<Announced>[] = keyBlockAnchors.map((text) => ({ text, anyCase: true, value: 'key block' }));
  for (const [text, value] of exact) sought.push({ text, anyCase: false, value });
  for (const [text, value] of others) sought.push({ text, anyCase: true, value });
  return createAnchorSearch(sought);
}

function byAnchor(chosen: readonly SecretRule[]): ReadonlyMap<string, readonly SecretRule[]> {
  const found = new Map<string, SecretRule[]>();
  for (const rule of chosen) {
    for (const each of rule.anchors) {
      const anchor = rule.isExact === true ? each : each.toLowerCase();
      const known = found.get(anchor);
      if (known === undefined) found.set(anchor, [rule]);
      else if (!known.includes(rule)) known.push(rule);
    }
  }
  return found;
}

function findIn({ text, from, keyOpen }: SearchedText, search: AnchorSearch<Announced>): FoundSecrets {
  const known: SecretSpan[] = [];
  const named: SecretSpan[] = [];
  let namesKey = false;
  // What a token covers announces no other: `key=` within one is none.
  let covered = 0;
  search.visit(text, from, (start, announced, end) => {
    if (announced === 'key block') namesKey = true;
    else if (end > covered) {
      for (const rule of announced) {
        const found = rule.find(text, { start, end });
        if (rule.kind === 'context') named.push(...found);
        else if (found.length > 0) {
          known.push(...found);
          covered = Math.max(covered, ...found.map((span) => span.end));
        }
      }
    }
  });
  // Those known by their form first: they say best what it is.
  const spans = [...known, ...discordTokens(text, from), ...named];
  if (keyOpen === false && !(namesKey && mayHoldKeyBlock(text))) return { spans, keyOpen: false, undecided: null };
  const keys = findKeyBlocks(text, keyOpen);
  return { spans: [...keys.spans, ...spans], keyOpen: keys.open, undecided: keys.undecided };
}
