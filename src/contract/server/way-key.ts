// The key under which Gatehouses tell each other through whom a request came, in the _meta of MCP requests.

/** Holds the ids of Gatehouses, the first one first. */
export const wayKey = 'gatehouse/through';
