/** The figures of a drawer, and the till entries of a document, from the server. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '../../shared/api/client.ts';
import { type Reads, read } from '../../shared/api/read.ts';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';

/** The amounts of accounts are in their currency; null: not known yet, or hidden. */
export type DrawerFigures = Reads['closing_drawers/:id/figures'];
export type AccountFigures = DrawerFigures['accounts'][number];
export type DrawerMove = DrawerFigures['moves'][number];
/** Lines removed from a receipt before payment. */
export type RemovedFigures = DrawerFigures['removed'][number];

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

/** Reloaded after every change of the document. */
function useAsked(session: DocumentSession, part: string) {
  const { server } = useSessionState(session);
  const { resource } = session.declaration;
  const options = { queryKey: [resource, part, server?.id, server?.revision], enabled: server !== undefined };
  return { resource, id: Number(server?.id), options };
}

/** Undefined while loading. */
export function useDrawerFigures(session: DocumentSession): DrawerFigures | undefined {
  const { id, options } = useAsked(session, 'figures');
  return useQuery({
    ...options,
    queryFn: ({ signal }) => read('closing_drawers/:id/figures', { params: { id }, signal }),
    placeholderData: keepPreviousData,
  }).data;
}

export function useTillEntries(session: DocumentSession): TillEntries | undefined {
  const { resource, id, options } = useAsked(session, 'till_entries');
  return useQuery({
    ...options,
    queryFn: async ({ signal }) => (await get<TillEntries>(`${resource}/${id}/till_entries`, { signal })).data,
    placeholderData: keepPreviousData,
  }).data;
}
