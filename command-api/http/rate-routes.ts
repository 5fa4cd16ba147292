/** `POST currency_rates/store_past_date`: a rate entered within a document, for the document's day. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { currencyRate, PastRateBody, pastRate } from '../../domain/organisation/currency-rate.record.ts';
import { recordAnswer } from '../../domain/registry/answers.schema.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import type { RecordType } from '../aggregates/aggregate-types.ts';
import type { CommandHandler } from '../handling/handler.ts';
import { succeeding } from './answer-schemas.ts';
import { answerData } from './answers.ts';
import { callHandler } from './command.ts';
import { QUERY } from './parameters.ts';
import { recordBody } from './validation.ts';

const BODY = recordBody(PastRateBody, 'PastRateBody');

const ANSWERS = succeeding(
  Type.Object({
    message: Type.Object({ rate_id: Type.Integer(), rate: Type.String() }),
    data: recordAnswer(currencyRate),
    position: Nullable(Type.String()),
  }),
);

export function pastRateRoute(app: FastifyInstance, handler: CommandHandler, kind: RecordType) {
  const { resource } = kind.declaration;
  return [
    addRoute(app, {
      method: 'POST',
      url: '/currency_rates/store_past_date',
      config: { permission: `${resource}/store` },
      attachValidation: true,
      schema: {
        operationId: 'enterPastRate',
        summary: 'Enter the rate of a day that has passed',
        tags: ['organisation'],
        body: BODY,
        querystring: QUERY,
        response: ANSWERS,
      },
      handler: async (request) => {
        const commands = (body: Static<typeof PastRateBody>) => [{ type: 'register', data: pastRate(body) }];
        const answer = await callHandler(handler, { kind, schema: BODY, commands }, request);
        const data = answerData(kind, answer, request.person);
        const position = answer.position === undefined ? null : String(answer.position);
        return { message: { rate_id: answer.id, rate: data['rate'] }, data, position };
      },
    }),
  ];
}
