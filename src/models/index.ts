// Front door of the models: what a request to each provider carries.
export { formatTools, isModelOf, type FormatTarget } from './format-tools.ts';
export { readToolCall } from './tools/read-tool-call.ts';
