/** Context of the till's screens: the device and its changing state. */
import { createContext, useContext, useMemo } from 'react';
import { defined } from '../../../domain/values/defined.ts';
import type { CashierSession } from '../device/cashiers.ts';
import type { TillIdentity } from '../device/database-schema.ts';
import type { TillDevice } from '../device/device.ts';
import { useWatched } from '../device/use-watched.ts';
import type { Approval } from '../selling/cart.ts';
import type { Terms } from '../selling/goods.ts';
import { type TillSettings, tillSettings } from '../selling/till-settings.ts';

export interface TillPlace {
  readonly device: TillDevice;
  readonly identity: TillIdentity;
  readonly session: CashierSession;
}

const Place = createContext<TillPlace | undefined>(undefined);
export const TillProvider = Place.Provider;

/** Only below a signed-in cashier at an enrolled till. */
export const useTill = (): TillPlace => defined(useContext(Place), 'the till');

/** The settings, updated with every newer catalogue. */
export function useTillSettings(): TillSettings {
  const { device } = useTill();
  const { as_of } = useWatched(device.catalogue.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tables are others when the catalogue is a newer one.
  return useMemo(() => tillSettings(device.catalogue.tables().settings), [device, as_of]);
}

/** The current terms for prices, limits and rights; `approval`: a supervisor's permission for this receipt. */
export function useTerms(approval: Approval | null): Terms {
  const { device, identity, session } = useTill();
  const settings = useTillSettings();
  const { as_of } = useWatched(device.catalogue.state);
  const { date } = device.clock.moment();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the records are others when the catalogue is a newer one.
  return useMemo((): Terms => {
    const { promotions } = device.catalogue.tables();
    const rights = [...session.cashier.rights, ...(approval?.rights ?? [])];
    return {
      outlet_fk: identity.outlet_id,
      inventory_fk: identity.inventory_id ?? 0,
      day: date,
      promotions,
      currency_fk: settings.currency_fk,
      decimals: currencyDecimals(device, settings.currency_fk),
      cash_rounding_step: settings.cash_rounding_step,
      quantity_decimals: settings.quantity_decimals,
      discount_limit: settings.discount_limit,
      quantity_limit: settings.quantity_limit,
      facts: device.catalogue.facts({ user_id: session.cashier.id, rights }),
    };
  }, [device, identity, session, settings, approval, as_of, date]);
}

function currencyDecimals({ catalogue }: TillDevice, currency: number): number {
  const decimals = catalogue.tables().currencies.find(({ id }) => id === currency)?.['decimals'];
  return typeof decimals === 'number' ? decimals : 0;
}

/** The name of a record in the catalogue's small tables. */
export function tableName(
  rows: readonly { readonly id: number; readonly [field: string]: unknown }[],
  id: number,
  field: string,
): string {
  const name = rows.find((row) => row.id === id)?.[field];
  return typeof name === 'string' ? name : '';
}
