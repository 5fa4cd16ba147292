/** What the server found for the typed text, grouped by kind; a number of a document comes first. */
import { useQuery } from '@tanstack/react-query';
import { FileText, type LucideIcon, Package, PackageSearch, Truck, User } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../../shared/api/read.ts';
import { Amount, Day } from '../../shared/controls/amount.tsx';
import { InUnits } from '../../shared/controls/in-units.tsx';
import { useMe } from '../../shared/session/session.ts';
import { Group, Line } from './palette-line.tsx';

export type SearchHit = Reads['search'][number];

/** Icon and heading of a kind; every other kind is a document. */
const KINDS: Readonly<Record<string, { readonly icon: LucideIcon; readonly heading: string }>> = {
  item: { icon: Package, heading: 'menu.items' },
  customer: { icon: User, heading: 'menu.customers' },
  supplier: { icon: Truck, heading: 'menu.suppliers' },
  batch: { icon: PackageSearch, heading: 'palette.recall' },
};
const DOCUMENT = { icon: FileText, heading: 'palette.documents' };
const kindOf = ({ kind }: SearchHit) => KINDS[kind] ?? DOCUMENT;

/** The value of its line in the palette. */
export const foundLine = ({ path }: SearchHit): string => `found ${path}`;

interface FoundGroupsProps {
  readonly hits: readonly SearchHit[];
  readonly onOpen: (path: string) => void;
}

export function FoundGroups({ hits, onOpen }: FoundGroupsProps) {
  const { t } = useTranslation();
  return [...Map.groupBy(hits, (hit) => kindOf(hit))].map(([{ heading, icon: Icon }, found]) => (
    <Group key={heading} heading={t(heading)}>
      {found.map((hit) => (
        <Line key={hit.path} value={foundLine(hit)} onSelect={() => onOpen(hit.path)}>
          <Icon size={15} aria-hidden className="shrink-0 text-ink-muted" />
          <Found hit={hit} />
        </Line>
      ))}
    </Group>
  ));
}

/** `Sale S-000042 · Azad · Main`, with its day and amount at the end; goods with what is on hand, and their price. */
function Found({ hit }: { hit: SearchHit }) {
  const { t } = useTranslation();
  const { currencies, system_currency } = useMe();
  const { kind, title, subtitle, date, total, currency_fk, stock, in_units } = hit;
  const currency = currencies.find(({ currency_id }) => currency_id === (currency_fk ?? system_currency.currency_id));
  const decimals = currency?.decimals ?? 2;
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <bdi className="min-w-0 truncate">
          {KINDS[kind] === undefined ? t(`documents:${kind}.number`, { number: title }) : title}
        </bdi>
        {subtitle && <bdi className="min-w-0 truncate text-ink-muted">{subtitle}</bdi>}
      </span>
      {stock !== null && (
        <span className="shrink-0 text-ink-muted">
          {t('palette.on_hand')} <InUnits parts={in_units} />
        </span>
      )}
      {date && (
        <span className="shrink-0 text-ink-muted">
          <Day value={date} />
        </span>
      )}
      {total !== null && (
        <span className="shrink-0">
          <Amount value={total} decimals={decimals} decimalsMin={decimals} />{' '}
          <span className="text-ink-muted">{currency?.symbol}</span>
        </span>
      )}
    </>
  );
}

export function useServerSearch(query: string): readonly SearchHit[] {
  const { data } = useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => read('search', { query: { q: query }, signal }),
    enabled: query.length >= 2,
    meta: { quiet: true },
  });
  return query.length >= 2 ? (data ?? []) : [];
}
