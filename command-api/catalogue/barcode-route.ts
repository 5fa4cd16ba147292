/** `POST items/barcodes`: reserves the next internal barcode, for a form that shows it before the item is saved. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { internalBarcode } from '../../domain/catalogue/barcode.ts';
import { item } from '../../domain/catalogue/item.record.ts';
import type { ClaimStore } from '../../event-store/port.ts';
import { answering } from '../http/answer-schemas.ts';

const ANSWERS = answering(Type.Object({ value: Type.String() }));

export function barcodeRoute(app: FastifyInstance, store: Pick<ClaimStore, 'nextId'>): void {
  app.route({
    method: 'POST',
    url: '/items/barcodes',
    config: { permission: 'items/store##items/update' },
    schema: {
      operationId: 'nextBarcode',
      summary: 'The next barcode of the business',
      tags: ['catalogue'],
      response: ANSWERS,
    },
    handler: async () => ({ data: { value: internalBarcode(await store.nextId(item.numbers?.source ?? item.kind)) } }),
  });
}
