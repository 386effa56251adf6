// KDL as plain nodes, whether the text is of its first or its second version.
import { parseCompat } from '@bgotink/kdl/v1-compat';
import { CapabilityError } from '../../../contract/index.ts';
import { scalarText, scalarTexts } from '../foreign/values.ts';

/** A specification of a thousand commands has half a megabyte. */
const mostText = 8_000_000;
/** The parser goes one level down the stack for each level of the text. */
const deepest = 64;

export interface KdlNode {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly props: ReadonlyMap<string, unknown>;
  readonly children: readonly KdlNode[];
}

type ParsedNode = ReturnType<typeof parseCompat>['nodes'][number];

/** Throws CapabilityError invalid_tool where the text is no KDL. */
export function kdlNodes(text: string): readonly KdlNode[] {
  if (text.length > mostText || isTooDeep(text)) {
    throw unusable(`is larger than ${mostText} characters, or more than ${deepest} levels deep`);
  }
  try {
    return parseCompat(text).nodes.map(plainNode);
  } catch (cause) {
    throw unusable('is no KDL of version 1 or 2', cause);
  }
}

function unusable(why: string, cause?: unknown): CapabilityError {
  const message = `What the program printed as its usage specification ${why}. Run it by hand with --usage-spec to see it.`;
  return new CapabilityError('invalid_tool', message, { cause });
}

/** Counts braces wherever they stand: in texts too, which only makes it stricter. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let most = 0;
  for (const [brace] of text.matchAll(/[{}]/g)) {
    depth = Math.max(0, depth + (brace === '{' ? 1 : -1));
    most = Math.max(most, depth);
  }
  return most > deepest;
}

function plainNode(node: ParsedNode): KdlNode {
  return {
    name: node.getName(),
    args: node.getArguments(),
    props: node.getProperties(),
    children: node.children?.nodes.map(plainNode) ?? [],
  };
}

/** What a node says under a name: as a property, or as the first argument of a child. */
export function saidOf(node: KdlNode, ...names: readonly string[]): unknown {
  for (const name of names) {
    const said = node.props.get(name) ?? node.children.find((child) => child.name === name)?.args[0];
    if (said !== undefined && said !== null) return said;
  }
  return undefined;
}

/** All that a node says under a name: the property, and every argument of each child. */
export function allOf(node: KdlNode, ...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const property = scalarText(node.props.get(name));
    const children = node.children.filter((child) => child.name === name).flatMap(({ args }) => scalarTexts(args));
    return property === null ? children : [property, ...children];
  });
}
