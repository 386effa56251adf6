// A step of the build: an import through the front door of a folder becomes an import of the file behind the door. A door names all that
// its folder has to give: whoever wants one thing of it would load all of it at a start.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Rolldown } from 'tsdown';

type Parse = Rolldown.PluginContext['parse'];
type Statement = ReturnType<Parse>['body'][number];
type Import = Extract<Statement, { readonly type: 'ImportDeclaration' }>;
type Export = Extract<Statement, { readonly type: 'ExportNamedDeclaration' }>;

/** A thing of another file, and what it is called here. */
interface Passed {
  readonly verb: 'import' | 'export';
  readonly name: string;
  readonly as: string;
}

interface Origin {
  readonly file: string;
  readonly name: string;
}

/** By name. Types are not among it: nothing is loaded for them. */
type Door = ReadonlyMap<string, Origin>;

/** Of the folders right below `source`. */
export function directImports(source: string): Rolldown.Plugin {
  const doors = new Map<string, Door>();
  return {
    name: 'direct-imports',
    buildStart: () => doors.clear(),
    transform: {
      filter: { id: /(?<!\.d)\.ts$/ },
      handler(code, id) {
        const parse: Parse = (text) => this.parse(text, { lang: 'ts' });
        const doorOf = (file: string): Door => {
          const door = doors.get(file) ?? readDoor(file, parse);
          doors.set(file, door);
          return door;
        };
        // From the end: what is replaced moves nothing that is still to be.
        return parse(code)
          .body.toReversed()
          .reduce((text, item) => {
            const file = fileOf(item, id);
            if (file === null || !isDoor(file, source)) return text;
            const direct = passedBy(item).map((passed) => directly(passed, doorOf(file), file));
            return `${text.slice(0, item.start)}${direct.join('\n')}${text.slice(item.end)}`;
          }, code);
      },
    },
  };
}

function isDoor(file: string, source: string): boolean {
  return resolve(dirname(file), '..') === source && file.endsWith('/index.ts');
}

function readDoor(file: string, parse: Parse): Door {
  return new Map(
    parse(readFileSync(file, 'utf8')).body.flatMap((item) => {
      const from = fileOf(item, file);
      if (from === null) throw new Error(`${file}: a front door has nothing but lines of "export { … } from …".`);
      return passedBy(item).map(({ name, as }): [string, Origin] => [as, { file: from, name }]);
    }),
  );
}

/** The file of ours that a statement imports or exports from. */
function fileOf(item: Statement, importer: string): string | null {
  if (item.type !== 'ImportDeclaration' && item.type !== 'ExportNamedDeclaration') return null;
  return item.source?.value.startsWith('.') ? resolve(dirname(importer), item.source.value) : null;
}

function passedBy(item: Statement): readonly Passed[] {
  if (item.type === 'ImportDeclaration' && item.importKind !== 'type') return item.specifiers.flatMap(imported);
  if (item.type === 'ExportNamedDeclaration' && item.exportKind !== 'type') return item.specifiers.flatMap(exported);
  return [];
}

function imported(item: Import['specifiers'][number]): readonly Passed[] {
  if (item.type !== 'ImportSpecifier')
    throw new Error(`A front door is imported from by name, not as ${item.local.name}.`);
  return item.importKind === 'type' ? [] : [{ verb: 'import', name: nameOf(item.imported), as: item.local.name }];
}

function exported(item: Export['specifiers'][number]): readonly Passed[] {
  return item.exportKind === 'type' ? [] : [{ verb: 'export', name: nameOf(item.local), as: nameOf(item.exported) }];
}

function nameOf(node: Export['specifiers'][number]['local']): string {
  return node.type === 'Literal' ? node.value : node.name;
}

function directly({ verb, name, as }: Passed, door: Door, file: string): string {
  const origin = door.get(name);
  if (origin === undefined) throw new Error(`${file} has no ${name}.`);
  return `${verb} { ${origin.name} as ${as} } from ${JSON.stringify(origin.file)};`;
}
