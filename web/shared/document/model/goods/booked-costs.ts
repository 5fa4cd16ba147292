/** The cost of goods of a posted document, for users who may see it; a draft is estimated from average costs. */
import { useQuery } from '@tanstack/react-query';
import { get } from '../../../api/client.ts';
import { listThatFits } from '../../../api/wire.ts';
import { useCan } from '../../../session/session.ts';
import type { DocumentSession } from '../session.ts';
import { useSessionState } from '../use-session.ts';

export const SEES_COST = 'items/show_cost';

interface LineCost {
  readonly line_id: number;
  readonly cost: string;
}

/** In the system currency, by line id; undefined for lines without a cost. */
export function useBookedCosts(session: DocumentSession): ReadonlyMap<number, string> | undefined {
  const can = useCan();
  const { server } = useSessionState(session);
  const { resource, hasBookedCosts } = session.declaration;
  const isBooked = server !== undefined && !session.editable && server.status !== 'discarded';
  const { data } = useQuery({
    queryKey: [resource, 'costs', server?.id, server?.revision],
    queryFn: async () => {
      const { data: costs } = await get<unknown>(`${resource}/${server?.id}/costs`);
      return new Map(
        listThatFits<LineCost>(costs, { line_id: 'number', cost: 'string' }).map(({ line_id, cost }) => [
          line_id,
          cost,
        ]),
      );
    },
    enabled: hasBookedCosts === true && isBooked && can(SEES_COST),
    retry: false,
    meta: { quiet: true },
  });
  return data;
}
