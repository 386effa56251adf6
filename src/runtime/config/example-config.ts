// The file that a project starts with: every setting it may hold, with its default, ready to be uncommented.

const example = `# What agents may do in this folder. Gatehouse reads this file once the folder is trusted: gatehouse trust
# Lines that begin with "#" and a word show a setting and its default or an example; remove the "#" to set it.

# How tools are gated in new sessions:
#   readonly   reading is free, anything else is asked about
#   plan-only  reading is free, most other things are refused
#   full-auto  tools run without a question, within the limits below
mode: readonly

#workspace:
  # Where tools may read and write: relative to this folder, absolute, or below ~/. A list replaces the default, this folder.
#  readRoots: [.]
#  writeRoots: [.]
  # Where guests may read; nowhere unless listed.
#  guestRoots: []
  # Parts of the write roots with a rule of their own. A pattern that begins with "*" needs quotes.
#  zones:
#    blocked: [dist]
#    silent: [drafts]
#    prompt: ['**/*.sql']
  # More files and folders that no tool may read or write.
#  protected: [private]

# Programs that agents run. The word alone, such as sandbox: required, sets nothing but the first of these.
#sandbox:
  # required (never without a whole sandbox), prefer (ask where there is none), off (never a sandbox).
#  setting: prefer
#  env:
    # selected: programs are given a short fixed list of variables; all: everything but credentials and what runs code.
#    mode: selected
    # Variables that they are never given.
#    deny: [NO_COLOR]
  # Commands that become tools of their own, gated like shell. A call gives a prompt, which comes last, and further arguments.
#  commands:
#    explicit:
#      - name: run_tests
#        description: Runs the tests whose names match the prompt.
#        argv: [npm, test, --]
#        timeout: 5m
#        workingDir: .

#net:
  # Hosts, with their subdomains, that are never fetched.
#  blockedHosts: [ads.example.com]

#policy:
  # The most specific rule that matches decides. A rule is about one tool, target, action or agent, or about all where it is silent.
#  rules:
#    - effect: ALLOW
#      tool: file_write
#      target: notes/**
#      note: Notes are the agent's own.
#    - effect: DENY
#      tool: shell
#      window: { from: '22:00', to: '06:00', zone: Europe/Berlin }
#      note: Nobody is watching at night.
  # Tools with one of these tags ask in every mode.
#  confirmTags: []
  # What becomes of a question while nobody is there to answer: deny or queue.
#  unattended: deny
  # Once a session has read what others wrote: strict, relaxed (only private data going out is asked about) or off. This file may only tighten it.
#  flow: strict
  # How long a request for approval stays open.
#  expiry: 24h

#tools:
  # Which built-in tools are there: all, none, or a list of names.
#  builtins: all
  # Tools that are not there at all.
#  disable: []
  # Time limits of single tools.
#  timeouts: { shell: 2m }
  # Lines of a page of file_read, and characters of a result that are shown.
#  readPageLines: 200
#  resultChars: 50000

# From ten tools on a model finds those of others with tool_search instead of being shown them whole; deferral: false shows all.
#deferral:
  # About how many tokens the list of what is not shown may cost in every turn.
#  budget: 2700
  # Whether searches learn from the calls that they led to; gatehouse tools forget ends what was learned.
#  learn: true

# Only your own file, ~/.config/gatehouse/config.yaml, may also hold net.internalOrigins, net.allowedHosts, net.proxy, mcp, sources, profiles, approvals, audit
# and what gives programs more: sandbox.env.allow and from, sandbox.network, sandbox.commands.profile and presets, sandbox.images.
`;

/** Sets nothing but the mode to its default. `#` before a word is a setting, `# ` a remark. */
export function exampleConfig(): string {
  return example;
}
