/** The cashier's open drawer on this device. */
import { useEffect, useState } from 'react';
import type { CountEntry, OpenDrawerEntry } from '../../../domain/till/device-entry.schema.ts';
import type { KeptEntry } from '../device/database-schema.ts';
import { useWatched } from '../device/use-watched.ts';
import { countsOf } from '../selling/drawer/drawer-count.ts';
import type { DrawerCash } from '../selling/payment.ts';
import { useTill } from './till-context.tsx';

export interface DrawerHere {
  readonly uuid: string;
  readonly number: string;
  readonly opening: OpenDrawerEntry;
  readonly opened_at: string;
  readonly entries: readonly KeptEntry[];
  readonly cash: readonly DrawerCash[];
  /** A counted drawer takes and gives no more money until it is closed. */
  readonly counts: readonly CountEntry[];
  /** Only of a drawer that was just closed: why its count differed. */
  readonly difference_reason?: string | null;
}

/** Undefined while loading; null without one. */
export function useOpenDrawer(): DrawerHere | null | undefined {
  const { device, session } = useTill();
  const version = useWatched(device.journal.changes);
  const [drawer, setDrawer] = useState<DrawerHere | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another one after every entry.
  useEffect(() => {
    let isWanted = true;
    void device.journal.openDrawer(session.cashier.id).then((found) => {
      if (isWanted) setDrawer(drawerOf(found, device.catalogue.tables().accounts));
    });
    return () => {
      isWanted = false;
    };
  }, [device, session.cashier.id, version]);
  return drawer;
}

type Accounts = ReturnType<ReturnType<typeof useTill>['device']['catalogue']['tables']>['accounts'];

function drawerOf(
  found: { readonly opening: KeptEntry; readonly entries: readonly KeptEntry[] } | undefined,
  accounts: Accounts,
): DrawerHere | null {
  const opening = found?.opening.entry.content;
  if (!found || opening?.kind !== 'open_drawer') return null;
  const cash = opening.accounts.map(({ account_fk, rate_fk, rate }): DrawerCash => {
    const currency = accounts.find(({ id }) => id === account_fk)?.['currency_fk'];
    return { account_fk, currency_fk: Number(currency ?? 1), rate_fk: rate_fk ?? null, rate: rate ?? null };
  });
  const { entry, number } = found.opening;
  const { entries } = found;
  const counts = countsOf(entries.map((kept) => kept.entry.content));
  return { uuid: entry.uuid, number, opening, opened_at: entry.made_at, entries, cash, counts };
}

/** Whether money may go in and out. */
export const isInUse = (drawer: DrawerHere | null | undefined): drawer is DrawerHere =>
  drawer !== null && drawer !== undefined && drawer.counts.length === 0;
