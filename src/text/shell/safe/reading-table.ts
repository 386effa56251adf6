// Programs that only read and print, each with the options under which that holds. A program or an option that is not here is asked about.

/**
 * What operands are. `paths` are read, `texts` are not looked at as paths, `pattern` is a text and paths after it unless an option gave the
 * pattern, `one` is at most one path (a second one would be written), `format` begins with a plus sign.
 */
export type OperandKind = 'none' | 'paths' | 'one' | 'texts' | 'pattern' | 'format';

export interface ReadingProgram {
  readonly operands: OperandKind;
  /** See `optionList`. */
  readonly options: string;
  /** A file that is named like an option does no harm to it: `cat *`. */
  readonly takesGlobs?: boolean;
  /** Prints its words and nothing else, so that a harmless variable may stand in them. */
  readonly prints?: boolean;
}

const digest =
  'bctwz --binary --check --tag --text --zero --quiet --status --strict --warn --ignore-missing a= --algorithm= l= --length=';
const grep =
  'ivwxcloqsHhnbTzEFGPaIrUyL -# e= f< m= A= B= C= d= D= --regexp= --file< --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count ' +
  '--color? --colour? --files-without-match --files-with-matches --max-count= --only-matching --quiet --silent --no-messages --byte-offset ' +
  '--with-filename --no-filename --label= --line-number --initial-tab --null --null-data --after-context= --before-context= --context= --text ' +
  '--binary-files= --devices= --directories= --exclude= --exclude-dir= --exclude-from< --include= --recursive ' +
  '--line-buffered --extended-regexp --fixed-strings --basic-regexp --perl-regexp --group-separator= --no-group-separator --help --version V';

