/** Changes of the costing rule, as events store them and as the books apply them, and the cost layers of pools. */

import { Type } from 'typebox';
import { type BookLayers, COMPANY } from '../../../domain/costing/book-layers.ts';
import type { CostBook } from '../../../domain/costing/cost-book.ts';
import type { Layer } from '../../../domain/costing/layers.ts';
import type { PoolBook } from '../../../domain/costing/pool-book.ts';
import { type AverageScope, type CostMethod, CostRules, type RuleChange } from '../../../domain/costing/rules.ts';
import type { RecordedEvent } from '../../../domain/deciding/event.ts';
import type { Recalculation } from '../../../domain/ledger/recalculation.ts';
import { checked } from '../../../domain/schemas/checked.schema.ts';
import { membersOf, numbersOf } from '../../../domain/values/members.ts';
import type { Cell, Rows } from '../../rows/table.ts';
import type { Reader } from '../model.ts';
import { costLayer, costRule } from './tables.ts';

const Text = Type.String();
const storedLayers = checked('the layers of a pool', Type.Array(Type.Tuple([Text, Text, Text])));

export interface RuleStep {
  readonly does: 'rule';
  readonly event: RecordedEvent;
  readonly change: RuleChange;
  /** The change applies to the books from their beginning; possible only before goods were moved. */
  readonly atFirst: boolean;
}

const BEGINNING = '0001-01-01';

export function ruleStep(event: RecordedEvent): RuleStep | undefined {
  if (event.type === 'recalculation.committed') return recalculated(event);
  if (event.type !== 'system_setting.registered' && event.type !== 'system_setting.amended') return undefined;
  const data = membersOf(event.data);
  const fields = membersOf(data['changed'] ?? data);
  const scope = fields['average_scope'];
  if (scope !== 'inventory' && scope !== 'company') return undefined;
  const change = { from: BEGINNING, items: [], inventories: [], scope } as const;
  return { does: 'rule', event, change, atFirst: true };
}

function recalculated(event: RecordedEvent): RuleStep | undefined {
  const { date, item_fk, inventory_fk, average_scope, cost_method } = event.data as Recalculation;
  if (!average_scope && !cost_method) return undefined;
  const change: RuleChange = {
    from: date,
    items: item_fk,
    inventories: inventory_fk,
    ...(average_scope ? { scope: average_scope } : {}),
    ...(cost_method ? { method: cost_method } : {}),
  };
  return { does: 'rule', event, change, atFirst: false };
}

/** Whether the change takes effect: goods that moved before it keep their earlier rule. */
export function takesEffect({ change, atFirst }: RuleStep, book: CostBook): boolean {
  if (!atFirst) return true;
  return !book.hasStockMovements && (change.scope === 'company' || book.rules.changes.length > 0);
}

export function insertRule({ event, change }: RuleStep, rows: Rows): void {
  const { from, items, inventories, scope = null, method = null } = change;
  rows.insert(costRule, [event.position, from, JSON.stringify(items), JSON.stringify(inventories), scope, method]);
}

interface RuleRow {
  readonly from_date: string;
  readonly item_fk: string;
  readonly inventory_fk: string;
  readonly average_scope: AverageScope | null;
  readonly cost_method: CostMethod | null;
}

export async function readRules(reader: Reader): Promise<CostRules> {
  const rows = await reader.query<RuleRow>(
    `select from_date::text, item_fk, inventory_fk, average_scope, cost_method from ${reader.schema}.cost_rule order by position`,
    [],
  );
  const changes = rows.map(
    (row): RuleChange => ({
      from: row.from_date,
      items: numbersOf(JSON.parse(row.item_fk)),
      inventories: numbersOf(JSON.parse(row.inventory_fk)),
      ...(row.average_scope ? { scope: row.average_scope } : {}),
      ...(row.cost_method ? { method: row.cost_method } : {}),
    }),
  );
  return new CostRules(changes);
}

/** The cost layers of one book after all its movements. */
export interface LayersOfBook {
  readonly item: number;
  /** The inventories of the book, and the numbers of the groups that share one average. */
  readonly groups: readonly number[];
  readonly layers: BookLayers;
}

/** Undefined for a book whose goods never have layers. Throws HistoryNeeded. */
export function layersAtEnd(book: PoolBook, rules: CostRules): LayersOfBook | undefined {
  const pools = book.parts.flatMap(({ pool }) => (pool.kind === 'stock' ? [pool] : []));
  const [first] = pools;
  if (!first || !rules.hasLayers(first.item)) return undefined;
  const groups = [COMPANY, ...pools.map(({ inventory }) => inventory)];
  return { item: first.item, groups, layers: book.layersBefore(book.movements.length, rules) };
}

/**
 * Removes the row of a group without layers: otherwise the next batch would read stale layers after a reversal or a
 * changed rule. Writes only groups of this book: `layers` may contain those of all inventories from the batch before.
 */
export function replaceLayers({ item, groups, layers }: LayersOfBook, rows: Rows): void {
  for (const group of groups) {
    const known = layers.get(group);
    const cells = known ? [[known.since, JSON.stringify(known.layers.map(layerCells))]] : [];
    rows.replace(costLayer, [item, group], cells);
  }
}

const layerCells = ({ document, quantity, value }: Layer): Cell[] => [document, String(quantity), String(value)];

/** The current cost layers, by item. */
export async function readLayers(reader: Reader, items: readonly number[]): Promise<ReadonlyMap<number, BookLayers>> {
  const rows = await reader.query<{ item_fk: number; inventory_fk: number; since: string; layers: string }>(
    `select item_fk, inventory_fk, since, layers from ${reader.schema}.cost_layer where item_fk = any ($1::int[])`,
    [items],
  );
  const found = new Map<number, BookLayers>();
  for (const { item_fk, inventory_fk, since, layers } of rows) {
    const list = storedLayers.parse(layers).map(([document, quantity, value]) => {
      return { document, quantity: BigInt(quantity), value: BigInt(value) };
    });
    const known: BookLayers = found.get(item_fk) ?? new Map();
    found.set(item_fk, known.set(inventory_fk, { since, layers: list }));
  }
  return found;
}
