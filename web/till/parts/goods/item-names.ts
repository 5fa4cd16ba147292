/** Items that are known only by id, and their names. */
import { useEffect, useState } from 'react';
import type { Language } from '../../../../domain/values/language.ts';
import type { TillItem } from '../../device/catalogue/catalogue-rows.ts';
import { nameIn } from '../../selling/goods.ts';
import { useTill } from '../till-context.tsx';

export function useItems(ids: readonly number[]): readonly TillItem[] {
  const { device } = useTill();
  const [items, setItems] = useState<readonly TillItem[]>([]);
  const wanted = ids.join();
  useEffect(() => {
    let isWanted = true;
    const numbers = wanted === '' ? [] : wanted.split(',').map(Number);
    void device.catalogue.items(numbers).then((found) => isWanted && setItems(found));
    return () => {
      isWanted = false;
    };
  }, [device, wanted]);
  return items;
}

export function useItemNames(ids: readonly number[], language: Language): (id: number) => string {
  const items = useItems(ids);
  return (id) => nameIn(items.find((item) => item.id === id) ?? {}, 'item_name', language);
}
