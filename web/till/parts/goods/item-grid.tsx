/** Items as tiles with picture, name and price. */
import { Package, PackageX } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../../shared/controls/states.tsx';
import { usePreferences } from '../../../shared/language/preferences.ts';
import type { TillItem } from '../../device/catalogue/catalogue-rows.ts';
import { useWatched } from '../../device/use-watched.ts';
import type { CartLine } from '../../selling/cart.ts';
import { nameIn, type Terms, usualUnit } from '../../selling/goods.ts';
import { priceOf } from '../../selling/listed.ts';
import { saleStore } from '../../selling/sale-store.ts';
import { MoneyText } from '../money-text.tsx';
import { useTerms, useTillSettings } from '../till-context.tsx';

interface ItemGridProps {
  /** Undefined while loading. */
  readonly items: readonly TillItem[] | undefined;
  readonly onChoose: (item: TillItem) => void;
  readonly empty: string;
}

export function ItemGrid({ items, onChoose, empty }: ItemGridProps) {
  const { cart } = useWatched(saleStore);
  const terms = useTerms(null);
  const { grid_pictures } = useTillSettings();
  if (items?.length === 0) return <EmptyState title={empty} icon={PackageX} />;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-2">
      {(items ?? []).map((item) => (
        <li key={item.id}>
          <Tile
            {...{ item, terms, hasPicture: grid_pictures }}
            customer={cart.customer?.id ?? null}
            onChoose={() => onChoose(item)}
          />
        </li>
      ))}
    </ul>
  );
}

interface TileProps {
  readonly item: TillItem;
  readonly terms: Terms;
  readonly hasPicture: boolean;
  readonly customer: number | null;
  readonly onChoose: () => void;
}

function Tile({ item, terms, hasPicture, customer, onChoose }: TileProps) {
  const { language } = usePreferences();
  const unit = usualUnit(item);
  const line: CartLine = {
    line_id: 0,
    item,
    unit_fk: unit ?? 0,
    quantity: '1',
    price: null,
    discount: null,
    note: null,
  };
  const { price, reason } = priceOf(line, customer, terms);
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex h-full min-h-24 w-full flex-col overflow-hidden rounded-md border border-edge bg-surface-1 text-start shadow-card hover:border-accent active:bg-accent-soft"
    >
      {hasPicture && (
        <span className="flex h-20 w-full shrink-0 items-center justify-center bg-surface-2 text-ink-muted max-md:h-14">
          {item.image ? <Picture attachment={item.image} /> : <Package size={22} aria-hidden />}
        </span>
      )}
      <span className="flex flex-1 flex-col justify-between gap-1 p-2">
        <bdi className="line-clamp-2 text-sm leading-tight">{nameIn(item, 'item_name', language)}</bdi>
        {reason.kind !== 'unknown' && (
          <MoneyText value={price} currency={terms.currency_fk} className="text-sm font-semibold" />
        )}
      </span>
    </button>
  );
}

/** A missing picture, or an uncached one while offline, leaves an empty frame. */
function Picture({ attachment }: { attachment: string }) {
  const [isThere, setThere] = useState(true);
  if (!isThere) return <Package size={22} aria-hidden />;
  return (
    <img
      src={`/api/till/pictures/${attachment}`}
      alt=""
      loading="lazy"
      onError={() => setThere(false)}
      className="size-full object-cover"
    />
  );
}
