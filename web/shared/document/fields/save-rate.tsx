/** Stores a typed rate as the rate of the document's day, when the person asks for it. */

import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../../api/command.ts';
import { useWrite } from '../../api/idempotency.ts';
import { forget } from '../../api/query.ts';
import { mustFit } from '../../api/wire.ts';
import { Day } from '../../controls/amount.tsx';
import { Button } from '../../controls/button.tsx';
import { say } from '../../language/language.ts';
import { notifyProblem, notifySuccess } from '../../notify/notify.ts';
import { useCan } from '../../session/session.ts';
import { keptAt } from '../../typing/date-words.ts';
import { type Fields, isEmpty, textOf } from '../model/draft.ts';
import type { EditingStore } from '../model/editing-store.ts';
import { rateOn } from '../model/reference-data.ts';

interface KeepRateProps {
  readonly store: EditingStore;
  readonly header: Fields;
  readonly direction: 'in' | 'out';
}

/** The API's answer: its message is the rate. */
interface Kept {
  readonly message: { readonly rate_id: number; readonly rate: string };
}

export function KeepRate({ store, header, direction }: KeepRateProps) {
  const { t } = useTranslation();
  const can = useCan();
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const [rate, date] = [textOf(header, 'rate'), textOf(header, 'date')];
  if (!rate || !date || !isEmpty(header['rate_fk']) || !can('currency_rates/store')) return null;
  const keep = async () => {
    setBusy(true);
    try {
      // The rate of the other direction keeps that day's value, or equals this one when there is none.
      const last = rateOn(date);
      const body =
        direction === 'in' ? { rate: last?.out ?? rate, in_rate: rate } : { rate, in_rate: last?.in ?? rate };
      const answer = await write((idempotencyKey) =>
        command('currency_rates/store_past_date', { body: { date: keptAt(date), ...body }, idempotencyKey }),
      );
      const { rate_id } = mustFit<Kept>(answer, { message: 'object' }).message;
      store.edit({ do: 'set', at: { field: 'rate_fk' }, value: rate_id });
      notifySuccess(say('document:rate_kept'));
      await forget('currency_rates');
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      look="quiet"
      icon={CalendarPlus}
      busy={busy}
      className="-mt-2 self-start text-xs"
      onClick={() => void keep()}
    >
      <span>
        {t('document:keep_rate')} <Day value={date} />
      </span>
    </Button>
  );
}
