// What the operator says of one OpenAPI document whose operations are tools.
import type { NamedValues } from '../mcp/spec/server-spec.ts';

/** Operations that fit all of these; of each list one is enough, and an empty one asks nothing. */
export interface OperationSelection {
  /** Exactly; "" is that of an operation without tags. */
  readonly tags: readonly string[];
  /** Globs over the path as the document writes it: `/repos/**`. */
  readonly paths: readonly string[];
  /** In lower case. */
  readonly methods: readonly string[];
  /** Regular expressions in linear time, found anywhere in the name of the tool. */
  readonly tools: readonly string[];
}

/** Where the value of a security scheme comes from. */
export type CredentialSource = { readonly secret: string } | { readonly env: string };

export interface OpenApiSettings {
  /** The name of the source. */
  readonly source: string;
  /** The file or the address of the document, for messages. */
  readonly document: string;
  /** Where the document was fetched from: relative addresses of servers are below it. Null for a file. */
  readonly documentUrl: string | null;
  /** The address below which all operations are, in place of what the document says; null for that. */
  readonly server: string | null;
  /** Of the addresses of servers in the document. */
  readonly variables: Readonly<Record<string, string>>;
  /** By the name of the security scheme. */
  readonly auth: Readonly<Record<string, CredentialSource>>;
  /** Null takes all. */
  readonly include: readonly OperationSelection[] | null;
  readonly exclude: readonly OperationSelection[];
  /** Stands before each name with `_`; empty for none. */
  readonly prefix: string;
  /** What every request carries. */
  readonly headers: NamedValues;
  readonly timeoutMs: number;
}
