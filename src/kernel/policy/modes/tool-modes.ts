// The modes of tools there are. A tool that names another is refused at registration.
import type { ToolMode } from '../tool-mode.ts';
import { gitRead } from './files/git-read.ts';
import { gitWrite } from './files/git-write.ts';
import { readText } from './files/read-text.ts';
import { repomap } from './files/repomap.ts';
import { writeText } from './files/write-text.ts';
import { cron } from './inside/cron.ts';
import { introspect } from './inside/introspect.ts';
import { lastOutput } from './inside/last-output.ts';
import { memory } from './inside/memory.ts';
import { note } from './inside/note.ts';
import { skill } from './inside/skill.ts';
import { browser } from './network/browser.ts';
import { httpGet } from './network/http-get.ts';
import { httpPost } from './network/http-post.ts';
import { search } from './network/search.ts';
import { access } from './people/access.ts';
import { human } from './people/human.ts';
import { plan } from './people/plan.ts';
import { subagent } from './people/subagent.ts';
import { autotest } from './programs/autotest.ts';
import { cli } from './programs/cli.ts';
import { cliAnything } from './programs/cli-anything.ts';
import { docker } from './programs/docker.ts';
import { gui } from './programs/gui.ts';
import { pythonEval } from './programs/python-eval.ts';
import { shell } from './programs/shell.ts';
import { codeReview } from './services/code-review.ts';
import { generate } from './services/generate.ts';
import { localModels } from './services/local-models.ts';
import { mcpManage } from './services/mcp-manage.ts';
import { mcp } from './services/mcp.ts';
import { send } from './services/send.ts';

/** In the order of the table in the design. */
export const toolModes: readonly ToolMode[] = [
  readText,
  writeText,
  shell,
  gitRead,
  gitWrite,
  docker,
  httpGet,
  httpPost,
  search,
  browser,
  subagent,
  autotest,
  mcp,
  generate,
  send,
  cron,
  memory,
  mcpManage,
  localModels,
  cliAnything,
  cli,
  codeReview,
  pythonEval,
  lastOutput,
  introspect,
  skill,
  repomap,
  plan,
  human,
  note,
  access,
  gui,
];

// A Map, so that `constructor` and `__proto__` are no modes.
const byName = new Map(toolModes.map((mode) => [mode.name, mode]));

/** The mode of exactly this name. */
export function findMode(name: string): ToolMode | undefined {
  return byName.get(name);
}
