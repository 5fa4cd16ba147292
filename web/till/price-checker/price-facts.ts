/** The facts for the domain's prices, from one item of the server's answer. */

import type { Facts, KnownRecord } from '../../../domain/deciding/facts.ts';
import { validDate } from '../../../domain/values/effective-date.ts';
import { numbersOf } from '../../../domain/values/members.ts';
import type { ItemRow } from '../../shared/document/model/declaration.ts';
import type { Currency } from '../../shared/session/session.ts';
import { localToday } from '../../shared/typing/date-words.ts';

/** `rate`: today's in rate as decimal text, if any. */
export function priceFacts(item: ItemRow, currency: Currency, rate: string | undefined): Facts {
  const today = localToday(new Date());
  // The category of the item, followed by each category above.
  const path = numbersOf(item['category_path']);
  const category = (id: number) => ({ parent_fk: path[path.indexOf(id) + 1] ?? null });
  const rows: Readonly<Record<string, (id: number) => object | undefined>> = {
    item: (id) => (id === item['item_id'] ? item : undefined),
    category: (id) => (path.includes(id) ? category(id) : undefined),
    currency: (id) => (id === currency.currency_id ? currency : undefined),
    system_setting: () => ({ currency_fk: currency.currency_id }),
  };
  return {
    today: validDate(today),
    now: '00:00:00',
    actor: NOBODY,
    record: <Data>(kind: string, id: number): KnownRecord<Data> | undefined => {
      const row = Object.hasOwn(rows, kind) ? rows[kind]?.(id) : undefined;
      return row && holds<Data>(row) ? { id, active: true, data: row } : undefined;
    },
    document: () => undefined,
    level: () => '0',
    openItems: [],
    rateOn: () => (rate === undefined ? undefined : { id: 0, date: today, rate, in_rate: rate }),
  };
}

/** The caller determines the type, as for the server's facts. */
const holds = <Data>(row: object): row is object & Data => row !== null;

const NOBODY: Facts['actor'] = {
  user_id: 0,
  can: () => false,
  hasOutlet: () => false,
  hasInventory: () => false,
  hasAllOutlets: false,
  hasRecentProof: false,
};
