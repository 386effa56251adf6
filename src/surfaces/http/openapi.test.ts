import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { apiRoutes } from './routes/api-routes.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content: Readonly<Record<string, { readonly schema: object }>> }
    >
  >;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>>; readonly securitySchemes: object };
}

const text = JSON.stringify(openApiDocument(apiRoutes, '1.2.3'));
const document: Document = JSON.parse(text);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Every value of a member of that name, wherever it is. */
function membersNamed(name: string, value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [
    ...(key === name ? [child] : []),
    ...membersNamed(name, child),
  ]);
}

describe('the document', () => {
  it('is of OpenAPI 3.1 and names itself', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Gatehouse', version: '1.2.3' },
      security: [{ token: [] }],
    });
    expect(document.components.securitySchemes).toEqual({ token: { type: 'http', scheme: 'bearer' } });
  });

  it('has every route of the table and no other, under the name of the table', () => {
    const documented = operations.map(({ method, path, operation }) => `${operation.operationId} ${method} ${path}`);
    expect(documented.toSorted()).toEqual(
      apiRoutes.map(({ id, method, path }) => `${id} ${method} ${path}`).toSorted(),
    );
    expect(new Set(apiRoutes.map(({ id }) => id)).size).toBe(apiRoutes.length);
  });

  it('is the same every time', () => {
    expect(JSON.stringify(openApiDocument(apiRoutes, '1.2.3'))).toBe(text);
  });

  it('has no reference that leads nowhere', () => {
    const references = membersNamed('$ref', document);
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(String(reference))?.[1] ?? '';
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
  });

  it('holds schemas that are JSON Schema of 2020-12', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false });
    // References are to the components of the document.
    ajv.addKeyword('components');
    ajv.addSchema({ $id: 'doc:', components: document.components }, 'doc:', false, false);
    const schemas = membersNamed('schema', document.paths);
    expect(schemas.length).toBeGreaterThan(apiRoutes.length);
    for (const schema of [...schemas, ...Object.values(document.components.schemas)]) {
      const inside = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc:#/components'));
      expect(() => ajv.compile(inside)).not.toThrow();
    }
  });
});

describe.each(operations)('$method $path in the document', ({ method, path, operation }) => {
  const route = apiRoutes.find(({ id }) => id === operation.operationId);

  it('declares the parameters of its path and of its query', () => {
    const named = (where: string) =>
      (operation.parameters ?? []).filter((parameter) => parameter.in === where).map(({ name }) => name);
    expect(named('path')).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(named('query')).toEqual(Object.keys(route?.query?.shape ?? {}));
  });

  it('says what it takes, what it answers, and with what it refuses', () => {
    expect(operation.summary).toMatch(/\.$/);
    expect(operation.requestBody !== undefined).toBe(route?.body !== undefined);
    const refusals = [
      '400',
      '401',
      '403',
      '429',
      '500',
      '503',
      ...(method === 'post' || method === 'put' ? ['413', '415'] : []),
    ];
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining([...refusals, ...Object.keys(route?.responses ?? {})]),
    );
    expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true);
  });
});
