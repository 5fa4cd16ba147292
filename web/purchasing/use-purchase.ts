/** The purchase of a session in the API's form, for dialogs that need more than its fields. */
import { useQuery } from '@tanstack/react-query';
import { read } from '../shared/api/read.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import type { ReadPurchase } from './read-purchase.ts';

/** Undefined while it is read, and of a draft that was not saved. */
export function usePurchase(session: DocumentSession, isAsked = true): ReadPurchase | undefined {
  const { server } = useSessionState(session);
  const { data } = useQuery({
    queryKey: ['purchases', 'record', server?.id, server?.revision],
    queryFn: () => read('purchases/:id', { params: { id: Number(server?.id) } }),
    enabled: isAsked && server !== undefined,
    meta: { quiet: true },
  });
  return data;
}
