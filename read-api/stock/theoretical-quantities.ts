/**
 * `GET inventory_adjustments/theoretical`: the quantities that stand in an inventory just before a count by the books, in
 * base units: the stock, and with it what is sold and not delivered. Items without movements are not listed.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { momentOfCount, readDate } from '../../domain/values/effective-date.ts';
import { inSnapshot } from '../database/reader.ts';
import { DayText, IdsText, IdText, Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { checkInventory } from '../http/scope.ts';
import { shopNow } from '../http/today.ts';

const ITEMS_MAX = 200;
const MOMENT = '(\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d|-)';
const Moments = Type.Refine(
  Type.String({ pattern: `^${MOMENT}(,${MOMENT}){0,${ITEMS_MAX - 1}}$`, examples: ['-'] }),
  (text) => text.split(',').every((moment) => moment === '-' || readDate(moment.slice(0, 10)) !== undefined),
  () => 'moment',
);

/** Default now for today, and the end of the day for any other. */
export const TimeOfCount = () => Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' }));

interface Theoretical {
  readonly item_fk: number;
  readonly quantity: string;
  readonly undelivered: string;
}

export const theoreticalQuantitiesRoute = declareRead({
  url: '/inventory_adjustments/theoretical',
  permission: 'inventory_adjustments/show##inventory_adjustments/store##inventory_adjustments/update',
  reads: ['books', 'records'],
  query: Query({
    inventory_fk: IdText(),
    items: IdsText(ITEMS_MAX),
    /** When each of them was counted, in the same order; `-` is at the moment of the document. */
    moments: Type.Optional(Moments),
    date: DayText(),
    time: TimeOfCount(),
  }),
  answer: Type.Array(
    Type.Object({
      item_fk: Type.Integer(),
      quantity: Type.String(),
      /** Of the quantity, what is sold and not delivered. */
      undelivered: Type.String(),
    }),
  ),
  operationId: 'theoreticalQuantities',
  tag: 'reports',
  summary: 'What the books say is there just before a count',
  handle: async ({ reader, person, query }) => {
    const inventory = Number(query['inventory_fk']);
    checkInventory(person, inventory);
    const { today, now } = await shopNow(reader);
    const date = query['date'] ?? today;
    const at = momentOfCount(date, query['time'] ?? (date === today ? now : null));
    const moments = (query['moments'] ?? '').split(',');
    const counted = (query['items'] ?? '').split(',').map((item, index) => {
      const [day = '', time] = (moments[index] ?? '').split('T');
      return { item_fk: Number(item), at: time === undefined ? at : momentOfCount(day, time) };
    });
    return inSnapshot(reader, async (snapshot) => {
      const { rows } = await sql<Theoretical>`
        select c.item_fk, sum(j.quantity + j.undelivered) as quantity, sum(j.undelivered) as undelivered
        from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) c (item_fk int, at timestamp)
        join read.stock_line j on j.item_fk = c.item_fk and j.inventory_fk = ${inventory} and j.effective_at < c.at
        group by c.item_fk order by c.item_fk`.execute(snapshot);
      return rows;
    });
  },
});
