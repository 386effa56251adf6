// Whether a command runs what came from the network: nobody has seen it, and its sender decides what it does.
import { argumentsOf, type Form } from '../forms/form.ts';
import { interpreters, shells } from '../forms/launchers.ts';
import type { SimpleCommand } from '../read/script.ts';

const clients = new Set(
  'curl curlie wget wget2 nc ncat netcat socat telnet ftp tftp sftp ssh http https httpie xh aria2c axel lynx w3m links elinks fetch lwp-request lwp-download GET gsutil s3cmd rclone'.split(
    ' ',
  ),
);

export function isNetworkClient({ program }: Form): boolean {
  return clients.has(program);
}

/** Takes its program from its standard input. */
export function runsItsInput(forms: readonly Form[], command: SimpleCommand): boolean {
  if (
    command.redirects.some(
      ({ operator, stream }) => operator.startsWith('<') && stream !== 'variable' && (stream ?? 0) === 0,
    )
  )
    return false;
  const isFedByWords = forms.some(({ program }) => program === 'xargs' || program === 'parallel');
  return forms.some((form) => {
    if (form.program === 'eval') return argumentsOf(form).some(({ kind }) => kind === 'open');
    if (form.program === 'source' || form.program === '.')
      return /^(?:\/dev\/(?:stdin|fd\/0)|-)$/.test(argumentsOf(form)[0]?.value ?? '');
    if (!shells.has(form.program) && !interpreters.test(form.program)) return false;
    return isFedByWords || readsProgram(form);
  });
}

/** A text, a module or a file is named: the input is what it works on. */
const namesShellText = /^-[a-zA-Z]*c/;
const namesText = /^-[a-zA-Z]*[cempPVhn]|^--(?:eval|print|version|help)/;

function readsProgram(form: Form): boolean {
  const values = argumentsOf(form).map(({ value }) => value);
  const named = shells.has(form.program) ? namesShellText : namesText;
  if (values.some((value) => /^(?:-[a-zA-Z]*s|-|\/dev\/stdin|\/dev\/fd\/0)$/.test(value))) return true;
  return values.every((value) => value.startsWith('-') && !named.test(value));
}

/** Its program is what a substitution in its own words gives: `sh -c "$(…)"`, `source <(…)`, `eval …`. */
export function runsItsSubstitution(forms: readonly Form[], command: SimpleCommand): boolean {
  return forms.some((form) => {
    const args = argumentsOf(form);
    if (form.program === 'eval') return args.some(({ kind }) => kind === 'open');
    const isSource = form.program === 'source' || form.program === '.';
    if (!isSource && !shells.has(form.program) && !interpreters.test(form.program)) return false;
    const text = args.find(({ value, kind }) => kind === 'open' || !value.startsWith('-'));
    return text?.kind === 'open' || command.redirects.some(({ target }) => target?.kind === 'open');
  });
}
