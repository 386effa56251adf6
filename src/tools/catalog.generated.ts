// Written by scripts/generate-catalog.ts; change the tools and run it again.
import type { Tool } from '../contract/index.ts';

/** Every built-in tool, by name. Descriptions only: nothing here runs. */
export const builtinCatalog: readonly Tool[] = [
  {
    "defaultEffect": null,
    "locked": false,
    "ownerOnly": false,
    "hidden": false,
    "alwaysAsk": false,
    "tags": [],
    "aliases": [
      "calc",
      "eval",
      "math"
    ],
    "argumentAliases": {
      "expr": "expression"
    },
    "examples": [
      {
        "description": "Exact integers of any size up to 4096 bits",
        "arguments": {
          "expression": "2**200 // 3"
        }
      },
      {
        "description": "A percentage",
        "arguments": {
          "expression": "249.90 * 19 / 119"
        }
      }
    ],
    "failureModes": [
      "A name or a call (sqrt, pi, True): write the number instead, such as 2 ** 0.5.",
      "An exponent beyond ±1000, an integer beyond 4096 bits, or a float that overflows.",
      "Division by zero."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "calculate",
    "title": "Calculate",
    "description": "Evaluate an arithmetic expression: + - * / // % ** and parentheses over integers (exact) and floats, with the meaning they have in Python. No names, functions or booleans.",
    "mode": "python_eval",
    "category": "compute",
    "risk": "low",
    "effects": [],
    "timeoutMs": 10000,
    "whenToUse": "Whenever a number has to be right: totals, percentages, unit factors, large integers.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "expression": {
          "type": "string",
          "description": "Such as (2 + 3) * 4 ** 2. At most 1,000 characters and 128 numbers and operators."
        }
      },
      "required": [
        "expression"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "9ba719aa3052d6239ffd07bad19560205ad7b6b7355f9aacb0b3f0c1aff21b82"
    }
  },
  {
    "defaultEffect": null,
    "locked": false,
    "ownerOnly": false,
    "hidden": false,
    "alwaysAsk": false,
    "tags": [],
    "aliases": [
      "capabilities"
    ],
    "argumentAliases": {},
    "examples": [
      {
        "description": "The whole report",
        "arguments": {}
      }
    ],
    "failureModes": [],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "describe_capabilities",
    "title": "Describe capabilities",
    "description": "Report what can be done here now: tools by mode, MCP servers, skills, subagents, session mode, sandbox, limits, and what is always refused.",
    "mode": "introspect",
    "category": "system",
    "risk": "low",
    "effects": [],
    "timeoutMs": 10000,
    "whenToUse": "When you are asked what you can do, or need to know whether something is possible before you promise it.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {},
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "02798692f01ebebfbd1b82ddc62c86c7c01b9a7df86c5ac36a2b34a896ccd786"
    }
  },
  {
    "defaultEffect": null,
    "locked": false,
    "ownerOnly": false,
    "hidden": false,
    "alwaysAsk": false,
    "tags": [],
    "aliases": [],
    "argumentAliases": {
      "name": "tool_name",
      "tool": "tool_name"
    },
    "examples": [
      {
        "description": "The schema of file_read",
        "arguments": {
          "tool_name": "file_read"
        }
      }
    ],
    "failureModes": [
      "A blank name, or one of over 200 characters.",
      "An unknown name: near matches are given, not the whole list."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "describe_tool",
    "title": "Describe a tool",
    "description": "Report one tool's live schema: purpose, required and optional arguments, types, and what a call would meet now. Runs nothing and grants nothing.",
    "mode": "introspect",
    "category": "system",
    "risk": "low",
    "effects": [],
    "timeoutMs": 10000,
    "whenToUse": "Before a first call of a tool whose arguments you do not know.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "tool_name": {
          "type": "string",
          "description": "The exact name of the tool, or one of its aliases."
        }
      },
      "required": [
        "tool_name"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "124f2fbd6e8c4e7ec44e6575fe0d9f028876dc3d03c2880ed74294fc6397ffa8"
    }
  },
  {
    "defaultEffect": "ALLOW",
    "locked": false,
    "ownerOnly": false,
    "hidden": false,
    "alwaysAsk": false,
    "tags": [],
    "aliases": [
      "noema_note",
      "noema.note"
    ],
    "argumentAliases": {
      "content": "text",
      "note": "text"
    },
    "examples": [
      {
        "description": "Keep a decision",
        "arguments": {
          "text": "The user wants the report in German."
        }
      }
    ],
    "failureModes": [
      "A blank note, or one of more than 10,000 characters, is refused: shorten it or write two."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "note",
    "title": "Note",
    "description": "Write a note to keep a finding, a decision or an open question with this session. Changes nothing else.",
    "mode": "note",
    "category": "memory",
    "risk": "low",
    "effects": [
      "remembers"
    ],
    "timeoutMs": 10000,
    "whenToUse": "When something should still be known later in the session: what was found, what was decided, what is left.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "text": {
          "type": "string",
          "maxLength": 10000,
          "pattern": "\\S",
          "description": "The note, at most 10,000 characters, not blank."
        }
      },
      "required": [
        "text"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "58a03314d64bbe67229ae4dae04d967ce7c6e32aa684f7bd9123741e42e606ea"
    }
  },
  {
    "defaultEffect": null,
    "locked": false,
    "ownerOnly": false,
    "hidden": false,
    "alwaysAsk": false,
    "tags": [],
    "aliases": [],
    "argumentAliases": {
      "tool_name": "name",
      "tool": "name"
    },
    "examples": [
      {
        "description": "All about the shell",
        "arguments": {
          "name": "shell"
        }
      }
    ],
    "failureModes": [
      "A blank name, or one of over 200 characters.",
      "An unknown name: near matches are given, not the whole list."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "tool_help",
    "title": "Help on a tool",
    "description": "Read the full documentation of one tool: purpose, when to use it, arguments, examples, failure modes, setup, and what a call would meet now.",
    "mode": "introspect",
    "category": "system",
    "risk": "low",
    "effects": [],
    "timeoutMs": 10000,
    "whenToUse": "When a tool did not do what you expected, or before using one that can do harm.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "description": "The exact name of the tool, or one of its aliases."
        }
      },
      "required": [
        "name"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "042b5ac10041f68e633d9684c5d386239cdaafb5c88e30477849b7683c3b9351"
    }
  },
  {
    "defaultEffect": null,
    "locked": false,
    "ownerOnly": false,
    "hidden": false,
    "alwaysAsk": false,
    "tags": [],
    "aliases": [
      "http_fetch",
      "http.fetch"
    ],
    "argumentAliases": {
      "uri": "url",
      "link": "url",
      "offset": "start",
      "limit": "max_chars"
    },
    "examples": [
      {
        "description": "Read an article",
        "arguments": {
          "url": "https://example.com/article"
        }
      },
      {
        "description": "Go on where the last part ended",
        "arguments": {
          "url": "https://example.com/article",
          "start": 20000
        }
      }
    ],
    "failureModes": [
      "An internal or malformed address, or a host the operator blocks: refused before anything is looked up.",
      "A redirect to such an address, from https to http, or the sixth in a row: failed.",
      "A status of 400 or more: the page is returned, marked as an error.",
      "A body over 5 MiB: its beginning is read and the header says so.",
      "An image, a PDF or another file: only its type and size are told."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/url",
        "kind": "url",
        "action": "get"
      }
    ],
    "actionPointer": null,
    "untrustedResult": true,
    "policyClass": "network",
    "name": "web_fetch",
    "title": "Fetch a web page",
    "description": "Fetch a public URL and read it: the readable text of a page as Markdown, JSON verbatim, other text as it is. Long pages come in parts (start, max_chars). Internal addresses are refused.",
    "mode": "http_get",
    "category": "web",
    "risk": "medium",
    "effects": [
      "egress"
    ],
    "timeoutMs": 90000,
    "whenToUse": "When you have a URL, from the user or from a search, and need what stands there.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "url": {
          "type": "string",
          "minLength": 1,
          "maxLength": 8192,
          "description": "The whole URL, http or https, without user name or password."
        },
        "max_chars": {
          "default": 20000,
          "description": "Characters of text to return.",
          "type": "integer",
          "minimum": 1,
          "maximum": 200000
        },
        "start": {
          "default": 0,
          "description": "Where to go on in a long page: the number that its header names.",
          "type": "integer",
          "minimum": 0,
          "maximum": 100000000
        }
      },
      "required": [
        "url"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "141fe7fe936da660624133a0db3dd5597dfdfd67cb6ef83443f91fe9f943dd9c"
    }
  }
];
