/** The cost of goods of a posted document, for users who may see it; a draft is estimated from average costs. */
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/read.ts';
import { useCan } from '../../../session/session.ts';
import type { DocumentSession } from '../session.ts';
import { useSessionState } from '../use-session.ts';

export const SEES_COST = 'items/show_cost';

/** In the system currency, by line id; undefined for lines without a cost. */
export function useBookedCosts(session: DocumentSession): ReadonlyMap<number, string> | undefined {
  const can = useCan();
  const { server } = useSessionState(session);
  const { resource, hasBookedCosts } = session.declaration;
  const isBooked = server !== undefined && !session.editable && server.status !== 'discarded';
  const { data } = useQuery({
    queryKey: [resource, 'costs', server?.id, server?.revision],
    queryFn: async () => {
      const costs = await read(':resource/:id/costs', { params: { resource, id: Number(server?.id) } });
      return new Map(costs.map(({ line_id, cost }) => [line_id, cost]));
    },
    enabled: hasBookedCosts === true && isBooked && can(SEES_COST),
    retry: false,
    meta: { quiet: true },
  });
  return data;
}
