// The templates in the texts of an oclif program: only names of known values are put in, no expression is evaluated.

/** Of a text that speaks of the command with that id. */
export type Templates = (text: unknown, id: string) => unknown;

export interface TemplateValues {
  readonly bin: string;
  readonly name: string;
  readonly version: string;
}

const template = /<%[-=]\s*(config\.bin|config\.name|config\.version|config\.dirname|command\.id)\s*%>/g;

export function createTemplates({ bin, name, version }: TemplateValues): Templates {
  return (text, id) => {
    if (typeof text !== 'string') return text;
    const values: Readonly<Record<string, string>> = {
      'config.bin': bin,
      'config.dirname': bin,
      'config.name': name,
      'config.version': version,
      'command.id': id,
    };
    return text.replaceAll(template, (whole, key: string) => values[key] ?? whole);
  };
}
