/**
 * `GET inventory_adjustments/theoretical`: the quantities in the books for some items of an inventory just before a
 * count, in base units. Items without movements are not listed.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { momentOfCount } from '../../domain/kernel/effective-date.ts';
import { inSnapshot } from '../database/reader.ts';
import { DayText, IdText, Query } from '../http/query.schema.ts';
import type { ReadRoute } from '../http/route.ts';
import { checkInventory } from '../http/scope.ts';
import { localTime } from '../http/today.ts';

const ITEMS_MAX = 200;
const Items = Type.String({ pattern: `^[1-9]\\d{0,9}(,[1-9]\\d{0,9}){0,${ITEMS_MAX - 1}}$` });

interface Theoretical {
  readonly item_fk: number;
  readonly quantity: string;
}

export const theoreticalQuantitiesRoute: ReadRoute = {
  url: '/inventory_adjustments/theoretical',
  permission: 'inventory_adjustments/show##inventory_adjustments/store##inventory_adjustments/update',
  reads: ['books'],
  query: Query({
    inventory_fk: IdText(),
    items: Items,
    date: DayText(),
    /** Time of the count; default now for today, and the end of the day for any other. */
    time: Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' })),
  }),
  answer: Type.Array(Type.Object({ item_fk: Type.Integer(), quantity: Type.String() })),
  operationId: 'theoreticalQuantities',
  tag: 'reports',
  summary: 'What the books say is there just before a count',
  handle: ({ reader, person, query }) => {
    const inventory = Number(query['inventory_fk']);
    checkInventory(person, inventory);
    const { today, now } = localTime(new Date());
    const date = query['date'] ?? today;
    const at = momentOfCount(date, query['time'] ?? (date === today ? now : null));
    const items = (query['items'] ?? '').split(',').map(Number);
    return inSnapshot(reader, async (snapshot) => {
      const { rows } = await sql<Theoretical>`
        select j.item_fk, sum(j.quantity) as quantity from read.stock_line j
        where j.inventory_fk = ${inventory} and j.item_fk = any(${items}::bigint[]) and j.effective_at < ${at}::timestamp
        group by j.item_fk order by j.item_fk`.execute(snapshot);
      return rows;
    });
  },
};
