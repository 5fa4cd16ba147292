/** The figures of a drawer, and the till entries of a document, from the server. */
import { useQuery } from '@tanstack/react-query';
import { get } from '../../shared/api/client.ts';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';

/** In the account's currency; null: not known yet, or hidden. */
export interface AccountFigures {
  readonly account_fk: number;
  readonly account_name: string | null;
  readonly currency_fk: number;
  readonly float_amount: string | null;
  readonly paid_in: string | null;
  readonly paid_out: string | null;
  readonly sales: string | null;
  readonly refunds: string | null;
  readonly other: string | null;
  readonly expected: string | null;
  readonly counted: string | null;
  readonly difference: string | null;
  readonly left: string | null;
}

export interface DrawerMove {
  readonly kind: 'pay_in' | 'pay_out';
  readonly date: string;
  readonly time: string | null;
  readonly currency_fk: number;
  readonly amount: string;
  readonly expense_type_name: string | null;
  readonly note: string | null;
}

/** Lines removed from a receipt before payment. */
export interface RemovedFigures {
  readonly item_name: string | null;
  readonly unit_name: string | null;
  readonly quantity: string;
  readonly price: string;
  readonly date: string;
  readonly time: string | null;
  readonly cashier_fk: number;
  readonly cashier_name: string | null;
}

export interface DrawerFigures {
  readonly report: 'x' | 'z';
  readonly accounts: readonly AccountFigures[];
  readonly moves: readonly DrawerMove[];
  readonly receipts: number;
  readonly invoices: number;
  readonly refund_count: number;
  readonly gross: string | null;
  readonly discounts: string | null;
  readonly taxes: string | null;
  readonly sold: string | null;
  readonly refunded: string | null;
  readonly app: string;
  readonly credit: string;
  readonly late: number;
  readonly removed: readonly RemovedFigures[];
}

export interface LinkedDocument {
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
}

export interface ChainFinding {
  readonly kind: 'gap' | 'double' | 'changed';
  readonly till_name: string | null;
  readonly from: number;
  readonly to: number;
  readonly documents: readonly LinkedDocument[];
}

export interface TillEntry {
  readonly uuid: string;
  readonly event: string;
  readonly till_name: string | null;
  readonly sequence: number;
  readonly made_at: string;
  /** Day and time of the shop, `YYYY-MM-DD HH:MM:SS`. */
  readonly printed_at: string | null;
  readonly user_name: string | null;
  readonly approved_by_name: string | null;
  readonly chain: 'whole' | ChainFinding['kind'];
  readonly rules: readonly string[];
  readonly note: string | null;
  readonly reviewed_by_name: string | null;
}

interface TillEntries {
  readonly entries: readonly TillEntry[];
  readonly findings: readonly ChainFinding[];
  readonly replaces: readonly LinkedDocument[];
  readonly replaced_by: readonly LinkedDocument[];
}

/** Reloaded after every change of the document; undefined while loading. */
function useOfDocument<Answer>(session: DocumentSession, part: 'figures' | 'till_entries'): Answer | undefined {
  const { server } = useSessionState(session);
  const { resource } = session.declaration;
  const { data } = useQuery({
    queryKey: [resource, part, server?.id, server?.revision],
    queryFn: async ({ signal }) => (await get<Answer>(`${resource}/${server?.id}/${part}`, { signal })).data,
    enabled: server !== undefined,
    placeholderData: (before) => before,
  });
  return data;
}

export const useDrawerFigures = (session: DocumentSession) => useOfDocument<DrawerFigures>(session, 'figures');
export const useTillEntries = (session: DocumentSession) => useOfDocument<TillEntries>(session, 'till_entries');
