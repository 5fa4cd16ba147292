/** Completes a round: the choice for uncounted items, and the items that moved while they were counted. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../../shared/api/command.ts';
import { forget } from '../../shared/api/query.ts';
import { type Reads, read } from '../../shared/api/read.ts';
import { Day } from '../../shared/controls/amount.tsx';
import { AnswerDialog } from '../../shared/controls/answer-dialog.tsx';
import { Button } from '../../shared/controls/button.tsx';
import { InUnits } from '../../shared/controls/in-units.tsx';
import { ReasonField } from '../../shared/form/fields/reason-field.tsx';
import { notifyProblem } from '../../shared/notify/notify.ts';
import { useCan } from '../../shared/session/session.ts';
import { unitParts } from '../../shared/typing/unit-text.ts';
import { countedSoFar, type Round, roundKey, useGoods } from './round.ts';

interface FinishProps {
  readonly id: number;
  readonly round: Round;
  /** Number of entries that this device has not sent yet. */
  readonly unsent: number;
}

export function FinishRound(props: FinishProps) {
  const { t } = useTranslation();
  const can = useCan();
  const [asked, setAsked] = useState<'complete' | 'cancel'>();
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {can('count_rounds/destroy') && <Button onClick={() => setAsked('cancel')}>{t('counting:cancel')}</Button>}
      {can('count_rounds/complete') && (
        <Button
          look="primary"
          disabled={props.unsent > 0 || props.round.entries.length === 0}
          onClick={() => setAsked('complete')}
        >
          {t('counting:complete')}
        </Button>
      )}
      {asked === 'complete' && <CompleteDialog {...props} onClose={close} />}
      {asked === 'cancel' && <CancelDialog {...props} onClose={close} />}
    </div>
  );
}

function useEnding(end: () => Promise<unknown>, onClose: () => void) {
  return useMutation({
    mutationFn: end,
    onSuccess: async () => {
      onClose();
      await Promise.all([forget('count_rounds'), forget('inventory_adjustments')]);
    },
    onError: async (problem) => {
      notifyProblem(problem);
      // Other people may have counted meanwhile: the next attempt includes their entries.
      await forget('count_rounds');
    },
  });
}

function CompleteDialog({ onClose, ...props }: FinishProps & { onClose: () => void }) {
  const { id, round } = props;
  const { t } = useTranslation();
  const [zero, setZero] = useState(false);
  const body = { is_zero_where_uncounted: zero, revision: round.revision };
  const ending = useEnding(() => command('count_rounds/:id/complete', { params: { id }, body }), onClose);
  const counted = new Set(round.entries.map(({ item_fk }) => item_fk));
  const left = round.items.filter(({ item_fk }) => !counted.has(item_fk)).length;
  const choice = (value: boolean, words: string) => (
    <label className="flex min-h-9 items-center gap-2">
      <input type="radio" name="uncounted" checked={zero === value} onChange={() => setZero(value)} />
      {t(`counting:${words}`)}
    </label>
  );
  return (
    <AnswerDialog
      title={t('counting:complete')}
      busy={ending.isPending}
      onAnswer={() => ending.mutate()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{t('counting:complete_text', { number: String(left) })}</p>
        {left > 0 && (
          <fieldset>
            {choice(false, 'leave')}
            {choice(true, 'zero')}
          </fieldset>
        )}
        <Unlisted id={id} round={round} />
        <UncountedBatches id={id} zero={zero} />
        <Moved id={id} />
      </div>
    </AnswerDialog>
  );
}

function Unlisted({ id, round }: Pick<FinishProps, 'id' | 'round'>) {
  const { t } = useTranslation();
  const { data: goods = [] } = useGoods(id);
  const units = new Map(goods.map((item) => [item.item_fk, item.units]));
  const unlisted = countedSoFar(round).filter(({ isListed }) => !isListed);
  if (unlisted.length === 0) return null;
  return (
    <div className="rounded-md bg-warning px-3 py-2 text-warning-ink">
      <p>{t('counting:unlisted_counted')}</p>
      <ul>
        {unlisted.map(({ item_fk, item_name, quantity }) => (
          <li key={item_fk}>
            <bdi>{item_name}</bdi>: <InUnits parts={unitParts(quantity, units.get(item_fk) ?? [])} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Batches and pieces that are on hand and that nobody counted: they are counted as gone. */
function UncountedBatches({ id, zero }: { id: number; zero: boolean }) {
  const { data = [] } = useQuery({
    queryKey: [...roundKey(id), 'uncounted_batches'],
    queryFn: ({ signal }) => read('count_rounds/:id/uncounted_batches', { params: { id }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  });
  const gone = data.filter(({ is_item_counted }) => zero || is_item_counted);
  return (
    <>
      <Uncounted words="batches_left" rows={gone.filter(({ is_piece }) => !is_piece)} />
      <Uncounted words="pieces_left" rows={gone.filter(({ is_piece }) => is_piece)} />
    </>
  );
}

interface UncountedProps {
  readonly words: string;
  readonly rows: Reads['count_rounds/:id/uncounted_batches'];
}

function Uncounted({ words, rows }: UncountedProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <div className="rounded-md bg-warning px-3 py-2 text-warning-ink">
      <p>{t(`counting:${words}`)}</p>
      <ul>
        {rows.map(({ item_fk, item_name, batch_number, expire_date }) => (
          <li key={`${item_fk} ${batch_number} ${expire_date}`}>
            <bdi>{item_name}</bdi>: <bdi>{batch_number}</bdi> {expire_date && <Day value={expire_date} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Moved({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery({
    queryKey: [...roundKey(id), 'moved'],
    queryFn: ({ signal }) => read('count_rounds/:id/moved', { params: { id }, signal }),
    meta: { quiet: true },
  });
  if (data.length === 0) return null;
  return (
    <div className="rounded-md bg-warning px-3 py-2 text-warning-ink">
      <p>{t('counting:moved')}</p>
      <ul>
        {data.map(({ item_fk, item_name, movements }) => (
          <li key={item_fk}>
            <bdi>{item_name}</bdi> ({t('counting:moved_times', { number: String(movements) })})
          </li>
        ))}
      </ul>
    </div>
  );
}

function CancelDialog({ onClose, id, round }: FinishProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const body = { reason: reason.trim(), revision: round.revision };
  const ending = useEnding(() => command('count_rounds/:id/cancel', { params: { id }, body }), onClose);
  return (
    <AnswerDialog
      title={t('counting:cancel')}
      look="danger"
      busy={ending.isPending}
      disabled={reason.trim() === ''}
      onAnswer={() => ending.mutate()}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} autoFocus unhinted />
    </AnswerDialog>
  );
}
