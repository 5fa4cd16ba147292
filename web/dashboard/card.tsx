/** A card: heading and figures link to the report that they are of. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { QueryValue } from '../shared/api/client.ts';
import { type PlainPath, read } from '../shared/api/read.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { SkeletonLines } from '../shared/controls/states.tsx';
import { useMe } from '../shared/session/session.ts';

interface Target {
  readonly to: string;
  readonly search: Readonly<Record<string, string | number>>;
}

const NOWHERE: Target = { to: '/dashboard', search: {} };
const CardTarget = createContext(NOWHERE);

interface FigureLinkProps {
  /** Default that of the card. */
  readonly target?: Target;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A figure, or a row with one, which leads to what it is made of. */
export function FigureLink({ target, className = '', children }: FigureLinkProps) {
  const ofCard = useContext(CardTarget);
  const { to, search } = target ?? ofCard;
  return (
    <Link to={to} search={search} className={`rounded-sm hover:text-accent hover:underline ${className}`}>
      {children}
    </Link>
  );
}

interface CardProps {
  readonly title: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string | number>>;
  /** Two columns or all of them. */
  readonly width?: 'wide' | 'whole';
  readonly loaded: boolean;
  readonly children: ReactNode;
}

const WIDTHS = { wide: 'md:col-span-2', whole: 'md:col-span-2 lg:col-span-4' };

export function Card({ title, to, search = NOWHERE.search, width, loaded, children }: CardProps) {
  const target = useMemo(() => ({ to, search }), [to, search]);
  return (
    <section
      className={`flex flex-col gap-2 rounded-lg border border-edge bg-surface-1 p-4 shadow-card ${width ? WIDTHS[width] : ''}`}
    >
      <h2 className="text-sm font-medium text-ink-muted">
        <Link to={to} search={search} className="hover:text-accent hover:underline">
          {title}
        </Link>
      </h2>
      <CardTarget value={target}>{loaded ? children : <SkeletonLines lines={2} />}</CardTarget>
    </section>
  );
}

/** In the system currency, large. */
export function BigAmount({ value }: { value: string }) {
  const { system_currency } = useMe();
  return (
    <p className="text-xl font-semibold">
      <FigureLink>
        <Amount value={value} decimals={system_currency.decimals} decimalsMin={system_currency.decimals} />
      </FigureLink>{' '}
      <span className="text-sm font-normal text-ink-muted">{system_currency.symbol}</span>
    </p>
  );
}

const FRESH_MS = 60_000;

export function useFigures<Path extends PlainPath>(path: Path, query: Readonly<Record<string, QueryValue>> = {}) {
  return useQuery({
    queryKey: [path, 'dashboard', query],
    queryFn: ({ signal }) => read(path, { query, signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    meta: { quiet: true },
  }).data;
}
