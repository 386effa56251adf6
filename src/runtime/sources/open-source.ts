// Opens a source by its kind: each is loaded with its first source.
import type { SourceSettings } from '../config/sources/settle-sources.ts';
import type { OpenSource, SourceNeeds } from './kinds/source.ts';

export async function openSource(settings: SourceSettings, needs: SourceNeeds): Promise<OpenSource> {
  switch (settings.kind) {
    case 'cli':
      return (await import('./cli/open-cli.ts')).openCli(settings, needs);
    case 'http':
      return (await import('./http/open-http.ts')).openHttp(settings, needs);
    case 'openapi':
      return (await import('./openapi/open-openapi.ts')).openOpenApi(settings, needs);
  }
}
