// Programs that run the program in their arguments, with the options each takes before it.
import { optionList, type OptionList } from '../safe/option-spec.ts';

export interface Launcher {
  readonly list: OptionList;
  /** Operands before the program: the duration of timeout. */
  readonly operands: number;
  /** Adds nothing but the program it runs. */
  readonly isHarmless: boolean;
  /** Under these options it prints about a program and runs none, or what follows is no program. */
  readonly unless: ReadonlySet<string>;
}

interface Row {
  readonly options: string;
  readonly operands?: number;
  readonly isHarmless?: boolean;
  readonly unless?: string;
}

const sudo =
  'A b C= D= E e g= H h= i k K l n P p= R= r= S s T= t= U= u= V v --user= --group= --login --non-interactive --preserve-env? --stdin --set-home --chdir=';

const rows: Readonly<Record<string, Row>> = {
  env: { options: 'i0 u= C= v --ignore-environment --unset= --chdir= --null --debug', isHarmless: true },
  nice: { options: 'n= -# --adjustment=', isHarmless: true },
  timeout: {
    options: 'k= s= v --foreground --preserve-status --kill-after= --signal= --verbose',
    operands: 1,
    isHarmless: true,
  },
  stdbuf: { options: 'i= o= e= --input= --output= --error=', isHarmless: true },
  command: { options: 'pvV', isHarmless: true, unless: '-v -V' },
  builtin: { options: '', isHarmless: true },
  time: { options: 'pv f= o< a --portability --verbose --format= --output< --append' },
  nohup: { options: '' },
  setsid: { options: 'cfw --ctty --fork --wait' },
  ionice: { options: 'c= n= p= P= u= t --class= --classdata= --ignore' },
  chrt: { options: 'abfiorRmpv T= P= D=', operands: 1 },
  taskset: { options: 'acp --cpu-list --all-tasks', operands: 1 },
  numactl: { options: 'N= m= C= i= l --cpunodebind= --membind= --interleave=' },
  exec: { options: 'cl a=' },
  xargs: {
    options:
      '0rtxpo a< d= E= e? I= i? L= l? n= P= s= --null --arg-file< --delimiter= --eof? --replace? --max-lines? --max-args= --max-procs= --max-chars= --no-run-if-empty --verbose --interactive --exit --open-tty --process-slot-var=',
  },
  parallel: {
    options:
      'j= k n= N= L= l= I= a< 0 u X m q --jobs= --keep-order --max-args= --dry-run --bar --progress --eta --halt= --tag --null --no-notice --will-cite --colsep= --arg-file<',
  },
  sudo: { options: sudo, unless: '-l -v -k -K -V' },
  doas: { options: 'Lns a= C= u=' },
  pkexec: { options: '--user= --disable-internal-agent --keep-cwd' },
  runuser: { options: 'flmp u= g= G= s= --user= --login --preserve-environment' },
  setpriv: { options: '--reuid= --regid= --clear-groups --no-new-privs --groups= --init-groups' },
  chroot: { options: '--userspec= --groups= --skip-chdir', operands: 1 },
  unshare: { options: 'mpnuiUfrCT --mount --pid? --net? --user? --fork --map-root-user --mount-proc? --root= --wd=' },
  nsenter: { options: 'amnpuiUCT? t= S= G= r? w? F --all --target= --mount? --pid? --net? --user?' },
  flock: {
    options: 'censuxFo w= E= --exclusive --shared --nonblock --unlock --timeout= --verbose --no-fork',
    operands: 1,
  },
  strace: { options: 'cCdfFhiqrtTvVwxyYz e= o< s= p= a= b= E= I= O= P= S= u= X=' },
  ltrace: { options: 'cCfhiLrStTV e= o< s= p= a= u= n=' },
  unbuffer: { options: 'p' },
  busybox: { options: '' },
  toybox: { options: '' },
  caffeinate: { options: 'dimsu t= w=' },
  catchsegv: { options: '' },
  chronic: { options: 'ev' },
  proxychains: { options: 'q f<' },
  torsocks: { options: 'i' },
  'systemd-run': {
    options:
      'dGPqtr E= p= u= M= H= --user --scope --unit= --property= --pty --pipe --wait --quiet --collect --uid= --gid= --setenv= --description= --same-dir --shell',
  },
  'systemd-inhibit': { options: '--what= --who= --why= --mode=' },
  'dbus-run-session': { options: '--config-file= --dbus-daemon=' },
  faketime: { options: 'fm', operands: 1 },
  prlimit: { options: '--nofile= --cpu= --fsize= --as= --nproc= --core= v' },
};

export const launchers: ReadonlyMap<string, Launcher> = new Map(
  Object.entries(rows).map(([name, { options, operands = 0, isHarmless = false, unless = '' }]) => [
    name,
    { list: optionList(options), operands, isHarmless, unless: new Set(unless.split(' ')) },
  ]),
);

export const shells: ReadonlySet<string> = new Set(
  'sh bash dash zsh ksh mksh fish ash rbash csh tcsh yash posh'.split(' '),
);
/** Those of which a text means what is read here: others have words and signs of their own. */
export const plainShells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash']);
export const shellOptions = optionList(
  'abefhikmnprtuvxBCDEHPTcls o= O= --norc --noprofile --posix --login --rcfile< --init-file< --verbose --restricted',
);
/** Programs that run what they read from their input, where nothing else is named. */
export const interpreters =
  /^(?:python[\d.]*|pypy3?|perl[\d.]*|ruby[\d.]*|node|nodejs|deno|bun|php[\d.]*|lua(?:jit)?[\d.]*|tclsh[\d.]*|osascript|pwsh|powershell|Rscript|julia|scala|groovy|guile|irb|ghci|elixir|erl)$/;
