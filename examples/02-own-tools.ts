// Tools of a program of your own: few are shown to a model whole, many are found when they are needed, and all run behind the gate. Checks itself.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGatehouse, type OwnTool } from 'gatehouse';

const rooms = ['kitchen', 'cellar', 'attic', 'garden', 'garage'];
const things = ['lamp', 'heater', 'window', 'blind', 'camera'];
const house = rooms.flatMap((room) =>
  things.map((thing): OwnTool => ({
    name: `${room}_${thing}`,
    description: `Reads or sets the ${thing} in the ${room}.`,
    parameters: {
      type: 'object',
      properties: { state: { type: 'string', enum: ['on', 'off'] } },
      additionalProperties: false,
    },
    // What only reads could say `introspect` and `read_only`, and would run unasked; left out, a call asks first.
    run: ({ state }) => `The ${thing} in the ${room} is ${state === 'off' ? 'off' : 'on'}.`,
  })),
);

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-example-'));
const gatehouse = await openGatehouse({
  workspace: folder,
  env: { GATEHOUSE_HOME: join(folder, 'home') },
  tools: house,
});
try {
  const { inline, deferred, listing } = await gatehouse.present();
  assert.equal(deferred.length, house.length);
  assert.ok(inline.some(({ name }) => name === 'tool_search'));
  console.log(listing);

  const { tools } = await gatehouse.search('turn on the light in the kitchen');
  assert.equal(tools[0]?.name, 'kitchen_lamp');

  const lamp = await gatehouse.call('kitchen_lamp', { state: 'on' });
  assert.equal(lamp.kind, 'pending');
  console.log(lamp.approval.reason);
} finally {
  await gatehouse.close();
  rmSync(folder, { recursive: true });
}
