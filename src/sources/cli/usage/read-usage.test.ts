import { describe, expect, it } from 'vitest';
import type { TreeCommand } from '../command-tree.ts';
import { readUsage } from './read-usage.ts';

function only(inside: string, props = ''): TreeCommand {
  const found = readUsage(`bin "acme"\ncmd "do" ${props} {\n${inside}\n}`).commands[0];
  if (found === undefined) throw new Error('no command');
  return found;
}

describe('a usage specification', () => {
  it('says which program it is of, in either version of KDL', () => {
    const body = 'name "Acme"\nbin "acme"\nversion "2.0"\nabout "Runs acme."\n';
    const expected = {
      name: 'acme',
      version: '2.0',
      help: 'Runs acme.',
      kind: 'usage',
      confidence: 'certain',
      separates: true,
    };
    expect(readUsage(`${body}flag "-v --verbose" count=#true global=#true`)).toMatchObject(expected);
    expect(readUsage(`${body}flag "-v --verbose" count=true global=true`)).toMatchObject(expected);
  });

  it('has the program itself as the command where there is no other', () => {
    const { root, globals } = readUsage('bin "acme"\nflag "-q --quiet"\narg "<file>"');
    expect(root).toMatchObject({
      name: 'acme',
      flags: [{ flag: '--quiet' }],
      args: [{ name: 'file', required: true }],
    });
    expect(globals).toEqual([]);
  });

  it('has flags of the program that hold everywhere, and leaves those that stand before a subcommand', () => {
    const found = readUsage('flag "--cd <dir>" global=#true\nflag "--format <f>"\ncmd "run"');
    expect(found.globals.map(({ flag }) => flag)).toEqual(['--cd']);
    expect(found.doubts).toEqual(['1 flags hold only before a subcommand, such as --format: left out']);
  });

  it('has what is global from above, and nothing else of it', () => {
    const [leaf, group] = readUsage(
      'cmd "env" { flag "--all"; flag "--cd <d>" global=#true; alias "e" "en"; cmd "list" { alias "ls" hide=#true } }',
    ).commands;
    expect([leaf?.flags.map(({ flag }) => flag), leaf?.commands]).toEqual([['--all', '--cd'], []]);
    expect([group?.flags.map(({ flag }) => flag), group?.aliases]).toEqual([['--cd'], ['e', 'en']]);
    expect(group?.commands[0]).toMatchObject({ name: 'list', aliases: ['ls'] });
  });

  it('has groups that are no commands where a subcommand is required', () => {
    const found = readUsage('cmd "env" subcommand_required=#true { flag "--all"; cmd "list" }');
    expect(found.commands.map(({ commands }) => commands.length)).toEqual([1]);
  });

  it('has no commands of other programs', () => {
    const found = readUsage('cmd "run" { mount run="acme tasks" }\nmount run="acme plugins"');
    expect([...found.doubts, ...(found.commands[0]?.doubts ?? [])]).toEqual([
      'program: further commands come from a program that is not run here (mount): left out',
      'run: further commands come from a program that is not run here (mount): left out',
    ]);
  });

  it.each([
    ['nothing', '', 'nothing to call'],
    ['no command', 'bin "acme"', 'nothing to call'],
    ['no KDL', 'cmd "a" {', 'no KDL of version 1 or 2'],
    ['a page of help', 'Usage: acme [options]\n  --help  Show (help)', 'no KDL of version 1 or 2'],
    ['too deep', `${'cmd "a" {'.repeat(5_000)}${'}'.repeat(5_000)}`, 'more than 64 levels deep'],
    ['too large', `// ${'x'.repeat(8_000_001)}`, 'larger than 8000000 characters'],
  ])('is refused where it is %s', (_what, text, message) => {
    expect(() => readUsage(text)).toThrow(message);
  });
});

