/**
 * Asks for the dollar rate when a document in a foreign currency has a day without a rate. The answer is stored as the
 * rate of that day, and the document continues with it.
 */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readRate } from '../../../../domain/values/rate.ts';
import { command } from '../../api/command.ts';
import { useWrite } from '../../api/idempotency.ts';
import { forget } from '../../api/query.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { AmountField } from '../../form/fields/amount-field.tsx';
import { Lacking } from '../../form/lacking.tsx';
import { fieldLabel } from '../../language/names.ts';
import { notifyProblem, notifySuccess } from '../../notify/notify.ts';
import { useCan } from '../../session/session.ts';
import type { Draft } from '../model/draft.ts';
import { lacksRate, withRatesOfDay } from '../model/goods/rate-of-day.ts';
import { dayOf } from '../model/past-day.ts';
import { readRateOn } from '../model/reference-data.ts';
import type { DocumentSession } from '../model/session.ts';

export function MissingRateDialog({ session, draft }: { session: DocumentSession; draft: Draft }) {
  const can = useCan();
  const [dismissed, setDismissed] = useState(false);
  const isAsked =
    session.editable && !dismissed && can('currency_rates/store') && lacksRate(session.declaration, draft);
  return isAsked ? <RateQuestion session={session} draft={draft} onClose={() => setDismissed(true)} /> : null;
}

interface RateQuestionProps {
  readonly session: DocumentSession;
  readonly draft: Draft;
  readonly onClose: () => void;
}

const isRate = (text: string): boolean => (readRate(text) ?? 0n) > 0n;

function RateQuestion({ session, draft, onClose }: RateQuestionProps) {
  const { t } = useTranslation();
  const write = useWrite();
  const [rate, setRate] = useState('');
  const [inRate, setInRate] = useState('');
  const [busy, setBusy] = useState(false);
  const date = dayOf(draft.header['date']);
  const isReady = isRate(rate) && (inRate === '' || isRate(inRate));
  const store = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!isReady || busy) return;
    setBusy(true);
    try {
      const body = { date, rate, in_rate: inRate === '' ? rate : inRate };
      await write((idempotencyKey) => command('currency_rates/store_past_date', { body, idempotencyKey }));
      await forget('currency_rates');
      await readRateOn(date);
      const { declaration } = session;
      session.store.edit({ do: 'settle', settled: (open) => withRatesOfDay(declaration, open) });
      notifySuccess(t('document:rate_kept'));
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  const footer = (
    <>
      {!isReady && <Lacking />}
      <Button onClick={onClose}>{t('document:rate_later')}</Button>
      <Button look="primary" busy={busy} disabled={!isReady} onClick={() => void store()}>
        {t('document:store_rate')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('document:no_rate')} onClose={onClose} footer={footer}>
      <form onSubmit={(event) => void store(event)} className="flex flex-col gap-3">
        <p>{t('document:no_rate_hint')}</p>
        <AmountField name="rate" label={fieldLabel('rate')} required autoFocus value={rate} onChange={setRate} />
        <AmountField
          name="in_rate"
          label={fieldLabel('in_rate')}
          hint={t('document:in_rate_hint')}
          value={inRate}
          onChange={setInRate}
        />
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  );
}
