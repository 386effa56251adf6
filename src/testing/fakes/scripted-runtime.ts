// A whole Runtime that answers from a script. Whatever the script does not name fails loudly, so that a surface cannot ask more than a
// test expects.
import type { Call, Caller, Outcome, Runtime, ToolDescription, ToolSummary } from '../../contract/index.ts';

export type ScriptedAnswer = (call: Call) => Outcome | Promise<Outcome>;

export interface RuntimeScript {
  readonly tools?: readonly ToolDescription[];
  /** Outcomes by the name a call gives. */
  readonly calls?: Readonly<Record<string, ScriptedAnswer>>;
  /** The outcome of a call of any other name. */
  readonly otherwise?: ScriptedAnswer;
  /** Other methods, and `owner`. */
  readonly answers?: Partial<Runtime>;
}

export interface ScriptedRuntime extends Runtime {
  /** Every call that came, in order. */
  readonly received: readonly Call[];
}

/**
 * Lists, presents and describes the scripted tools, bounded by the classes and names of the caller as a real runtime does, and answers calls by the
 * script. Rejects whatever is not scripted.
 */
export function createScriptedRuntime(script: RuntimeScript): ScriptedRuntime {
  const received: Call[] = [];
  const tools = script.tools ?? [];
  return {
    ...unscripted(),
    workspace: '/workspace',
    owner: null,
    tools: async (caller, filter) =>
      tools.filter((tool) => isVisible(tool, caller) && (!tool.hidden || filter.includeHidden === true)).map(summaryOf),
    async describeTool(caller, name) {
      const tool = tools.find((item) => item.name === name);
      if (tool !== undefined && isVisible(tool, caller)) return { ok: true, tool };
      return { ok: false, code: 'unknown', message: `There is no tool named ${JSON.stringify(name)}.`, nearest: [] };
    },
    async presentTools(caller) {
      const inline = tools.filter((tool) => isVisible(tool, caller) && (!tool.hidden || caller.seesHidden));
      return { inline, deferred: [], level: 'none', listing: '', tokens: { inline: 0, listing: 0, whole: 0 } };
    },
    async call(call) {
      received.push(call);
      const calls = script.calls ?? {};
      const answer = Object.hasOwn(calls, call.tool) ? calls[call.tool] : script.otherwise;
      if (answer === undefined) throw notScripted(`call ${JSON.stringify(call.tool)}`);
      return answer(call);
    },
    listChanges: never,
    close: () => Promise.resolve(),
    ...script.answers,
    received,
  };
}

function isVisible(tool: ToolDescription, caller: Caller): boolean {
  if (caller.policyClasses !== null && !caller.policyClasses.includes(tool.policyClass)) return false;
  return caller.allowedTools === null || caller.allowedTools.includes(tool.name);
}

function summaryOf(tool: ToolDescription): ToolSummary {
  const {
    name,
    title,
    description,
    kind,
    source,
    category,
    mode,
    policyClass,
    risk,
    tags,
    required,
    optional,
    locked,
    hidden,
    effect,
    conditional,
  } = tool;
  return {
    name,
    title,
    description,
    kind,
    source,
    category,
    mode,
    policyClass,
    risk,
    tags,
    required,
    optional,
    locked,
    hidden,
    effect,
    conditional,
  };
}

/** Its tools stay as they are. */
function never(_caller: Caller, signal: AbortSignal): AsyncIterable<never> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve({ done: true, value: undefined }), { once: true }),
        ),
    }),
  };
}

function notScripted(what: string): Error {
  return new Error(`The scripted runtime was asked to ${what}, which no test scripted.`);
}

type Unscripted = Omit<
  Runtime,
  'workspace' | 'owner' | 'listChanges' | 'tools' | 'describeTool' | 'presentTools' | 'call' | 'close'
>;

function unscripted(): Unscripted {
  const reject = (what: string) => () => Promise.reject(notScripted(what));
  return {
    capabilities: reject('report capabilities'),
    searchTools: reject('search tools'),
    explain: reject('explain'),
    collect: reject('collect'),
    approvals: reject('list approvals'),
    approval: reject('show an approval'),
    withdraw: reject('withdraw'),
    questions: reject('list questions'),
    question: reject('show a question'),
    answerQuestion: reject('answer a question'),
    mayElicit() {
      throw notScripted('say who may elicit');
    },
    elicited: reject('take an elicited answer'),
    events: reject('list events'),
    follow() {
      throw notScripted('follow events');
    },
    matrix: reject('show the matrix'),
    rules: reject('list rules'),
    grants: reject('list grants'),
    roots: reject('list roots'),
  };
}
