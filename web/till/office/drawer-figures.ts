/** The figures of a drawer, and the till entries of a document, from the server. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Reads, read } from '../../shared/api/read.ts';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';

/** The amounts of accounts are in their currency; null: not known yet, or hidden. */
export type DrawerFigures = Reads['closing_drawers/:id/figures'];
export type AccountFigures = DrawerFigures['accounts'][number];
export type DrawerMove = DrawerFigures['moves'][number];
/** Lines removed from a receipt before payment. */
export type RemovedFigures = DrawerFigures['removed'][number];

type TillEntries = Reads[':resource/:id/till_entries'];
export type TillEntry = TillEntries['entries'][number];
export type ChainFinding = TillEntries['findings'][number];
export type LinkedDocument = TillEntries['replaces'][number];

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
    queryFn: ({ signal }) => read(':resource/:id/till_entries', { params: { resource, id }, signal }),
    placeholderData: keepPreviousData,
  }).data;
}
