/** Item prices for the customer of the sale, computed with the server's function. */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listedPrice, type PricedItem, type PricingList } from '../../domain/catalogue/listed-price.ts';
import { defined } from '../../domain/kernel/defined.ts';
import { get } from '../shared/api/client.ts';
import type { Row } from '../shared/api/list.ts';
import { queryClient } from '../shared/api/query.ts';
import { mustFit } from '../shared/api/wire.ts';
import { priceIn } from '../shared/document/fields/usual-fields.ts';
import type { ItemRow } from '../shared/document/model/declaration.ts';
import { type Fields, idOf, textOf } from '../shared/document/model/draft.ts';
import { useEditing } from '../shared/document/model/editing-store.ts';
import { knownItem, unitsOf } from '../shared/document/model/items.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';

const FRESH_MS = 60_000;
const keyOf = (customer: number | undefined) => ['customers', 'pricing_list', customer];

async function fetchPricingList(customer: number): Promise<PricingList | null> {
  const { pricing_profile_fk: profile } = (await get<Row>(`customers/${customer}`)).data;
  if (typeof profile !== 'number') return null;
  const { data } = await get<Row>(`pricing_profiles/${profile}`);
  return { ...mustFit<PricingList>(data, {}), id: profile };
}

/** The price of a unit in the document's currency, for the chosen customer's pricing list. */
export function customerPrice(item: ItemRow, unit: number | undefined, header: Fields) {
  const list = queryClient.getQueryData<PricingList | null>(keyOf(idOf(header, 'customer_fk'))) ?? undefined;
  return priceWith(item, unit, header, list);
}

function priceWith(item: ItemRow, unit: number | undefined, header: Fields, list: PricingList | undefined) {
  const priced = { ...item, id: Number(item['item_id']), categories: item['category_path'] ?? [] };
  const own = unitsOf(item).find((itemUnit) => itemUnit.unit_fk === unit)?.sale_price;
  const listed =
    unit === undefined ? undefined : listedPrice(mustFit<PricedItem>(priced, {}), unit, list, dayOf(header));
  return priceIn(item, listed ?? own, header);
}

const dayOf = (header: Fields): string => textOf(header, 'date') ?? '';

/** After a change of the customer, lines with unchanged list prices get the new list's prices. */
export function useCustomerPrices(session: DocumentSession): void {
  const { draft } = useEditing(session.store);
  const customer = idOf(draft.header, 'customer_fk');
  const { data: list } = useQuery({
    queryKey: keyOf(customer),
    queryFn: () => fetchPricingList(defined(customer, 'the customer')),
    enabled: customer !== undefined && session.editable,
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });
  const before = useRef<PricingList | null>(null);
  const now = customer === undefined ? null : list;
  useEffect(() => {
    if (now === undefined || !session.editable) return;
    const was = before.current ?? undefined;
    before.current = now;
    if (was === (now ?? undefined)) return;
    const { store } = session;
    const { header, lines } = store.state.draft;
    for (const { key, fields } of lines) {
      const item = knownItem(idOf(fields, 'item_fk') ?? 0);
      const unit = idOf(fields, 'unit_fk');
      if (!item || fields['price'] !== priceWith(item, unit, header, was)) continue;
      const price = priceWith(item, unit, header, now ?? undefined);
      if (price !== fields['price'])
        store.edit({ do: 'set', at: { table: 'lines', key, field: 'price' }, value: price });
    }
  }, [now, session]);
}
