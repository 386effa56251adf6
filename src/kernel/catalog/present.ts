// What a model is shown of the tools. Made once for a run: equal catalogues give equal bytes, in whatever order the tools came.
import type { PresentedTool, SourceCost, TokenReport, Tool, ToolPresentation } from '../../contract/index.ts';
import { estimateTokens } from '../../text/index.ts';
import { isOwn } from '../registry/is-own.ts';
import { partTools } from './deferral.ts';
import { listingText } from './listing-text.ts';
import type { SeenTools } from './seen-tools.ts';
import { withoutSecrets } from './without-secrets.ts';

export interface Presenter {
  present(seen: SeenTools): ToolPresentation;
  /** What that costs, by source. */
  report(seen: SeenTools): TokenReport;
}

export interface PresenterDeps {
  /** Tokens that the listing of deferred tools may cost. */
  readonly budget: number;
  /** What tools say of themselves may hold a secret as any text may. */
  readonly redact: (text: string) => string;
  /** Names of built-in tools that are shown only where something is deferred. Default: none. */
  readonly besideDeferred?: ReadonlySet<string>;
}

/** Keeps what was made of each tool for as long as the tool is there: to go through a large catalogue takes a second. */
export function createPresenter({ budget, redact, besideDeferred = new Set() }: PresenterDeps): Presenter {
  const made = new WeakMap<Tool, PresentedTool>();
  const costs = new WeakMap<Tool, number>();
  const costOf = (tool: Tool): number => {
    const known = costs.get(tool);
    if (known !== undefined) return known;
    const { name, description, parameters } = presentedTool(tool);
    const cost = estimateTokens(JSON.stringify({ name, description, parameters }));
    costs.set(tool, cost);
    return cost;
  };
  /** What goes out in every turn is looked at anew: a secret may have become known since. Our own words hold none. */
  const shownWhole = (tool: Tool): PresentedTool =>
    isOwn(tool.kind, tool.origin.source) ? presentedTool(tool) : withoutSecrets(presentedTool(tool), redact);
  const shownLater = (tool: Tool): PresentedTool => {
    const presented = made.get(tool) ?? shownWhole(tool);
    made.set(tool, presented);
    return presented;
  };
  const sum = (tools: readonly Tool[]): number => tools.reduce((total, tool) => total + costOf(tool), 0);
  const tell = (seen: SeenTools) => {
    const { inline, deferred } = partTools(seen, besideDeferred);
    const { level, text } = listingText(deferred, budget);
    const shown = sum(inline);
    const tokens = { inline: shown, listing: estimateTokens(text), whole: shown + sum(deferred) };
    return { inline, deferred, level, text, tokens };
  };
  return {
    present(seen) {
      const { inline, deferred, level, text, tokens } = tell(seen);
      return {
        inline: inline.map(shownWhole),
        deferred: deferred.map(shownLater),
        level,
        listing: redact(text),
        tokens,
      };
    },
    report(seen) {
      const { inline, deferred, level, tokens } = tell(seen);
      const [shown, later] = [bySource(inline), bySource(deferred)];
      const sources = [...new Set([...shown.keys(), ...later.keys()])].map((source): SourceCost => {
        const [own, others] = [shown.get(source) ?? [], later.get(source) ?? []];
        return {
          source,
          tools: own.length + others.length,
          deferred: others.length,
          inline: sum(own),
          names: estimateTokens(others.map(({ name }) => name).join(', ')),
          saved: sum(others),
        };
      });
      const report = { level, tokens, sources: sources.toSorted(byCost) };
      if (seen.most === null) return report;
      return { ...report, limit: { maxTools: seen.most, leftOut: deferred.map(({ name }) => name) } };
    },
  };
}

function bySource(tools: readonly Tool[]): ReadonlyMap<string, readonly Tool[]> {
  return Map.groupBy(tools, (tool) => tool.origin.source);
}

function byCost(left: SourceCost, right: SourceCost): number {
  return right.inline - left.inline || right.saved - left.saved || (left.source < right.source ? -1 : 1);
}

function presentedTool({ name, title, description, parameters, tags, locked, origin }: Tool): PresentedTool {
  const lines = [
    locked ? `Locked: every call is refused. ${description}` : description,
    ...(tags.length === 0 ? [] : [`Tags: ${tags.join(', ')}`]),
  ];
  return {
    name,
    title,
    description: lines.filter((line) => line !== '').join('\n'),
    parameters,
    source: origin.source,
  };
}
