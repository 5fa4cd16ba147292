/** Input of a counted item: the quantity, with the number pad of a phone, the unit, and the batch of items with batches. */
import { useState } from 'react';
import { isWholeBatch } from '../../../domain/values/batch.ts';
import { readDate } from '../../../domain/values/effective-date.ts';
import { readQuantity } from '../../../domain/values/quantity.ts';
import { AnswerForm } from '../../shared/controls/answer-dialog.tsx';
import { useScansThrough } from '../../shared/document/grid/scanning.ts';
import { DateField } from '../../shared/form/fields/date-field.tsx';
import { SelectField } from '../../shared/form/fields/select-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { say } from '../../shared/language/language.ts';
import { fieldLabel } from '../../shared/language/names.ts';
import { toLatinDigits } from '../../shared/typing/digits.ts';
import type { Scanned } from './round.ts';

export interface Counted {
  readonly quantity: string;
  readonly batch_number: string | null;
  readonly expire_date: string | null;
}

interface QuantityDialogProps {
  readonly scanned: Scanned;
  readonly onCount: (counted: Scanned & Counted) => void;
  /** Another package is scanned; `counted` is what was entered of this one, if that is all. */
  readonly onNext: (code: string, counted: (Scanned & Counted) | undefined) => void;
  readonly onClose: () => void;
}

export function QuantityDialog({
  scanned: { item, unit: first, count = '', batch: scanned },
  onCount,
  onNext,
  onClose,
}: QuantityDialogProps) {
  const [quantity, setQuantity] = useState(count);
  const [unitId, setUnit] = useState(first.unit_fk);
  const [batch, setBatch] = useState(scanned?.batch_number ?? '');
  const [expires, setExpires] = useState(scanned?.expire_date ?? '');
  const unit = item.units.find(({ unit_fk }) => unit_fk === unitId) ?? first;
  const typed = toLatinDigits(quantity).replace('\u066b', '.').trim();
  const named = { batch_number: batch.trim() || null, expire_date: expires || null };
  const isComplete =
    /^\d+(\.\d{1,6})?$/.test(typed) &&
    readQuantity(typed) !== undefined &&
    isWholeBatch(item, named) &&
    (!item.has_expire || readDate(expires) !== undefined);
  const counted = isComplete ? { item, unit, quantity: typed, ...named } : undefined;
  const answer = () => {
    if (counted) onCount(counted);
  };
  useScansThrough((code) => onNext(code, counted));
  return (
    <AnswerForm
      title={item.item_name ?? ''}
      action={say('counting:add')}
      disabled={!isComplete}
      onAnswer={answer}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <label className="flex flex-col gap-1 text-xs font-medium text-ink-muted">
          {fieldLabel('quantity')}
          <input
            value={quantity}
            onChange={(event) => setQuantity(event.target.value)}
            onFocus={(event) => event.target.select()}
            aria-required
            data-autofocus
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            className="h-14 rounded-md border border-edge-strong bg-surface-1 px-3 text-center text-2xl text-ink"
          />
        </label>
        {item.units.length > 1 && (
          <SelectField
            label={fieldLabel('unit_fk')}
            value={String(unitId)}
            onChange={(value) => setUnit(Number(value))}
            options={item.units.map(({ unit_fk, unit_name }) => ({ value: String(unit_fk), label: unit_name ?? '' }))}
          />
        )}
        {item.has_batch_number && (
          <TextField label={fieldLabel('batch_number')} required ltr value={batch} onChange={setBatch} maxLength={40} />
        )}
        {item.has_expire && (
          <DateField isExpiry label={fieldLabel('expire_date')} required value={expires} onChange={setExpires} />
        )}
      </div>
    </AnswerForm>
  );
}
