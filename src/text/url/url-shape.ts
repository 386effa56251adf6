// The shape of an address as text/ reads it: structurally that of contract/, which text/ does not import.

export interface UrlHole {
  readonly pointer: string;
  readonly encode: 'raw' | 'component' | 'path';
  readonly style: 'simple' | 'label' | 'matrix' | 'json';
  readonly name: string;
  readonly explode: boolean;
}

export interface QueryHole {
  readonly pointer: string;
  readonly name: string;
  readonly style: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json';
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

export interface UrlShape {
  readonly parts: readonly (string | UrlHole)[];
  readonly query: readonly QueryHole[];
}
