/** The rounding step of cash in dinars: a setting, so that the screen shows the total that will be posted. */
import { useQuery } from '@tanstack/react-query';
import { CASH_BOX } from '../../../../../domain/documents/cash-type.ts';
import { IQD } from '../../../../../domain/values/rate.ts';
import { read } from '../../../api/read.ts';
import { moneyCurrency } from '../../fields/money-fields.ts';
import { isCash } from '../../fields/usual-fields.ts';
import { type Fields, idOf } from '../draft.ts';
import { accountQuery } from '../reference-data.ts';

/** Null for a document that a bank or a remittance account pays, as on the server. */
export function useRoundingStep(header: Fields): string | null {
  const isCashBox = useIsCashBox(header);
  const { data } = useQuery({
    queryKey: ['system_settings', 'show'],
    queryFn: () => read('system_settings/show/:id', { params: { id: 1 } }),
    staleTime: 5 * 60_000,
    retry: false,
    meta: { quiet: true },
  });
  const step = data?.cash_rounding_step;
  return isCashBox && typeof step === 'string' && step !== '0' ? step : null;
}

/** Whether the account of a document in dinars holds notes; also until this is known. */
function useIsCashBox(header: Fields): boolean {
  const account = idOf(header, 'account_fk');
  const isInDinars = (moneyCurrency(header) ?? header['currency_fk']) === IQD;
  const isAsked = account !== undefined && isCash(header) && isInDinars;
  const { data: row } = useQuery({ ...accountQuery(account ?? 0), enabled: isAsked });
  return !row || row['cash_type'] === CASH_BOX;
}

/** The step that a stored document was rounded by. */
export const storedStep = ({ rounding_step: step }: Readonly<Record<string, unknown>>): string | null =>
  typeof step === 'string' ? step : null;

/** The step of this document: only cash in dinars is rounded. Of dollars for dinars the money is rounded instead. */
export const cashStep = (header: Fields, step: string | null): string | null =>
  isCash(header) && header['currency_fk'] === IQD && moneyCurrency(header) === undefined ? step : null;
