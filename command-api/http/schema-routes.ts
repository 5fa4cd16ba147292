/** `GET schemas/{resource}`: the JSON schema of a body, which the record form is drawn from. */
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Refusal } from '../../domain/kernel/refusal.ts';
import type { Kinds } from '../handling/kinds.ts';
import { ERROR_SCHEMA } from './errors.ts';

export function schemaRoutes(app: FastifyInstance, kinds: Kinds): void {
  const byResource = new Map(kinds.all.map((kind) => [kind.resource, kind]));
  app.route({
    method: 'GET',
    url: '/schemas/:resource',
    config: { permission: 'signed_in' },
    schema: {
      response: {
        200: { type: 'object', properties: { data: { type: 'object', additionalProperties: true } } },
        '4xx': ERROR_SCHEMA,
      },
    },
    handler: async (request) => {
      const kind = byResource.get((request.params as { readonly resource: string }).resource);
      if (!kind) throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
      if (kind.is === 'document') return { data: kind.declaration.body };
      const { schema, apart, defaults, idField, nameField } = kind.declaration;
      const properties = { ...propertiesOf(schema), ...propertiesOf(apart) };
      return { data: { ...schema, properties, 'x-defaults': defaults, 'x-id': idField, 'x-name': nameField } };
    },
  });
}

const propertiesOf = (schema: TSchema | undefined): object => (schema as { properties?: object })?.properties ?? {};
