/** Creates a customer at the till: on the server at once, because all tills need it. */
import { command } from '../../shared/api/command.ts';
import type { Catalogue } from '../device/catalogue/catalogue.ts';
import type { TillCustomer } from '../device/catalogue/catalogue-rows.ts';

export interface NewCustomer {
  readonly consumer_name: string;
  readonly mobile: string | null;
}

/**
 * Repeated with the same key, it creates one customer; `isConfirmed` answers the question about a telephone that somebody
 * else has. Throws ApiError with the server's message, or when offline.
 */
export async function createCustomer(
  catalogue: Catalogue,
  customer: NewCustomer,
  { idempotencyKey, isConfirmed }: { readonly idempotencyKey: string; readonly isConfirmed: boolean },
): Promise<TillCustomer> {
  const body = isConfirmed ? { ...customer, confirmed: true } : customer;
  const { data } = await command('customers', { body, idempotencyKey, shape: { id: 'number' } });
  // The customer is stored: a failed load of the catalogue is repeated every minute.
  await catalogue.refresh().catch(() => undefined);
  return (
    (await catalogue.customer(data.id)) ?? { ...customer, id: data.id, is_active: true, balance: '0', overdue: '0' }
  );
}
