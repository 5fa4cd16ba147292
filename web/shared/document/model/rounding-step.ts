/** The rounding step of cash in dinars: a setting, so that the screen shows the total that will be posted. */
import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/client.ts';

export function useRoundingStep(): string | null {
  const { data } = useQuery({
    queryKey: ['system_settings', 'show'],
    queryFn: async () => (await get<Readonly<Record<string, unknown>>>('system_settings/show/1')).data,
    staleTime: 5 * 60_000,
    retry: false,
    meta: { quiet: true },
  });
  const step = data?.['cash_rounding_step'];
  return typeof step === 'string' && step !== '0' ? step : null;
}
