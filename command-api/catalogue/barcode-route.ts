/** `POST items/barcodes`: reserves the next internal barcode, for a form that shows it before the item is saved. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { internalBarcode } from '../../domain/catalogue/barcode.ts';
import { item } from '../../domain/catalogue/item.record.ts';
import { defined } from '../../domain/values/defined.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import type { Commands } from '../commands/open-commands.ts';
import { freeNumbers, takenKeysFrom } from '../handling/facts/free-numbers.ts';
import { answering } from '../http/answer-schemas.ts';

const ANSWERS = answering(Type.Object({ value: Type.String() }));

export function barcodeRoute(app: FastifyInstance, { store }: Pick<Commands, 'store'>) {
  return [
    addRoute(app, {
      method: 'POST',
      url: '/items/barcodes',
      config: { permission: 'items/store##items/update' },
      schema: {
        operationId: 'nextBarcode',
        summary: 'The next barcode of the business',
        tags: ['catalogue'],
        response: ANSWERS,
      },
      handler: async () => {
        const sources = { nextId: (kind: string) => store.nextId(kind), takenKeys: takenKeysFrom(store) };
        const [number] = await freeNumbers(sources, { ...defined(item.numbers), kind: item.kind }, 1);
        return { data: { value: internalBarcode(defined(number)) } };
      },
    }),
  ];
}
