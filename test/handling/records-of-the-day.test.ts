/** What a late document reads of its records is a condition of storing it, and a document of today reads no histories. */
import { expect, it } from 'vitest';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { openPremises, Shop } from '../projector/shop.ts';
import { over, recording } from './interleaving.ts';

async function open() {
  const clock = { now: new Date('2026-02-20T08:00:00Z') };
  const { store, batches } = recording(openMemoryStore(() => clock.now));
  const histories: string[] = [];
  const watched = new Proxy(over(store, store.append), {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (name !== 'readStreams' || typeof member !== 'function') return member;
      return (requests: readonly { readonly stream: string; readonly after: number }[]) => {
        histories.push(
          ...requests.filter(({ stream, after }) => after < 0 && known.has(stream)).map((one) => one.stream),
        );
        return member.call(target, requests);
      };
    },
  });
  const known = new Set<string>();
  const shop = new Shop(watched, clock);
  const premises = await openPremises(shop, true);
  const [item_fk = 0] = premises.items;
  const taxes = [await shop.register('tax', { tax_name: 'Five', percentage: '5' })];
  taxes.push(await shop.register('tax', { tax_name: 'Ten', percentage: '10' }));
  await shop.amend('item', item_fk, { tax_fk: taxes[0] });
  clock.now = new Date('2026-05-02T08:00:00Z');
  await shop.amend('item', item_fk, { tax_fk: taxes[1] });
  clock.now = new Date('2026-05-30T08:00:00Z');
  const sell = async (date: string) => {
    for (const stream of [`item-${item_fk}`, `tax-${taxes[0]}`]) known.add(stream);
    histories.length = 0;
    const sold = await shop.enter('sale', {
      ...{ outlet_fk: premises.outlets[0], inventory_fk: premises.inventories[0], date, currency_fk: 1 },
      ...{ payment_type: 'cash', account_fk: premises.cashes[0], status: 'complete' },
      lines: [{ item_fk, unit_fk: premises.unit, quantity: '1' }],
    });
    const reads = (batches.at(-1)?.reads ?? []).flatMap((read) => (read.of === 'stream' ? [read.stream] : []));
    return { tax: JSON.stringify(sold?.state).match(/"tax_percent":"(\d+)"/)?.[1], reads, histories: [...histories] };
  };
  return { sell, item: `item-${item_fk}`, taxes: taxes.map((tax) => `tax-${tax}`) };
}

it('names the tax that the item had then, which nothing of now names any more', async () => {
  const { sell, item, taxes } = await open();
  const { tax, reads, histories } = await sell('2026-03-10');
  expect(tax).toBe('5');
  expect(reads).toEqual(expect.arrayContaining([item, taxes[0]]));
  expect(histories).toContain(item);
});

it('names only the present tax today', async () => {
  const { sell, item, taxes } = await open();
  const { tax, reads, histories } = await sell('2026-05-30');
  expect(tax).toBe('10');
  expect(reads).toEqual(expect.arrayContaining([item, taxes[1]]));
  expect([reads.includes(taxes[0] ?? ''), histories]).toEqual([false, []]);
});
