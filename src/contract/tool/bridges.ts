// The tools by which a model reaches tools that it is not shown whole.

/** By what they do. Only a built-in tool of that name is one: another may be called so too where deferral is off. */
export const bridges = { search: 'tool_search', describe: 'describe_tool', call: 'tool_call' } as const;