export const readingTable: Readonly<Record<string, ReadingProgram>> = {
  ls: {
    operands: 'paths',
    options:
      'aAbBcCdfFgGhHiIklLmnNopqQrRsStuUvxXZ1 I= T= w= --all --almost-all --author --escape --block-size= --ignore-backups --color? --directory --dired ' +
      '--classify? --file-type --format= --full-time --group-directories-first --no-group --human-readable --si --dereference --hide= --hyperlink? ' +
      '--indicator-style= --inode --ignore= --kibibytes --literal --numeric-uid-gid --hide-control-chars --show-control-chars --quote-name ' +
      '--quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero --help --version',
    takesGlobs: true,
  },
  vdir: { operands: 'paths', options: 'aAhrRtS --all', takesGlobs: true },
  dir: { operands: 'paths', options: 'aAlhrRtS1 --all', takesGlobs: true },
  pwd: { operands: 'none', options: 'LP --logical --physical' },
  cat: {
    operands: 'paths',
    options:
      'AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting --help --version',
    takesGlobs: true,
  },
  tac: { operands: 'paths', options: 'br s= --before --regex --separator=', takesGlobs: true },
  head: {
    operands: 'paths',
    options: 'qvz -# n= c= --lines= --bytes= --quiet --silent --verbose --zero-terminated --help --version',
    takesGlobs: true,
  },
  tail: {
    operands: 'paths',
    options: 'qvz -# n= c= --lines= --bytes= --quiet --silent --verbose --zero-terminated',
    takesGlobs: true,
  },
  nl: {
    operands: 'paths',
    options:
      'p b= d= f= h= i= l= n= s= v= w= --body-numbering= --number-format= --number-width= --number-separator= --starting-line-number=',
    takesGlobs: true,
  },
  wc: {
    operands: 'paths',
    options: 'clmwL --bytes --chars --lines --max-line-length --words --total= --help --version',
    takesGlobs: true,
  },
  sort: {
    operands: 'paths',
    options:
      'bcCdfghiMnmRrsuVz k= S= t= --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort ' +
      '--human-numeric-sort --numeric-sort --random-sort --reverse --sort= --version-sort --check? --key= --merge --stable --buffer-size= ' +
      '--field-separator= --parallel= --unique --zero-terminated --debug --help --version',
  },
  uniq: {
    operands: 'one',
    options:
      'cdDiuz f= s= w= --count --repeated --all-repeated? --skip-fields= --group? --ignore-case --skip-chars= --unique --zero-terminated --check-chars=',
  },
  cut: {
    operands: 'paths',
    options:
      'nsz b= c= d= f= --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter= --zero-terminated',
    takesGlobs: true,
  },
  tr: { operands: 'texts', options: 'cCdst --complement --delete --squeeze-repeats --truncate-set1' },
  paste: { operands: 'paths', options: 'sz d= --delimiters= --serial --zero-terminated', takesGlobs: true },
  join: {
    operands: 'paths',
    options: 'iz a= e= j= o= t= v= 1= 2= --check-order --nocheck-order --header --ignore-case --zero-terminated',
  },
  comm: {
    operands: 'paths',
    options: '123z --check-order --nocheck-order --output-delimiter= --total --zero-terminated',
  },
  cmp: { operands: 'paths', options: 'bls i= n= --print-bytes --verbose --quiet --silent --bytes= --ignore-initial=' },
  diff: {
    operands: 'paths',
    options:
      'abBcdeEiNpqrstTuwyZ C= U= W= F= I= x= --normal --brief --report-identical-files --context? --unified? --ed --rcs --side-by-side --width= --left-column ' +
      '--suppress-common-lines --show-c-function --show-function-line= --label= --expand-tabs --initial-tab --recursive --no-dereference --new-file ' +
      '--unidirectional-new-file --ignore-file-name-case --exclude= --exclude-from< --starting-file= --ignore-case --ignore-tab-expansion ' +
      '--ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr ' +
      '--minimal --color? --speed-large-files --help --version',
  },
  fold: { operands: 'paths', options: 'bs w= -# --bytes --spaces --width=', takesGlobs: true },
  fmt: {
    operands: 'paths',
    options: 'cstu w= p= g= -# --crown-margin --split-only --uniform-spacing --width= --goal= --prefix=',
    takesGlobs: true,
  },
  column: {
    operands: 'paths',
    options:
      'txenJ s= o= c= N= R= T= H= O= d --table --separator= --output-separator= --output-width= --json --table-columns= --fillrows',
    takesGlobs: true,
  },
  expand: { operands: 'paths', options: 'i t= --initial --tabs=', takesGlobs: true },
  unexpand: { operands: 'paths', options: 'a t= --all --first-only --tabs=', takesGlobs: true },
  rev: { operands: 'paths', options: '', takesGlobs: true },
  od: {
    operands: 'paths',
    options:
      'abcdfiloshxv A= j= N= S= t= w? --address-radix= --skip-bytes= --read-bytes= --format= --output-duplicates --strings? --width?',
  },
  hexdump: { operands: 'paths', options: 'bcCdovx n= s= e= --canonical --length= --skip= --no-squeezing' },
  xxd: { operands: 'one', options: 'abeiuEp c= g= l= o= s= -#' },
  strings: { operands: 'paths', options: 'afow -# n= t= e= --all --print-file-name --bytes= --radix= --encoding=' },
  stat: {
    operands: 'paths',
    options: 'fLt c= --dereference --file-system --format= --printf= --terse --cached=',
    takesGlobs: true,
  },
  file: {
    operands: 'paths',
    options:
      'bcdehiklLNnprsSvE0 F= P= e= --brief --mime --mime-type --mime-encoding --dereference --no-dereference --separator= --no-pad --version --extension',
  },
  tree: {
    operands: 'paths',
    options:
      'adfixqNQpugshDFvtcUrACSnJX L= P= I= H= T= --gitignore --noreport --dirsfirst --filesfirst --prune --du --si --sort= --matchdirs --ignore-case',
  },
  basename: { operands: 'texts', options: 'az s= --multiple --suffix= --zero' },
  dirname: { operands: 'texts', options: 'z --zero' },
  realpath: {
    operands: 'paths',
    options:
      'emLPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --zero --no-symlinks --relative-to= --relative-base=',
    takesGlobs: true,
  },
  readlink: {
    operands: 'paths',
    options: 'femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --zero',
    takesGlobs: true,
  },
  pr: { operands: 'paths', options: 'adFfmrtTvJ -# l= w= o= h= --omit-header --across --merge' },
  look: { operands: 'pattern', options: 'dfa t=' },
  zcat: { operands: 'paths', options: 'fqv' },
  lscpu: { operands: 'none', options: 'abceJpy' },
  lsblk: { operands: 'none', options: 'abdfiJlmnOpPrStT o= --fs --json --list --output= --all' },
  who: { operands: 'none', options: 'abHlmqrstTu' },
  seq: { operands: 'texts', options: 'w f= s= -# --format= --separator= --equal-width' },
  expr: { operands: 'texts', options: '' },
  factor: { operands: 'texts', options: '' },
  numfmt: {
    operands: 'texts',
    options:
      'z d= --from= --to= --from-unit= --to-unit= --padding= --round= --suffix= --format= --field= --header? --delimiter= --grouping --invalid=',
  },
  iconv: {
    operands: 'paths',
    options: 'cls f= t= --from-code= --to-code= --list --silent --verbose',
    takesGlobs: false,
  },
  shuf: { operands: 'paths', options: 'rz n= i= --head-count= --input-range= --repeat --zero-terminated' },
  tsort: { operands: 'one', options: '' },
  base64: { operands: 'one', options: 'di w= --decode --ignore-garbage --wrap=' },
  base32: { operands: 'one', options: 'di w= --decode --ignore-garbage --wrap=' },
  cksum: { operands: 'paths', options: digest, takesGlobs: true },
  sum: { operands: 'paths', options: 'rs --sysv', takesGlobs: true },
  md5sum: { operands: 'paths', options: digest, takesGlobs: true },
  sha1sum: { operands: 'paths', options: digest, takesGlobs: true },
  sha224sum: { operands: 'paths', options: digest, takesGlobs: true },
  sha256sum: { operands: 'paths', options: digest, takesGlobs: true },
  sha384sum: { operands: 'paths', options: digest, takesGlobs: true },
  sha512sum: { operands: 'paths', options: digest, takesGlobs: true },
  b2sum: { operands: 'paths', options: digest, takesGlobs: true },
  du: {
    operands: 'paths',
    options:
      'abcDhHklLmsSx0 B= d= t= X< --all --apparent-size --block-size= --bytes --total --dereference --max-depth= --human-readable --si --inodes --summarize ' +
      '--separate-dirs --threshold= --exclude= --one-file-system --time? --null',
    takesGlobs: true,
  },
  df: {
    operands: 'paths',
    options:
      'ahHiklPTv B= t= x= --all --block-size= --human-readable --si --inodes --local --portability --print-type --total --type= --exclude-type= --output?',
  },
  echo: { operands: 'texts', options: 'neE', takesGlobs: true, prints: true },
  printf: { operands: 'texts', options: '', prints: true },
  true: { operands: 'texts', options: '', prints: true },
  false: { operands: 'texts', options: '', prints: true },
  ':': { operands: 'texts', options: '', prints: true },
  uname: {
    operands: 'none',
    options:
      'asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --operating-system',
  },
  arch: { operands: 'none', options: '' },
  nproc: { operands: 'none', options: '--all --ignore=' },
  date: {
    operands: 'format',
    options: 'uR d= r< I? --date= --reference< --utc --universal --rfc-email --rfc-3339= --iso-8601?',
  },
  cal: { operands: 'texts', options: '13smjyYw n= --monday --sunday --three' },
  uptime: { operands: 'none', options: 'ps --pretty --since' },
  free: {
    operands: 'none',
    options: 'bkmghtwlv --bytes --kibi --mebi --gibi --kilo --mega --giga --human --si --total --wide --lohi',
  },
  id: { operands: 'texts', options: 'agGnruz --group --groups --name --real --user --zero' },
  groups: { operands: 'texts', options: '' },
  whoami: { operands: 'none', options: '' },
  logname: { operands: 'none', options: '' },
  tty: { operands: 'none', options: 's --silent --quiet' },
  hostname: { operands: 'none', options: 'dfiIsA --short --fqdn --long --domain --ip-address --all-ip-addresses' },
  locale: { operands: 'texts', options: 'ackm --all-locales --charmaps' },
  getconf: { operands: 'texts', options: 'a' },
  sleep: { operands: 'texts', options: '' },
  which: { operands: 'texts', options: 'as --all' },
  type: { operands: 'texts', options: 'afptP' },
  grep: { operands: 'pattern', options: grep, takesGlobs: true },
  egrep: { operands: 'pattern', options: grep, takesGlobs: true },
  fgrep: { operands: 'pattern', options: grep, takesGlobs: true },
  rg: {
    operands: 'pattern',
    options:
      'aclnNoFiSsvwxUPHIqhuV0. -# e= f< g= t= T= m= A= B= C= d= M= E= r= j= --regexp= --file< --glob= --iglob= --type= --type-not= --type-list --files --count ' +
      '--count-matches --files-with-matches --files-without-match --line-number --no-line-number --ignore-case --smart-case --case-sensitive ' +
      '--fixed-strings --invert-match --word-regexp --line-regexp --multiline --multiline-dotall --only-matching --max-count= --max-depth= ' +
      '--max-columns= --max-filesize= --after-context= --before-context= --context= --heading --no-heading --color= --colors= --column --no-column --json ' +
      '--hidden --no-hidden --no-ignore --no-ignore-vcs --unrestricted --with-filename --no-filename --null --pcre2 --replace= --sort= --sortr= --stats --trim ' +
      '--vimgrep --passthru --passthrough --quiet --text --threads= --no-messages --no-config --help --version',
  },
  jq: {
    operands: 'pattern',
    options:
      'cCMarsSeRnj --compact-output --color-output --monochrome-output --ascii-output --raw-output --slurp --sort-keys --exit-status --raw-input --null-input --join-output --tab --indent=',
  },
};