describe('what a command of a usage specification does to the world', () => {
  it.each([
    ['effect=read', '', 'read'],
    ['', 'effect destructive', 'destructive'],
    ['effect=read', 'arg "[value]" effect=write', 'write'],
    ['effect=read', 'flag "--save" effect=write', 'write'],
    ['', 'arg "<value>" effect=write', null],
    ['', 'arg "<value>" effect=read', null],
    ['', 'arg "<value>" effect=destructive', 'destructive'],
    ['effect=readonly', '', null],
    ['', '', null],
  ])('is the worst that is said: %s { %s } is %j', (props, inside, effect) => {
    expect(only(inside, props).effect).toBe(effect);
  });

  it('is not what its group says', () => {
    expect(readUsage('cmd "env" effect=read { cmd "rm" }').commands[0]?.commands[0]?.effect).toBeNull();
  });

  it('may hang on one flag', () => {
    const read = only('flag "--clear" effect=destructive\nflag "--follow"', 'effect=read');
    expect([read.effect, ...read.flags.map(({ dangerous }) => dangerous)]).toEqual(['read', true, false]);
  });

  it('is asked about where a value can begin the command anew', () => {
    expect(only('arg "<task>..."', 'restart_token=":::"')).toMatchObject({
      dangerous: true,
      doubts: ['a value ":::" begins another run of the command: each call asks'],
    });
  });
});

describe('the flags of a usage specification', () => {
  it.each([
    ['flag "-q --quiet"', { name: 'quiet', flag: '--quiet', kind: 'switch' }],
    ['flag "-q"', { name: 'q', flag: '-q', kind: 'switch', join: ' ' }],
    ['flag "--color" negate="--no-color" default=#true', { negation: '--no-color', fallback: ['true'] }],
    ['flag "-v --verbose" count=#true', { kind: 'count', negation: null }],
    ['flag "-v --verbose…"', { kind: 'count' }],
    ['flag "-u --user <user>"', { kind: 'value', join: '=', many: false }],
    ['flag "-u <user>"', { kind: 'value', join: ' ' }],
    ['flag --jobs { arg <N>; }', { name: 'jobs', kind: 'value' }],
    ['flag "--with <x>" var=#true', { many: true }],
    ['flag "--with... <x>"', { many: true }],
    ['flag "--with <x>..."', { many: false }],
    [
      'flag "--shell <s>" { choices "bash" "zsh"; }',
      { value: { type: 'string', choices: ['bash', 'zsh'], schema: null } },
    ],
    ['flag "--s" { arg "<s>" { choices { choice a { alias b; } } } }', { value: { choices: ['a', 'b'] } }],
    ['flag "--s <s>" { choices "a" env="X"; }', { value: { choices: null } }],
    ['flag "--file <file>" required=#true', { required: true }],
    ['flag "--file <file>" required=#true default="a"', { required: false, fallback: ['a'] }],
    ['flag "--file <file>" env="FILE" hide=#true', { env: 'FILE', hidden: true }],
    [
      'flag "--file <file>" help="Which." conflicts="--stdin" requires="--x" required_unless="--dir" deprecated="use it"',
      { description: 'Deprecated. Which. Not together with --stdin. Only together with --x. Needed without --dir.' },
    ],
    ['flag "--user" { alias "-u"; arg "<user>"; }', { flag: '--user', kind: 'value' }],
  ])('are read: %s', (text, expected) => {
    expect(only(text).flags[0]).toMatchObject(expected);
  });

  it.each([['flag "name"'], ['flag ""'], ['flag 5'], ['flag "--range <from> <to>"']])(
    'are left out and told: %s',
    (text) => {
      const read = only(text);
      expect(read.flags).toEqual([]);
      expect(read.doubts).toHaveLength(1);
    },
  );
});

describe('the arguments of a usage specification', () => {
  it.each([
    ['arg "<file>"', [['file', true, false]]],
    ['arg "[file]"', [['file', false, false]]],
    ['arg "file"', [['file', true, false]]],
    ['arg "<file>" required=#false', [['file', false, false]]],
    ['arg "<file>" default="a"', [['file', false, false]]],
    ['arg "[FILES]…" var=#true', [['files', false, true]]],
    ['arg "<start> <end>" var_min=2', [['start_end', true, true]]],
    [
      'arg "<a>..." \narg "<b>"',
      [
        ['a', true, false],
        ['b', true, false],
      ],
    ],
    ['arg "[tool]..."\narg "[-- command]..."', [['command', false, true]]],
    ['arg "<a>"\narg "[args]..." double_dash=preserve', [['a', true, false]]],
  ])('are read: %s', (text, expected) => {
    expect(only(text).args.map(({ name, required, many }) => [name, required, many])).toEqual(expected);
  });
});
