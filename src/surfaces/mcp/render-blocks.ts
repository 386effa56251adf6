// Puts the blocks of an observation into the words of MCP, in their order: what others wrote stands between markers in each of them.
import type { ContentBlock } from '@modelcontextprotocol/server';
import type { BlockNotes, ResourceContents, ShownBlock } from '../../contract/index.ts';

export function renderBlock(block: ShownBlock): ContentBlock {
  const notes = renderNotes(block);
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.marked ?? block.text, ...notes };
    case 'image':
      return { type: 'image', data: block.data, mimeType: block.mimeType, ...notes };
    case 'audio':
      return { type: 'audio', data: block.data, mimeType: block.mimeType, ...notes };
    case 'resource':
      return { type: 'resource', resource: renderContents(block.resource, block.marked), ...notes };
    case 'resource_link': {
      const { uri, name, title, description, mimeType, size, marked } = block;
      return {
        type: 'resource_link',
        uri,
        name,
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description: marked ?? description }),
        ...(mimeType === undefined ? {} : { mimeType }),
        ...(size === undefined ? {} : { size }),
        ...notes,
      };
    }
  }
}

type Embedded = Extract<ContentBlock, { type: 'resource' }>['resource'];

function renderContents(resource: ResourceContents, marked: string | undefined): Embedded {
  const { uri, mimeType, meta } = resource;
  const about = {
    uri,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(meta === undefined ? {} : { _meta: { ...meta } }),
  };
  return 'text' in resource ? { ...about, text: marked ?? resource.text } : { ...about, blob: resource.blob };
}

function renderNotes({ annotations, meta }: BlockNotes): Pick<ContentBlock, 'annotations' | '_meta'> {
  return {
    ...(annotations === undefined ? {} : { annotations: renderAnnotations(annotations) }),
    ...(meta === undefined ? {} : { _meta: { ...meta } }),
  };
}

function renderAnnotations({ audience, ...rest }: NonNullable<BlockNotes['annotations']>) {
  return { ...rest, ...(audience === undefined ? {} : { audience: [...audience] }) };
}
