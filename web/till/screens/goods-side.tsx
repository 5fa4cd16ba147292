/** Items to choose by touch or search: favourites and categories with pictures, or search results. */
import { Search, Star, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../shared/language/preferences.ts';
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts';
import type { TillItem } from '../device/catalogue/catalogue-rows.ts';
import { gridCategories } from '../device/catalogue/catalogue-tables.ts';
import { useWatched } from '../device/use-watched.ts';
import { ItemGrid } from '../parts/goods/item-grid.tsx';
import { useTill, useTillSettings } from '../parts/till-context.tsx';
import { nameIn } from '../selling/goods.ts';
import { saleStore } from '../selling/sale-store.ts';
import { findScanned, takeItem } from '../selling/scan-actions.ts';

const SHOWN_MAX = 120;

export function GoodsSide({ onScanned, onDone }: { onScanned: (code: string) => void; onDone: () => void }) {
  const { t } = useTranslation();
  const { device } = useTill();
  const { scales } = useTillSettings();
  const [text, setText] = useState('');
  const [category, setCategory] = useState<number | null>(null);
  const items = useShownItems(text, category);
  const field = useRef<HTMLInputElement>(null);
  useShortcut('till_search', () => field.current?.focus());
  const choose = (item: TillItem) => {
    takeItem(saleStore, { item });
    setText('');
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setText('');
    if (event.key !== 'Enter' || text.trim() === '') return;
    event.preventDefault();
    void findScanned(text, device.catalogue, scales).then(({ found, receipt }) => {
      const [first] = items ?? [];
      if (found || receipt !== undefined || !first) onScanned(text);
      else takeItem(saleStore, { item: first });
      setText('');
    });
  };
  return (
    <>
      <div className="relative m-3 mb-0">
        <Search size={18} aria-hidden className="absolute start-3 top-3.5 text-ink-muted" />
        <input
          ref={field}
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          aria-label={t('selling:search')}
          placeholder={t('selling:search_hint')}
          className="page-start h-12 w-full rounded-md border border-edge-strong bg-surface-1 ps-10 pe-12 text-base [&::-webkit-search-cancel-button]:hidden"
          dir="auto"
        />
        {text !== '' && (
          <button
            type="button"
            aria-label={t('selling:clear')}
            onClick={() => setText('')}
            className="absolute end-0 top-0 inline-flex size-12 items-center justify-center text-ink-muted"
          >
            <X size={18} aria-hidden />
          </button>
        )}
      </div>
      {text === '' && <Categories chosen={category} onChoose={setCategory} />}
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        <ItemGrid
          items={items}
          onChoose={choose}
          empty={t(text === '' ? 'selling:no_goods_here' : 'selling:nothing_found')}
        />
      </div>
    </>
  );
}

/** The search results, the items of the category, or the favourites; undefined while loading. */
function useShownItems(text: string, category: number | null): readonly TillItem[] | undefined {
  const { device } = useTill();
  const { favourites } = useTillSettings();
  const { as_of, status } = useWatched(device.catalogue.state);
  const [items, setItems] = useState<readonly TillItem[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer catalogue has other goods.
  useEffect(() => {
    let isWanted = true;
    const reading = read();
    void reading.then((found) => isWanted && setItems(found));
    return () => {
      isWanted = false;
    };
    async function read(): Promise<readonly TillItem[]> {
      const { catalogue } = device;
      if (text.trim() !== '') return catalogue.search(text, SHOWN_MAX);
      if (category !== null) return catalogue.inCategory(category, { limit: SHOWN_MAX });
      const chosen = favourites.length > 0 ? favourites : catalogue.tables().favourites;
      if (chosen.length > 0) return (await catalogue.items(chosen)).filter(({ is_active }) => is_active !== false);
      const [first] = catalogue.tables().categories.filter(({ parent_fk }) => parent_fk === null);
      return first ? catalogue.inCategory(first.id, { limit: SHOWN_MAX }) : [];
    }
  }, [device, favourites, text, category, as_of, status]);
  return items;
}

function Categories({ chosen, onChoose }: { chosen: number | null; onChoose: (category: number | null) => void }) {
  const { t } = useTranslation();
  const { device } = useTill();
  const { language } = usePreferences();
  useWatched(device.catalogue.state);
  const { grid_categories } = useTillSettings();
  const { categories } = device.catalogue.tables();
  const { shown, above, isLeaf } = gridCategories(categories, chosen, grid_categories);
  return (
    <nav aria-label={t('selling:categories')} className="flex shrink-0 gap-2 overflow-x-auto px-3 pt-3">
      <Tab pressed={chosen === null} onPress={() => onChoose(null)}>
        <Star size={16} aria-hidden />
        {t('selling:favourites')}
      </Tab>
      {chosen !== null && !isLeaf && (
        <Tab pressed onPress={() => onChoose(above)}>
          <bdi>{nameIn(categories.find(({ id }) => id === chosen) ?? {}, 'category_name', language)}</bdi>
        </Tab>
      )}
      {shown.map((category) => (
        <Tab key={category.id} pressed={category.id === chosen} onPress={() => onChoose(category.id)}>
          <bdi>{nameIn(category, 'category_name', language)}</bdi>
        </Tab>
      ))}
    </nav>
  );
}

function Tab({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="inline-flex h-12 shrink-0 items-center gap-2 rounded-md border border-edge bg-surface-1 px-4 hover:bg-surface-2 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent-strong"
    >
      {children}
    </button>
  );
}
