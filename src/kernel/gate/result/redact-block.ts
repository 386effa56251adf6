// Takes the secrets out of a block: its text, what is said of it, and the text that bytes are.
import type { BlockNotes, JsonObject, ResourceBlock, ResultBlock } from '../../../contract/index.ts';
import { redactJson, type Redact } from '../../audit/redact-json.ts';

export function redactBlock(block: ResultBlock, redact: Redact): ResultBlock {
  const notes = redactNotes(block, redact);
  switch (block.type) {
    case 'text':
      return { ...block, ...notes, text: redact(block.text) };
    case 'image':
    case 'audio':
      return redactedBytes(block.data, redact) === null
        ? { ...block, ...notes }
        : {
            type: 'text',
            text: `[${block.type === 'image' ? 'an image' : 'audio'} left out: a secret is in its text]`,
          };
    case 'resource':
      return redactResource({ ...block, ...notes }, redact);
    case 'resource_link': {
      const { title, description } = block;
      return {
        ...block,
        ...notes,
        uri: redact(block.uri),
        name: redact(block.name),
        ...(title === undefined ? {} : { title: redact(title) }),
        ...(description === undefined ? {} : { description: redact(description) }),
      };
    }
  }
}

function redactResource({ resource, ...block }: ResourceBlock, redact: Redact): ResourceBlock {
  const about = { ...resource, uri: redact(resource.uri), ...redactMeta(resource.meta, redact) };
  if ('text' in about) return { ...block, resource: { ...about, text: redact(about.text) } };
  const { blob, ...rest } = about;
  const text = redactedBytes(blob, redact);
  return { ...block, resource: text === null ? about : { ...rest, text } };
}

/** The text that the bytes are, without its secrets; null where they are no text or hold none. */
function redactedBytes(data: string, redact: Redact): string | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(data, 'base64'));
  } catch {
    return null;
  }
  const redacted = redact(text);
  return redacted === text ? null : redacted;
}

function redactNotes({ meta }: BlockNotes, redact: Redact): BlockNotes {
  return redactMeta(meta, redact);
}

function redactMeta(meta: JsonObject | undefined, redact: Redact): { readonly meta?: JsonObject } {
  // A map stays one.
  return meta === undefined ? {} : { meta: redactJson(meta, redact) as JsonObject };
}
