/** Delivery charge and time of the application and of an order's zone, as the server would determine them. */
import { useQuery } from '@tanstack/react-query';
import { DELIVERY_TERMS } from '../../shared/api/query.ts';
import { type Reads, read } from '../../shared/api/read.ts';

export type DeliveryTerms = Reads['delivery_zones/terms'];

const queryOf = (zone: unknown) => (typeof zone === 'number' ? { delivery_zone_fk: String(zone) } : {});

/** Undefined while they are read, and where they cannot be: then the server determines what depends on them. */
export function useDeliveryTerms(zone: unknown): DeliveryTerms | undefined {
  const query = queryOf(zone);
  const { data } = useQuery({
    queryKey: [...DELIVERY_TERMS, query],
    queryFn: ({ signal }) => read('delivery_zones/terms', { query, signal }),
    meta: { quiet: true },
  });
  return data;
}
