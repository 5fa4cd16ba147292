/** `GET schemas/{resource}`: the JSON schema of a body, from which the record form is built. */

import type { FastifyInstance } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { enteredSchema } from '../../domain/schemas/schema-parts.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { pathPart } from '../../identity/request-parts.ts';
import type { AggregateRegistry } from '../aggregates/aggregate-types.ts';
import { answering } from './answer-schemas.ts';

export function schemaRoutes(app: FastifyInstance, kinds: AggregateRegistry) {
  const byResource = new Map(kinds.all.map((kind) => [kind.resource, kind]));
  return addRoute(app, {
    method: 'GET',
    url: '/schemas/:resource',
    config: { permission: 'signed_in' },
    schema: {
      operationId: 'showSchema',
      summary: 'The JSON schema of the body of a record or document, which its form is drawn from',
      tags: ['operations'],
      response: answering(Type.Object({}, { additionalProperties: true })),
    },
    handler: async (request) => {
      const kind = byResource.get(pathPart(request, 'resource'));
      if (!kind) throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
      if (kind.is === 'document') return { data: kind.declaration.body };
      const { schema, secretFields: apart, creates, defaults, idField, nameField } = kind.declaration;
      const properties = {
        ...propertiesOf(enteredSchema(schema)),
        ...propertiesOf(apart),
        ...propertiesOf(creates?.schema),
      };
      return { data: { ...schema, properties, 'x-defaults': defaults, 'x-id': idField, 'x-name': nameField } };
    },
  });
}

const propertiesOf = (schema: TSchema | undefined): object => membersOf(membersOf(schema).properties);
