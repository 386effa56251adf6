// Calls of @modelcontextprotocol/server-everything.
import { packaged } from '../../fixtures/server-world.ts';
import { noMap, type RealServer } from './call-row.ts';

export const everything: RealServer = {
  name: 'everything',
  entry: () => packaged('server-everything'),
  leftOut: { 'simulate-research-query': /runs as a task only/ },
  rows: () => [
    {
      tool: 'echo',
      works: { with: { message: 'hello' }, shows: /Echo: hello/ },
      fails: { with: {}, says: /message.*required/s },
    },
    {
      tool: 'get-annotated-message',
      works: { with: { messageType: 'error', includeImage: true }, shows: /Error: Operation failed.*"image"/s },
      fails: { with: { messageType: 'shout' }, says: /messageType.*debug/s },
    },
    { tool: 'get-env', works: { with: {}, shows: /PATH/ }, fails: noMap },
    {
      tool: 'get-resource-links',
      works: { with: { count: 2 }, shows: /demo:\/\/resource\/.*demo:\/\/resource\//s },
      fails: { with: { count: 'many' }, says: /count.*number/s },
    },
    {
      tool: 'get-resource-reference',
      works: { with: { resourceType: 'Text', resourceId: 1 }, shows: /demo:\/\/resource\/dynamic\/text\/1/ },
      fails: { with: { resourceType: 'Text', resourceId: -1 }, says: /resourceId|Invalid/i },
    },
    {
      tool: 'get-structured-content',
      works: { with: { location: 'Chicago' }, shows: /"temperature":/ },
      fails: { with: { location: 'Atlantis' }, says: /location.*New York/s },
    },
    {
      tool: 'get-sum',
      works: { with: { a: 2, b: 40 }, shows: /42/ },
      fails: { with: { a: 2, b: 'x' }, says: /\/b.*number/s },
    },
    { tool: 'get-tiny-image', works: { with: {}, shows: /"image\/png"/ }, fails: noMap },
    {
      tool: 'gzip-file-as-resource',
      works: {
        with: { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resource' },
        shows: /demo:\/\/resource\/session\/a\.gz/,
      },
      fails: { with: { name: 'a.gz', data: 'no address' }, says: /data|Invalid/i },
    },
    { tool: 'toggle-simulated-logging', works: { with: {}, shows: /logging/i }, fails: noMap },
    { tool: 'toggle-subscriber-updates', works: { with: {}, shows: /updates/i }, fails: noMap },
    // What it asks goes to the client, which answers.
    {
      tool: 'trigger-elicitation-request',
      works: { with: {}, shows: /User provided the requested information.*Ada/s },
      fails: noMap,
    },
    {
      tool: 'trigger-url-elicitation',
      works: { with: { url: 'https://example.com/confirm' }, shows: /completed the URL elicitation flow/ },
      fails: { with: { url: 5 }, says: /url.*string/s },
    },
    {
      tool: 'trigger-long-running-operation',
      works: { with: { duration: 0.2, steps: 2 }, shows: /completed.*2/s },
      fails: { with: { duration: 'long' }, says: /duration.*number/s },
    },
    // Those that Gatehouse has for it.
    {
      tool: 'list_resources',
      works: { with: { templates: true }, shows: /demo:\/\/resource\/dynamic\/text\/\{resourceId\}/ },
      fails: { with: { page: 0 }, says: /page/ },
    },
    {
      tool: 'read_resource',
      works: { with: { uri: 'demo://resource/dynamic/text/4' }, shows: /Resource 4: This is a plaintext resource/ },
      fails: { with: { uri: 'demo://resource/none' }, says: /refused the call.*demo:\/\/resource\/none/s },
    },
    {
      tool: 'list_prompts',
      works: { with: {}, shows: /args-prompt \[city, state\?\]/ },
      fails: { with: { page: 'one' }, says: /page/ },
    },
    {
      tool: 'get_prompt',
      works: { with: { name: 'args-prompt', arguments: { city: 'Paris' } }, shows: /weather in Paris/ },
      fails: { with: { name: 'args-prompt' }, says: /refused the call.*city/s },
    },
    {
      tool: 'complete_argument',
      works: { with: { prompt: 'completable-prompt', argument: 'department', value: 'S' }, shows: /Sales.*Support/s },
      fails: { with: { argument: 'department', value: 'S' }, says: /either prompt or template/ },
    },
  ],
};
