// What a block is in words, for models that read text alone.
import type { ResultBlock } from '../../../contract/index.ts';
import { base64Bytes } from '../../../text/index.ts';

/** Before a resource's own text: where that is from. */
export function headOf(block: ResultBlock): string {
  return block.type === 'resource' && 'text' in block.resource ? `[Resource ${block.resource.uri}]\n` : '';
}

/** What of the block may be cut anywhere; null where it is told in one line or not at all. */
export function bodyOf(block: ResultBlock): string | null {
  if (block.type === 'text') return block.text;
  return block.type === 'resource' && 'text' in block.resource ? block.resource.text : null;
}

export function blockText(block: ResultBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return `[An image, ${dataText(block.mimeType, block.data)}]`;
    case 'audio':
      return `[Audio, ${dataText(block.mimeType, block.data)}]`;
    case 'resource_link': {
      const { uri, name, title, description } = block;
      return `[Resource ${[uri, title ?? name, description].filter((part) => part !== undefined && part !== '').join(': ')}]`;
    }
    case 'resource': {
      const { resource } = block;
      if ('text' in resource) return `${headOf(block)}${resource.text}`;
      return `[Resource ${resource.uri}, ${dataText(resource.mimeType ?? 'of no type', resource.blob)}]`;
    }
  }
}

function dataText(mimeType: string, data: string): string {
  return `${mimeType}, ${base64Bytes(data)} bytes`;
}
