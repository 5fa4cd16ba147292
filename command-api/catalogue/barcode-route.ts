/** `POST items/barcodes`: the next barcode of the business, for a form that shows it before the item is saved. */
import type { FastifyInstance } from 'fastify';
import { internalBarcode } from '../../domain/catalogue/barcode.ts';
import { item } from '../../domain/catalogue/item.record.ts';
import type { ClaimStore } from '../../event-store/port.ts';
import { ERROR_SCHEMA } from '../http/errors.ts';

const ANSWERS = {
  200: {
    type: 'object',
    properties: { data: { type: 'object', properties: { value: { type: 'string' } } } },
  },
  '4xx': ERROR_SCHEMA,
  '5xx': ERROR_SCHEMA,
} as const;

export function barcodeRoute(app: FastifyInstance, store: Pick<ClaimStore, 'nextId'>): void {
  app.route({
    method: 'POST',
    url: '/items/barcodes',
    config: { permission: 'items/store##items/update' },
    schema: { tags: ['items'], response: ANSWERS },
    handler: async () => ({ data: { value: internalBarcode(await store.nextId(item.numbers?.source ?? item.kind)) } }),
  });
}
