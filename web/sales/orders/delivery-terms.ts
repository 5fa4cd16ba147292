/** Delivery charge and time of the application and of an order's zone, as the server would determine them. */
import { useQuery } from '@tanstack/react-query';
import { get } from '../../shared/api/client.ts';
import { DELIVERY_TERMS } from '../../shared/api/query.ts';
import { fits } from '../../shared/api/wire.ts';

export interface DeliveryTerms {
  readonly delivery_charge: string | null;
  readonly free_delivery_amount: string | null;
  readonly accepted_time_minutes: number | null;
  /** The customer account for orders of online customers without one. */
  readonly customer_fk: number | null;
  readonly zone: { readonly delivery_charge: string | null; readonly delivery_minutes: number | null } | null;
}

const queryOf = (zone: unknown) => (typeof zone === 'number' ? { delivery_zone_fk: String(zone) } : {});

/** Undefined while they are read, and where they cannot be: then the server determines what depends on them. */
export function useDeliveryTerms(zone: unknown): DeliveryTerms | undefined {
  const query = queryOf(zone);
  const { data } = useQuery({
    queryKey: [...DELIVERY_TERMS, query],
    queryFn: async ({ signal }) => {
      const { data: terms } = await get<unknown>('delivery_zones/terms', { query, signal });
      return fits<DeliveryTerms>(terms, {}) ? terms : null;
    },
    meta: { quiet: true },
  });
  return data ?? undefined;
}
