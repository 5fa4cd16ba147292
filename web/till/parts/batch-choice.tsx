/** The choice of a line's batch: the first to expire, a batch on hand, or the typed batch of the package. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Batch,
  type BatchOnHand,
  byExpiry,
  hasSerials,
  isExpired,
  isNamed,
  isSameBatch,
  isWholeBatch,
  NO_BATCH,
} from '../../../domain/values/batch.ts';
import { readDate } from '../../../domain/values/effective-date.ts';
import { quantity } from '../../../domain/values/quantity.ts';
import { Day } from '../../shared/controls/amount.tsx';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { InUnits } from '../../shared/controls/in-units.tsx';
import { StatusChip } from '../../shared/controls/status-chip.tsx';
import { useScansThrough } from '../../shared/document/grid/scanning.ts';
import { AnswersOnEnter } from '../../shared/form/answers-on-enter.tsx';
import { DateField } from '../../shared/form/fields/date-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { usePreferences } from '../../shared/language/preferences.ts';
import { notifyHint } from '../../shared/notify/notify.ts';
import { unitParts } from '../../shared/typing/unit-text.ts';
import type { CartLine } from '../selling/cart.ts';
import { sellsExpired } from '../selling/cart-batches.ts';
import { nameIn, type Terms } from '../selling/goods.ts';
import { useNamedUnits } from './goods/unit-choice.tsx';
import { moveFocus } from './list-keys.ts';
import { blocked, TillButton } from './till-button.tsx';

interface BatchChoiceProps {
  readonly line: CartLine;
  readonly terms: Terms;
  /** The batch of goods that come back is on their package: none is proposed, and an expired one is as good. */
  readonly comesBack?: boolean;
  readonly onChoose: (batch: Batch | null) => void;
  readonly onClose: () => void;
}

export function BatchChoice({ line, terms, comesBack = false, onChoose, onClose }: BatchChoiceProps) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const arePieces = hasSerials(line.item);
  // The number of a piece is scanned into this dialog; any other code is of a package that comes next.
  useScansThrough(onClose, !arePieces);
  const [isOther, setOther] = useState(comesBack && arePieces);
  const { batches = [] } = terms.facts.batchesOnHand?.(line.item.id, terms.inventory_fk) ?? {};
  const onHand = batches.filter((batch) => quantity(batch.quantity) > 0n).toSorted(byExpiry);
  const why = (batch: BatchOnHand) => {
    if (comesBack) return undefined;
    if (batch.is_held) return t('selling:why.batch_held');
    return !sellsExpired(terms) && isExpired(batch, terms.day) ? t('selling:why.batch_expired') : undefined;
  };
  const units = useNamedUnits()(line.item.item_units);
  const title = t(arePieces ? 'selling:piece.of' : 'selling:batch.of', {
    item: nameIn(line.item, 'item_name', language),
  });
  return (
    <Dialog open title={title} onClose={onClose}>
      {isOther ? (
        <OtherBatch item={line.item} {...{ comesBack, onChoose }} />
      ) : (
        <div className="flex flex-col gap-2" role="listbox" aria-label={title} tabIndex={-1} onKeyDown={moveFocus}>
          {!comesBack && !arePieces && (
            <Choice isChosen={!line.batch} onPress={() => onChoose(null)}>
              {t('selling:batch.first_expired')}
            </Choice>
          )}
          {onHand.map((batch) => (
            <Choice
              key={`${batch.batch_number} ${batch.expire_date}`}
              isChosen={isSameBatch(line.batch ?? NO_BATCH, batch)}
              why={why(batch)}
              onPress={() => onChoose({ batch_number: batch.batch_number, expire_date: batch.expire_date })}
            >
              <bdi className="min-w-0 flex-1 font-medium">{batch.batch_number ?? t('selling:batch.no_number')}</bdi>
              {batch.is_held && <StatusChip tone="danger" label={t('selling:batch.held')} />}
              {isExpired(batch, terms.day) && <StatusChip tone="danger" label={t('selling:batch.expired')} />}
              {batch.expire_date && <Day value={batch.expire_date} />}
              {!arePieces && (
                <span className="text-ink-muted">
                  {t('selling:batch.left')} <InUnits parts={unitParts(batch.quantity, units)} />
                </span>
              )}
            </Choice>
          ))}
          <TillButton onPress={() => setOther(true)}>
            {t(arePieces ? 'selling:piece.other' : 'selling:batch.other')}
          </TillButton>
        </div>
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly why?: string | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Choice({ isChosen, why, onPress, children }: ChoiceProps) {
  return (
    <button
      type="button"
      role="option"
      aria-selected={isChosen}
      {...blocked(why)}
      data-autofocus={isChosen ? true : undefined}
      onClick={why === undefined ? onPress : () => notifyHint(why)}
      className={`flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 rounded-md border px-3 py-2 text-start aria-disabled:opacity-60 ${isChosen ? 'border-accent bg-accent-soft' : 'border-edge-strong/55 hover:bg-surface-2'}`}
    >
      {children}
    </button>
  );
}

interface OtherBatchProps extends Pick<BatchChoiceProps, 'onChoose'> {
  readonly item: CartLine['item'];
  readonly comesBack: boolean;
}

function OtherBatch({ item, comesBack, onChoose }: OtherBatchProps) {
  const { t } = useTranslation();
  const [number, setNumber] = useState('');
  const [day, setDay] = useState('');
  const batch = { batch_number: number.trim() || null, expire_date: day || null };
  // The field itself names a day that cannot be read.
  const isReadable = batch.expire_date === null || readDate(batch.expire_date) !== undefined;
  const isReady = isReadable && isNamed(batch) && (!comesBack || isWholeBatch(item, batch));
  const whyNot = hasSerials(item)
    ? 'selling:why.serial_missing'
    : comesBack
      ? 'selling:why.batch_not_whole'
      : 'selling:why.batch_missing';
  return (
    <AnswersOnEnter disabled={!isReady} onAnswer={() => onChoose(batch)}>
      {(item.has_batch_number || hasSerials(item)) && (
        <TextField
          label={t(hasSerials(item) ? 'selling:piece.number' : 'selling:batch.number')}
          value={number}
          onChange={setNumber}
          maxLength={40}
          ltr
          autoFocus
        />
      )}
      {!hasSerials(item) && <DateField isExpiry label={t('selling:batch.expires')} value={day} onChange={setDay} />}
      <TillButton look="primary" why={isReady ? undefined : t(whyNot)} onPress={() => onChoose(batch)}>
        {t('selling:take')}
      </TillButton>
    </AnswersOnEnter>
  );
}
