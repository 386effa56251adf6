// How the arguments of a call become a URL: data, so that what is judged is what is fetched.

/** An argument inside an address. */
export interface UrlHole {
  readonly pointer: string;
  /** `raw`: as it is. `component`: percent-encoded whole. `path`: percent-encoded but for `/`. */
  readonly encode: 'raw' | 'component' | 'path';
  /** How a list or an object is written: RFC 6570 as OpenAPI uses it; `json` as its JSON text. `name` is for `matrix`. */
  readonly style: 'simple' | 'label' | 'matrix' | 'json';
  readonly name: string;
  readonly explode: boolean;
}

export interface QueryHole {
  readonly pointer: string;
  readonly name: string;
  readonly style: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json';
  readonly explode: boolean;
  /** Characters such as `/` and `:` stay as they are; never `&`, `+`, `#` and `%`, with which a value would become more than one. */
  readonly allowReserved: boolean;
}

/**
 * Scheme, host and port are those of the text it begins with: no argument moves them. One that begins with a hole is the caller's choice
 * whole. A hole within the host is one label of it.
 */
export interface UrlShape {
  /** In their order. A text holds no value of a secret: `{secret NAME}` stands where one goes, after the host and only there. */
  readonly parts: readonly (string | UrlHole)[];
  /** What is absent or null is left out. */
  readonly query: readonly QueryHole[];
}
