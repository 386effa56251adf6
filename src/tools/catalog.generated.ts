// Written by scripts/generate-catalog.ts; change the tools and run it again.
import type { Tool } from '../contract/index.ts';

/** Every built-in tool, by name. Descriptions only: nothing here runs. */
export const builtinCatalog: readonly Tool[] = [
  {
    "defaultEffect": null,
    "locked": false,
    "ownerOnly": false,
    "hidden": false,
    "alwaysAsk": true,
    "tags": [],
    "aliases": [],
    "argumentAliases": {},
    "examples": [
      {
        "description": "A program from npm",
        "arguments": {
          "name": "files",
          "transport": "stdio",
          "command": "npx",
          "args": [
            "-y",
            "@modelcontextprotocol/server-filesystem@2026.1.14",
            "/srv/files"
          ]
        }
      },
      {
        "description": "An address with a token",
        "arguments": {
          "name": "github",
          "transport": "http",
          "url": "https://api.githubcopilot.com/mcp/",
          "bearer_token_env": "GITHUB_TOKEN"
        }
      }
    ],
    "failureModes": [
      "A credential that is written out, in env, args or url: refused. Name a secret or a variable.",
      "A name that is taken; stdio without command, http without url, or arguments of the other transport: refused, nobody is asked.",
      "project in a folder that is not trusted, or naming a secret: refused.",
      "Frozen (--frozen): refused.",
      "The owner says no, or does not answer in time."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/name",
        "kind": "name",
        "action": "add"
      }
    ],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "exec",
    "name": "add_mcp_server",
    "title": "Add an MCP server",
    "description": "Configure an MCP server (stdio or http). The owner is shown the whole command or URL each time, and accepts it before it is started.",
    "mode": "mcp_manage",
    "category": "system",
    "risk": "critical",
    "effects": [
      "administrative",
      "executes"
    ],
    "timeoutMs": 30000,
    "whenToUse": "When the person asked for a server, or for tools that only a server has.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "pattern": "^[A-Za-z0-9_-]{1,32}$",
          "description": "Its tools are called mcp_NAME_TOOL."
        },
        "transport": {
          "type": "string",
          "enum": [
            "stdio",
            "http"
          ],
          "description": "A program, or an address."
        },
        "command": {
          "description": "stdio: the program.",
          "type": "string",
          "minLength": 1,
          "maxLength": 4000
        },
        "args": {
          "default": [],
          "description": "stdio: its arguments.",
          "maxItems": 200,
          "type": "array",
          "items": {
            "type": "string",
            "maxLength": 4000
          }
        },
        "url": {
          "description": "http: the address.",
          "type": "string",
          "maxLength": 4000,
          "pattern": "^https?:\\/\\/"
        },
        "env": {
          "default": {},
          "description": "stdio: variables. A credential as {secret NAME} or {env NAME}.",
          "type": "object",
          "propertyNames": {
            "type": "string",
            "pattern": "^[A-Za-z_][A-Za-z0-9_]{0,127}$"
          },
          "additionalProperties": {
            "type": "string",
            "maxLength": 4000
          }
        },
        "bearer_token_env": {
          "description": "http: variable of Gatehouse that holds the token.",
          "type": "string",
          "pattern": "^[A-Za-z_][A-Za-z0-9_]{0,127}$"
        },
        "project": {
          "default": false,
          "description": "In the workspace's .mcp.json instead of the owner's configuration.",
          "type": "boolean"
        }
      },
      "required": [
        "name",
        "transport"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "e4c9814aad5497dfbbe5e1446d18fde41f48673731cf783c9c1504f1076a0b39"
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
      "message": "question",
      "prompt": "question",
      "text": "question"
    },
    "examples": [
      {
        "description": "A step that is hard to take back",
        "arguments": {
          "question": "Rename all 214 files now?"
        }
      }
    ],
    "failureModes": [
      "Nobody is there: refused.",
      "The person declines, closes the form or does not answer in time: confirmed is false, with the reason."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "ask_human_confirm",
    "title": "Ask yes or no",
    "description": "Ask the person yes or no. Answers confirmed, false for no answer. It approves no call.",
    "mode": "human",
    "category": "human",
    "risk": "low",
    "effects": [],
    "timeoutMs": 30000,
    "whenToUse": "Before a step whose wish is in doubt and that only the person can settle.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "question": {
          "type": "string",
          "minLength": 1,
          "maxLength": 2000,
          "description": "To show."
        }
      },
      "required": [
        "question"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "36b70f7edb6fda4240a122eaa568874e1822c41a95e16f0f24cd21e950ddcc7a"
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
      "message": "question",
      "prompt": "question",
      "answer": "schema"
    },
    "examples": [
      {
        "description": "A name",
        "arguments": {
          "question": "What is the new project to be called?",
          "schema": {
            "type": "string",
            "pattern": "^[a-z-]+$",
            "maxLength": 40
          }
        }
      },
      {
        "description": "A number",
        "arguments": {
          "question": "How many days?",
          "schema": {
            "type": "integer",
            "minimum": 1,
            "maximum": 30,
            "default": 7
          }
        }
      }
    ],
    "failureModes": [
      "Nobody is there: refused.",
      "Another keyword in the schema, a pattern that is none or takes more than linear time, or a default that does not fit: nobody is asked.",
      "The person declines, closes the form or does not answer in time: value is null, with the reason."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "ask_human_input",
    "title": "Ask for a text",
    "description": "Ask the person to type a text or number. Answers value, null for none. Never ask for passwords or keys.",
    "mode": "human",
    "category": "human",
    "risk": "low",
    "effects": [],
    "timeoutMs": 30000,
    "whenToUse": "When only the person knows something: a name, a number, a wish in their own words.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "question": {
          "type": "string",
          "minLength": 1,
          "maxLength": 2000,
          "description": "To show."
        },
        "schema": {
          "description": "Of the answer: type string, number, integer; pattern, maxLength, minimum…, default; multiline: true.",
          "type": "object",
          "properties": {},
          "additionalProperties": {}
        }
      },
      "required": [
        "question"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "b1aa48244d654128ff0c20f5a44dfc33734dd0de97265414bbcbb99b8a4e6e35"
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
      "message": "question",
      "prompt": "question",
      "choices": "options",
      "multiple": "several"
    },
    "examples": [
      {
        "description": "One of three",
        "arguments": {
          "question": "Which database is meant?",
          "options": [
            "staging",
            "production",
            "neither"
          ]
        }
      }
    ],
    "failureModes": [
      "Nobody is there: refused.",
      "Two options that read the same: nobody is asked.",
      "The person declines, closes the form or does not answer in time: selected is null, with the reason."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "ask_human_select",
    "title": "Ask to choose",
    "description": "Ask the person to choose an option, or several. Answers selected, null for no answer.",
    "mode": "human",
    "category": "human",
    "risk": "low",
    "effects": [],
    "timeoutMs": 30000,
    "whenToUse": "When there are a few ways to go on and the choice is the person’s.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "question": {
          "type": "string",
          "minLength": 1,
          "maxLength": 2000,
          "description": "To show."
        },
        "options": {
          "minItems": 2,
          "maxItems": 25,
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200
          },
          "description": "No two alike."
        },
        "several": {
          "default": false,
          "description": "Any number.",
          "type": "boolean"
        }
      },
      "required": [
        "question",
        "options"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "8cff4565bfe5de2132cdde1db82da8a843ed7dbea9fe23f434b5feb603c7ece4"
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
    "aliases": [],
    "argumentAliases": {
      "query": "pattern",
      "directory": "path",
      "dir": "path",
      "include": "glob",
      "case_insensitive": "ignore_case",
      "limit": "max_results"
    },
    "examples": [
      {
        "description": "Where a function is defined",
        "arguments": {
          "pattern": "function\\s+openStore\\b",
          "glob": "*.ts"
        }
      },
      {
        "description": "Plain text with the lines around it",
        "arguments": {
          "pattern": "a.b(c)",
          "regex": false,
          "context": 2
        }
      }
    ],
    "failureModes": [
      "A pattern or glob that cannot be read: what is wrong with it, and where.",
      "No such path, or one outside the roots.",
      "More matches than are shown: the total is told, narrow the search.",
      "Time over: what was found until then, marked so.",
      "ripgrep, which comes with Gatehouse, is missing or cannot be run: failed, with what to install."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/path",
        "kind": "path",
        "action": "read",
        "fallback": "."
      }
    ],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "content_search",
    "title": "Search in files",
    "description": "Find lines that match a regular expression, in all files below a directory or in one file. Shows path, line number and line; long lines are cut. Binary files, .git, and what .gitignore leaves out are not searched.",
    "mode": "read_text",
    "category": "file",
    "risk": "low",
    "effects": [],
    "timeoutMs": 130000,
    "whenToUse": "To find where something is said, defined or used, before reading whole files.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "pattern": {
          "type": "string",
          "minLength": 1,
          "maxLength": 4000,
          "description": "A regular expression (Rust syntax: no look-around, no backreferences), matched line by line."
        },
        "path": {
          "default": ".",
          "description": "The directory or file to search. Default: the workspace.",
          "type": "string",
          "minLength": 1
        },
        "glob": {
          "description": "Only files that this glob matches, such as \"*.ts\" or \"src/**\".",
          "type": "string",
          "minLength": 1,
          "maxLength": 1000
        },
        "regex": {
          "default": true,
          "description": "false: the pattern is plain text.",
          "type": "boolean"
        },
        "ignore_case": {
          "default": false,
          "description": "Upper and lower case are the same.",
          "type": "boolean"
        },
        "context": {
          "default": 0,
          "description": "Lines to show before and after each match.",
          "type": "integer",
          "minimum": 0,
          "maximum": 20
        },
        "max_results": {
          "default": 200,
          "description": "Matching lines to show.",
          "type": "integer",
          "minimum": 1,
          "maximum": 1000
        },
        "include_ignored": {
          "default": false,
          "description": "Also search files that .gitignore leaves out.",
          "type": "boolean"
        },
        "timeout_ms": {
          "default": 30000,
          "description": "When to stop searching.",
          "type": "integer",
          "minimum": 1,
          "maximum": 120000
        }
      },
      "required": [
        "pattern"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "c7199cf1bd49b7f09889f4ddda41a5ce7ff21fab95001051eb30d554289d04d0"
    }
  },
  {
    "defaultEffect": "DENY",
    "locked": true,
    "ownerOnly": false,
    "hidden": false,
    "alwaysAsk": false,
    "tags": [],
    "aliases": [],
    "argumentAliases": {},
    "examples": [],
    "failureModes": [
      "Every call: it is locked."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/name",
        "kind": "name",
        "action": "delete"
      }
    ],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_write",
    "name": "delete_database",
    "title": "Delete a database",
    "description": "Locked: would delete a whole database. Always refused; no rule, grant or mode unlocks it.",
    "mode": "write_text",
    "category": "system",
    "risk": "critical",
    "effects": [
      "writes",
      "destructive",
      "administrative"
    ],
    "timeoutMs": 1000,
    "whenToUse": "Never. Ask the person to do this themselves.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
          "description": "The name of the database."
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
      "fingerprint": "a634769cedd78531cfecce9e491b9c92bec9d54de955fd9830f7fc64cf6d5c15"
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
    "description": "Report what can be done here now: tools by mode, MCP servers, skills, subagents, session mode, sandbox, opened directories, limits, and what is always refused.",
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
      "fingerprint": "c59cddfaebbb20895b69e6d3fca09fdf08c8ffe6f0729c7f49cbd96751eaf95f"
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
      "tool_describe"
    ],
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
      "fingerprint": "e19a8746d6df064e0f8a981a33f9bd93948539f27f6e5eb00f6df8f3fa015a0c"
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
      "edit_file"
    ],
    "argumentAliases": {
      "path": "filename",
      "file": "filename",
      "file_path": "filename",
      "filepath": "filename",
      "old_text": "old_string",
      "new_text": "new_string"
    },
    "examples": [
      {
        "description": "Rename a constant in one line",
        "arguments": {
          "filename": "src/limits.ts",
          "old_string": "const limit = 10;",
          "new_string": "const mostItems = 10;"
        }
      },
      {
        "description": "Delete a line",
        "arguments": {
          "filename": "src/limits.ts",
          "old_string": "// TODO remove\n"
        }
      }
    ],
    "failureModes": [
      "The text is not there: the nearest line is told, nothing is written.",
      "The text stands there more than once: the line numbers are told, nothing is written.",
      "old_string and new_string are the same: nothing is written.",
      "A binary file, or one over 10 MiB: refused.",
      "The file changed since it was checked: failed with drift, nothing is written."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/filename",
        "kind": "path",
        "action": "write"
      }
    ],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_write",
    "name": "file_edit",
    "title": "Edit a file",
    "description": "Replace old_string by new_string in a text file. old_string must stand there exactly once, or nothing is written: give enough lines around the place. An empty new_string deletes it. Line ends, encoding and mode of the file stay.",
    "mode": "write_text",
    "category": "file",
    "risk": "medium",
    "effects": [
      "writes"
    ],
    "timeoutMs": 30000,
    "whenToUse": "To change a part of a file. Read that part first.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "filename": {
          "type": "string",
          "minLength": 1,
          "description": "Path of the file, relative to the workspace or absolute."
        },
        "old_string": {
          "type": "string",
          "minLength": 1,
          "description": "The text to replace, as file_read shows it: exact, spaces included."
        },
        "new_string": {
          "default": "",
          "description": "What stands there afterwards. Left out or empty: the text is deleted.",
          "type": "string"
        }
      },
      "required": [
        "filename",
        "old_string"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "8aa7bb683a82f21f1c9386127936fc011797b61c1d68a4652201e8aaf71ea75c"
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
      "read_text",
      "read",
      "cat"
    ],
    "argumentAliases": {
      "path": "filename",
      "file": "filename",
      "file_path": "filename",
      "filepath": "filename"
    },
    "examples": [
      {
        "description": "Read a file from its start",
        "arguments": {
          "filename": "src/index.ts"
        }
      },
      {
        "description": "Read on where a page ended",
        "arguments": {
          "filename": "src/index.ts",
          "offset": 200
        }
      }
    ],
    "failureModes": [
      "No such file: near names in the same directory are given.",
      "A directory: use glob_search.",
      "A binary file: its kind and size are told, its content is not.",
      "A path outside the roots, or of a credential: refused before it is opened.",
      "The file changed while it was opened: failed with drift, read again."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/filename",
        "kind": "path",
        "action": "read"
      }
    ],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "file_read",
    "title": "Read a file",
    "description": "Read a text file. Up to one page of lines (200) comes whole; a longer file comes in pages, with a header that gives the true number of lines and the offset to read on. UTF-8, UTF-16 with a byte order mark and windows-1252 are read; other files are only named.",
    "mode": "read_text",
    "category": "file",
    "risk": "low",
    "effects": [],
    "timeoutMs": 60000,
    "whenToUse": "To see what a file holds, and before editing it.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "filename": {
          "type": "string",
          "minLength": 1,
          "description": "Path of the file, relative to the workspace or absolute."
        },
        "offset": {
          "default": 0,
          "description": "Lines to skip: 0 begins with the first line.",
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991
        },
        "limit": {
          "description": "Lines of one page. Default 200, or what the operator set.",
          "type": "integer",
          "minimum": 1,
          "maximum": 2000
        }
      },
      "required": [
        "filename"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "1ccfd9c13c9c78498e5fe91b8db5c71a8b117725971d86b710082bf5cf1a2d61"
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
      "write_file",
      "write",
      "create_file",
      "writefile"
    ],
    "argumentAliases": {
      "path": "filename",
      "file": "filename",
      "file_path": "filename",
      "filepath": "filename",
      "text": "content",
      "contents": "content"
    },
    "examples": [
      {
        "description": "Create a file",
        "arguments": {
          "filename": "notes/today.md",
          "content": "# Today\n"
        }
      },
      {
        "description": "Empty a file",
        "arguments": {
          "filename": "build.log",
          "content": ""
        }
      }
    ],
    "failureModes": [
      "A directory, a file with several names (hard links), a device: refused.",
      "A path outside the roots, in a blocked zone, of a credential or of what other programs run: refused.",
      "The file changed between the check and the write: failed with drift, nothing is written."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/filename",
        "kind": "path",
        "action": "write"
      }
    ],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_write",
    "name": "file_write",
    "title": "Write a file",
    "description": "Write a whole file as UTF-8: create it with the directories it needs, or replace all of what it held. The mode of a file that is replaced stays. To change a part of a file use file_edit.",
    "mode": "write_text",
    "category": "file",
    "risk": "medium",
    "effects": [
      "writes"
    ],
    "timeoutMs": 30000,
    "whenToUse": "For a new file, or when most of a file changes.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "filename": {
          "type": "string",
          "minLength": 1,
          "description": "Path of the file, relative to the workspace or absolute."
        },
        "content": {
          "type": "string",
          "description": "All that the file shall hold. An empty text empties it."
        }
      },
      "required": [
        "filename",
        "content"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "1893107ed2cc9c4d2846d7dac99f82ccda22d4f08f11f26a8b3a64260efdc2ac"
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
      "command": "action",
      "ref": "revision",
      "rev": "revision",
      "commit": "revision",
      "cached": "staged",
      "count": "limit"
    },
    "examples": [
      {
        "description": "What is changed and not committed",
        "arguments": {
          "action": "status"
        }
      },
      {
        "description": "The last five commits of a folder",
        "arguments": {
          "action": "log",
          "paths": [
            "src"
          ],
          "limit": 5
        }
      },
      {
        "description": "What a branch changed",
        "arguments": {
          "action": "diff",
          "revision": "main...topic"
        }
      }
    ],
    "failureModes": [
      "No repository, or one that begins outside the directories that may be used: refused.",
      "It asks first where the folder is not trusted, or the git configuration can run programs.",
      "A revision that is not there: what git says.",
      "Files of credentials are left out of diff and show; the names are told."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/repo",
        "kind": "path",
        "action": "read",
        "fallback": "."
      },
      {
        "pointer": "/paths",
        "kind": "path",
        "action": "read"
      }
    ],
    "actionPointer": "/action",
    "untrustedResult": true,
    "policyClass": "read_only",
    "name": "git_read",
    "title": "Read a git repository",
    "description": "Read a git repository: status, log, diff, branch (a list), show (a commit with its changes). Runs no program that the repository configures, and leaves protected files such as .env out of what it shows.",
    "mode": "git_read",
    "category": "git",
    "risk": "low",
    "effects": [],
    "timeoutMs": 60000,
    "whenToUse": "To see what changed, when and why, before changing or committing anything.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "action": {
          "type": "string",
          "enum": [
            "status",
            "log",
            "diff",
            "branch",
            "show"
          ],
          "description": "What to look at."
        },
        "repo": {
          "default": ".",
          "description": "A folder of the repository. Default: the workspace.",
          "type": "string",
          "minLength": 1
        },
        "revision": {
          "description": "log: where to begin; diff: what to compare with, or a..b; show: the commit. Default: HEAD, for diff the index.",
          "type": "string",
          "maxLength": 200,
          "pattern": "^[A-Za-z0-9_@][A-Za-z0-9_@./^~{}+#=-]*$"
        },
        "paths": {
          "default": [],
          "description": "Only these files or folders, relative to the workspace.",
          "maxItems": 100,
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1
          }
        },
        "staged": {
          "default": false,
          "description": "diff: what is staged instead of what is not.",
          "type": "boolean"
        },
        "limit": {
          "default": 20,
          "description": "log: how many commits.",
          "type": "integer",
          "minimum": 1,
          "maximum": 200
        }
      },
      "required": [
        "action"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "8e359c08894279741a64a85b5c8cd4bad39a001ec92ee09edbd3086ddcf40e4b"
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
      "command": "action",
      "files": "paths",
      "msg": "message",
      "name": "branch",
      "from": "start"
    },
    "examples": [
      {
        "description": "Commit all that changed",
        "arguments": {
          "action": "commit",
          "message": "Name the limit",
          "all": true
        }
      },
      {
        "description": "A new branch",
        "arguments": {
          "action": "checkout",
          "branch": "topic/limits",
          "create": true
        }
      }
    ],
    "failureModes": [
      "Work that is not committed would be lost: git refuses, commit it first.",
      "A checkout or pull that would write a protected file (.vscode, .husky, .env …): refused, nothing is changed.",
      "A pull that is no fast-forward: refused. Leave merging to the person.",
      "A file that wants a filter such as Git LFS: refused, since no program of the repository runs.",
      "A submodule, or another repository inside this one: left alone. Commit in it first, with repo.",
      "A remote that is not https, ssh or a path inside the roots: refused. Nobody is asked for a password."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/repo",
        "kind": "path",
        "action": "read",
        "fallback": "."
      },
      {
        "pointer": "/paths",
        "kind": "path",
        "action": "read"
      }
    ],
    "actionPointer": "/action",
    "untrustedResult": true,
    "policyClass": "read_write",
    "name": "git_write",
    "title": "Change a git repository",
    "description": "Change a git repository on this disk: add, commit, checkout (a branch, or create one), pull (fast-forward only). Never pushes, never loses work, runs no hook, and leaves protected files such as .env alone.",
    "mode": "git_write",
    "category": "git",
    "risk": "medium",
    "effects": [
      "writes",
      "egress"
    ],
    "timeoutMs": 180000,
    "whenToUse": "When the person asked for a commit, a branch or an update of the repository.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "action": {
          "type": "string",
          "enum": [
            "add",
            "commit",
            "checkout",
            "pull"
          ],
          "description": "What to do."
        },
        "repo": {
          "default": ".",
          "description": "A folder of the repository. Default: the workspace.",
          "type": "string",
          "minLength": 1
        },
        "paths": {
          "default": [],
          "description": "add: these files or folders, relative to the workspace. Default: all that changed.",
          "maxItems": 100,
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1
          }
        },
        "message": {
          "description": "commit: the message.",
          "type": "string",
          "maxLength": 20000,
          "pattern": "\\S"
        },
        "all": {
          "default": false,
          "description": "commit: add all that changed first.",
          "type": "boolean"
        },
        "branch": {
          "description": "checkout: the branch; pull: the branch of the remote. Default for pull: the current one.",
          "type": "string",
          "maxLength": 200,
          "pattern": "^(?!.*(?:\\.\\.|@\\{|\\/\\/|\\.lock(?:\\/|$)|\\/\\.|\\.$|\\/$))[A-Za-z0-9_][A-Za-z0-9_./+#-]*$"
        },
        "create": {
          "default": false,
          "description": "checkout: make the branch.",
          "type": "boolean"
        },
        "start": {
          "description": "checkout with create: where the branch begins. Default: HEAD.",
          "type": "string",
          "maxLength": 200,
          "pattern": "^[A-Za-z0-9_@][A-Za-z0-9_@./^~{}+#=-]*$"
        },
        "remote": {
          "default": "origin",
          "description": "pull: from where.",
          "type": "string",
          "pattern": "^[A-Za-z0-9_][A-Za-z0-9_.-]*$"
        }
      },
      "required": [
        "action"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "2a11fd625960d4011b6f6115e50aa5e73b6cbd89d6c1f53f9e60640388d389a8"
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
      "directory": "path",
      "dir": "path",
      "limit": "max_results",
      "glob": "pattern"
    },
    "examples": [
      {
        "description": "All TypeScript files of a folder",
        "arguments": {
          "pattern": "**/*.ts",
          "path": "src"
        }
      },
      {
        "description": "A file somewhere",
        "arguments": {
          "pattern": "package.json"
        }
      }
    ],
    "failureModes": [
      "A glob that cannot be read: what is wrong with it.",
      "No such directory, or one outside the roots.",
      "More files than are listed: the total is told, narrow the glob.",
      "ripgrep, which comes with Gatehouse, is missing or cannot be run: failed, with what to install."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/path",
        "kind": "path",
        "action": "read",
        "fallback": "."
      }
    ],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "glob_search",
    "title": "Find files",
    "description": "Find files by a glob, such as \"src/**/*.ts\" or \"*.{yaml,yml}\". A glob without a slash matches names at any depth. Leaves out .git and what .gitignore does. Paths come sorted, relative to the workspace.",
    "mode": "read_text",
    "category": "file",
    "risk": "low",
    "effects": [],
    "timeoutMs": 40000,
    "whenToUse": "To learn which files there are, or where one is.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "pattern": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1000,
          "description": "The glob: *, **, ?, [a-z], {a,b}. Relative to path."
        },
        "path": {
          "default": ".",
          "description": "The directory to look in. Default: the workspace.",
          "type": "string",
          "minLength": 1
        },
        "max_results": {
          "default": 200,
          "description": "Paths to list.",
          "type": "integer",
          "minimum": 1,
          "maximum": 1000
        },
        "include_ignored": {
          "default": false,
          "description": "Also list files that .gitignore leaves out.",
          "type": "boolean"
        }
      },
      "required": [
        "pattern"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "66072264abd269032634717ee481391147d52ddc20e2a3dcd85608b0496fb0b5"
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
      "last",
      "prev_output"
    ],
    "argumentAliases": {
      "id": "ref",
      "start": "offset",
      "limit": "length",
      "max_chars": "length"
    },
    "examples": [
      {
        "description": "The last result again",
        "arguments": {}
      },
      {
        "description": "What was left out of a result",
        "arguments": {
          "ref": "res_0123456789abcdefghjk"
        }
      }
    ],
    "failureModes": [
      "Nothing has run in this session yet: it says so.",
      "An unknown ref, or one of another session: it says that there is none."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "last_output",
    "title": "Read the last output",
    "description": "Read the previous output again, or with ref the part of a cut result that was left out. Runs nothing again. Long texts come in windows (offset, length).",
    "mode": "last_output",
    "category": "results",
    "risk": "low",
    "effects": [],
    "timeoutMs": 10000,
    "whenToUse": "When a result was cut, or when you need again what the last tool returned.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "ref": {
          "description": "The ref that a cut result named. Default: the last result.",
          "type": "string",
          "minLength": 1,
          "maxLength": 200
        },
        "offset": {
          "description": "Character to begin with. Default: where the part begins that was left out, else 0.",
          "type": "integer",
          "minimum": 0,
          "maximum": 100000000
        },
        "length": {
          "default": 10000,
          "description": "Characters to return.",
          "type": "integer",
          "minimum": 1,
          "maximum": 100000
        }
      },
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "7ae008658530d3473c1c1e3bb38890b2f92caad78b836bc41aecce8ecc715c60"
    }
  },
  {
    "defaultEffect": null,
    "locked": false,
    "ownerOnly": true,
    "hidden": false,
    "alwaysAsk": false,
    "tags": [],
    "aliases": [],
    "argumentAliases": {},
    "examples": [
      {
        "description": "All of them",
        "arguments": {}
      }
    ],
    "failureModes": [
      "A server that is not accepted has no tools yet: its owner runs gatehouse mcp-servers accept NAME."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "list_mcp_servers",
    "title": "List MCP servers",
    "description": "List configured MCP servers, their state and the names of their tools. Starts nothing.",
    "mode": "introspect",
    "category": "system",
    "risk": "low",
    "effects": [],
    "timeoutMs": 10000,
    "whenToUse": "When tools of a server are missing, or before a server is added or removed.",
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
      "fingerprint": "7a1ed82f8c801496464d5227bd24eb4d373b6d8c5a7d5e971f55d87ec72cca2a"
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
      "id": "ref",
      "start": "offset",
      "limit": "length",
      "max_chars": "length"
    },
    "examples": [
      {
        "description": "Read on where the shown part ended",
        "arguments": {
          "ref": "res_0123456789abcdefghjk",
          "offset": 50000
        }
      }
    ],
    "failureModes": [
      "An unknown ref, or one of another session: it says that there is none.",
      "An offset behind the end: the length of the text is told."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "read_content",
    "title": "Read a kept result",
    "description": "Read a window of a result by the ref that it was given, such as the rest of a long page or output. The source is not read again.",
    "mode": "last_output",
    "category": "results",
    "risk": "low",
    "effects": [],
    "timeoutMs": 10000,
    "whenToUse": "To read on in a result that was too long to be shown whole.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "ref": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
          "description": "The ref that the result named."
        },
        "offset": {
          "default": 0,
          "description": "Character to begin with.",
          "type": "integer",
          "minimum": 0,
          "maximum": 100000000
        },
        "length": {
          "default": 10000,
          "description": "Characters to return.",
          "type": "integer",
          "minimum": 1,
          "maximum": 100000
        }
      },
      "required": [
        "ref"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "a4651a0fdc7c0c4cb2b9f5e173b68ae9747c351cb930e6c8c12588f93bf657b8"
    }
  },
  {
    "defaultEffect": null,
    "locked": false,
    "ownerOnly": false,
    "hidden": false,
    "alwaysAsk": true,
    "tags": [],
    "aliases": [],
    "argumentAliases": {},
    "examples": [
      {
        "description": "The server files",
        "arguments": {
          "name": "files"
        }
      }
    ],
    "failureModes": [
      "No server of that name in that file: refused with the nearest name, nobody is asked. list_mcp_servers tells where each is written.",
      "Frozen (--frozen): refused.",
      "The owner says no, or does not answer in time."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/name",
        "kind": "name",
        "action": "remove"
      }
    ],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "exec",
    "name": "remove_mcp_server",
    "title": "Remove an MCP server",
    "description": "Remove a configured MCP server and its tools. The owner answers each time.",
    "mode": "mcp_manage",
    "category": "system",
    "risk": "high",
    "effects": [
      "administrative"
    ],
    "timeoutMs": 15000,
    "whenToUse": "When the person asked to be rid of a server.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "pattern": "^[A-Za-z0-9_-]{1,32}$",
          "description": "As list_mcp_servers tells it."
        },
        "project": {
          "default": false,
          "description": "In the workspace's .mcp.json instead of the owner's configuration.",
          "type": "boolean"
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
      "fingerprint": "54a59e1fa5d466911b71b223937465c8eb506115c7610b8dcb6361bbbdef0904"
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
      "directory": "path",
      "dir": "path",
      "folder": "path",
      "why": "reason"
    },
    "examples": [
      {
        "description": "Read a library that lies beside the project",
        "arguments": {
          "path": "/home/ada/code/library",
          "reason": "The build fails in it; its source has to be read."
        }
      }
    ],
    "failureModes": [
      "The whole file system, a home, folders of the system, places of credentials and what holds or lies in them: refused, nobody is asked.",
      "No such directory, or a file: name a directory that is there.",
      "Already reachable: nothing is asked, repeat the call that was refused.",
      "The owner says no, or does not answer in time."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/path",
        "kind": "path",
        "action": "open"
      }
    ],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "external_api",
    "name": "request_directory_access",
    "title": "Ask for a directory",
    "description": "Ask the owner to let files of one directory outside the workspace be read, or written too. It holds for this workspace until they take it back.",
    "mode": "access",
    "category": "system",
    "risk": "high",
    "effects": [
      "administrative"
    ],
    "timeoutMs": 30000,
    "whenToUse": "When a call was refused because its path lies outside the directories that may be used, and the work needs it.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string",
          "minLength": 1,
          "description": "The directory. As narrow as the work allows."
        },
        "reason": {
          "type": "string",
          "maxLength": 1000,
          "pattern": "\\S",
          "description": "Why it is needed, for the owner."
        },
        "access": {
          "default": "read",
          "description": "write: files there are read and written.",
          "type": "string",
          "enum": [
            "read",
            "write"
          ]
        }
      },
      "required": [
        "path",
        "reason"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "3c37fe8f65b05fd4742855b53e5ac893dc115772b1b9e1248cf9be14ba464d12"
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
      "script": "code",
      "source": "code",
      "snippet": "code",
      "command": "code",
      "lang": "language"
    },
    "examples": [
      {
        "description": "Compute",
        "arguments": {
          "code": "print(sum(n * n for n in range(1000)))"
        }
      },
      {
        "description": "In JavaScript",
        "arguments": {
          "language": "javascript",
          "code": "console.log(new Date(0).toISOString())"
        }
      }
    ],
    "failureModes": [
      "Neither a whole sandbox nor Docker: refused, and the reason says what to install.",
      "It opens a file of the workspace or a connection: there is none.",
      "An exit code other than 0 is a result, not a failure: read the output.",
      "Time over: the code and all it started are ended, and what it printed is told."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": true,
    "policyClass": "exec",
    "name": "run_sandboxed",
    "title": "Run code in a sandbox",
    "description": "Run Python, JavaScript or shell code without network and without files of the workspace, to compute, parse and try out. Print what you want to see: its scratch folder is gone afterwards.",
    "mode": "docker",
    "category": "system",
    "risk": "medium",
    "effects": [
      "executes"
    ],
    "timeoutMs": 610000,
    "whenToUse": "For code that needs neither files nor network. For programs of the project there is shell.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "code": {
          "type": "string",
          "minLength": 1,
          "maxLength": 262144,
          "description": "The program. A Markdown fence around it is taken off."
        },
        "language": {
          "default": "python",
          "description": "What it is written in.",
          "type": "string",
          "enum": [
            "python",
            "javascript",
            "shell"
          ]
        },
        "timeout_ms": {
          "default": 60000,
          "description": "When it is ended, in milliseconds.",
          "type": "integer",
          "minimum": 1,
          "maximum": 600000
        }
      },
      "required": [
        "code"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "98e76ffcc88baafb5752283b5b3e2e5fd458da77d0b72342043fd197889c91f3"
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
      "execute_shell",
      "bash",
      "sh",
      "run"
    ],
    "argumentAliases": {
      "cmd": "command",
      "cwd": "working_dir",
      "workdir": "working_dir",
      "directory": "working_dir"
    },
    "examples": [
      {
        "description": "Run the tests of a project",
        "arguments": {
          "command": "npm test",
          "timeout_ms": 300000
        }
      },
      {
        "description": "In a folder of the workspace",
        "arguments": {
          "command": "ls -la",
          "working_dir": "packages/api"
        }
      }
    ],
    "failureModes": [
      "A command that cannot be undone, pushes, or is aimed at Gatehouse itself: refused.",
      "An exit code other than 0 is a result, not a failure: read the output. 127 says that there is no such program.",
      "Time over: the command and all it started are ended, and what it printed is told.",
      "It waits for input: there is none. Pass what it needs as arguments."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/command",
        "kind": "command",
        "action": "run"
      }
    ],
    "actionPointer": null,
    "untrustedResult": true,
    "policyClass": "exec",
    "name": "shell",
    "title": "Run a shell command",
    "description": "Run a command line (bash, else sh) in the workspace or a folder of it, without input and with a clean environment. Of long output it tells the start and the end. All it started is ended with it.",
    "mode": "shell",
    "category": "system",
    "risk": "high",
    "effects": [
      "executes",
      "writes",
      "egress"
    ],
    "timeoutMs": 610000,
    "whenToUse": "For what no other tool does: builds, tests, programs of the project. Prefer the file and git tools for what they do.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "command": {
          "type": "string",
          "minLength": 1,
          "maxLength": 16384,
          "description": "The command line. It is shown to the person as it is."
        },
        "working_dir": {
          "default": ".",
          "description": "Folder to run in. Default: the workspace.",
          "type": "string",
          "minLength": 1
        },
        "timeout_ms": {
          "default": 30000,
          "description": "When the command is ended, in milliseconds.",
          "type": "integer",
          "minimum": 1,
          "maximum": 600000
        }
      },
      "required": [
        "command"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "dc6e06b3679b9130fdc1e2b38d95b01113f3080d12c369cd983b810c4aab2bb3"
    }
  },
  {
    "defaultEffect": "DENY",
    "locked": true,
    "ownerOnly": false,
    "hidden": false,
    "alwaysAsk": false,
    "tags": [],
    "aliases": [],
    "argumentAliases": {},
    "examples": [],
    "failureModes": [
      "Every call: it is locked."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [
      {
        "pointer": "/command",
        "kind": "command",
        "action": "run"
      }
    ],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "exec",
    "name": "sudo_shell",
    "title": "Run a command as administrator",
    "description": "Locked: would run a command with the rights of the administrator. Always refused; no rule, grant or mode unlocks it.",
    "mode": "shell",
    "category": "system",
    "risk": "critical",
    "effects": [
      "executes",
      "writes",
      "egress",
      "destructive",
      "administrative"
    ],
    "timeoutMs": 1000,
    "whenToUse": "Never. Ask the person to run such a command themselves.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "command": {
          "type": "string",
          "minLength": 1,
          "maxLength": 16384,
          "description": "The command line."
        }
      },
      "required": [
        "command"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "fb9c0e0d43279b2d4cd73693ebca6ad9e8cc3e815335980274ccb282ef6cafe1"
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
      "tool": "name",
      "args": "arguments",
      "params": "arguments",
      "parameters": "arguments",
      "input": "arguments"
    },
    "examples": [
      {
        "description": "A search in the notes",
        "arguments": {
          "name": "notes_find",
          "arguments": {
            "text": "tea"
          }
        }
      }
    ],
    "failureModes": [
      "A name that names nothing: near names are given.",
      "Arguments that do not fit: the answer holds the schema of the tool.",
      "It never calls itself."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "tool_call",
    "title": "Call a tool by its name",
    "description": "Call a tool that is not listed here, by its exact name. It is judged, asked about and recorded as a call of that tool.",
    "mode": "introspect",
    "category": "system",
    "risk": "low",
    "effects": [
      "reads_private",
      "writes",
      "egress",
      "executes",
      "destructive",
      "administrative",
      "remembers"
    ],
    "timeoutMs": 10000,
    "whenToUse": "For a tool that tool_search found, where it cannot be called directly.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "description": "The exact name of the tool."
        },
        "arguments": {
          "description": "Its arguments, as its schema says: an object, or the JSON text of one.",
          "anyOf": [
            {
              "type": "object",
              "propertyNames": {
                "type": "string"
              },
              "additionalProperties": {}
            },
            {
              "type": "string"
            }
          ]
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
      "fingerprint": "a08ab250324ff2f37da12d95ddc3f20f25189bb7c70972c7069e86faa4a6ffe3"
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
    "aliases": [],
    "argumentAliases": {
      "q": "query",
      "text": "query",
      "task": "query",
      "max_results": "limit",
      "top_k": "limit"
    },
    "examples": [
      {
        "description": "A tool for a task",
        "arguments": {
          "query": "list the open issues of a repository"
        }
      }
    ],
    "failureModes": [
      "Nothing fits: the answer says what there is, and which names are spelled alike.",
      "Of a query over 1,000 characters the rest is not looked at."
    ],
    "requiresSetup": null,
    "secrets": [],
    "targets": [],
    "actionPointer": null,
    "untrustedResult": false,
    "policyClass": "read_only",
    "name": "tool_search",
    "title": "Search for tools",
    "description": "Find tools by what they do. Say the task in plain words; each hit is name(arguments, optional?) [source]: what it does.",
    "mode": "introspect",
    "category": "system",
    "risk": "low",
    "effects": [],
    "timeoutMs": 10000,
    "whenToUse": "When no tool at hand does what is asked. One search with the words of the task is mostly enough.",
    "kind": "builtin",
    "parameters": {
      "type": "object",
      "properties": {
        "query": {
          "type": "string",
          "description": "What the tool should do, such as \"create an issue\", or a name."
        },
        "limit": {
          "description": "How many at most: 1 to 20, 5 by default.",
          "type": "number"
        }
      },
      "required": [
        "query"
      ],
      "additionalProperties": false
    },
    "origin": {
      "source": "builtin",
      "owner": null,
      "family": null,
      "fingerprint": "8108ab6584c340cc4f635fef94b260ac23a812df0eba205e16a14a3bc13e4e42"
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
