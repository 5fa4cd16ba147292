/**
 * Chooses the batches of a line: the quantities on hand in this inventory, earliest expiry first, and the quantity of
 * each.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenBatches, issueOrder, takesOf } from '../../../../domain/batches/issued-batches.ts';
import type { IssueOrder } from '../../../../domain/batches/on-hand-batches.ts';
import {
  type Batch,
  type BatchOnHand,
  type BatchQuantity,
  isExpired,
  isSameBatch,
} from '../../../../domain/values/batch.ts';
import {
  inBaseUnits,
  printQuantity,
  type Quantity,
  quantity,
  readQuantity,
  toQuantity,
} from '../../../../domain/values/quantity.ts';
import { useRecordName } from '../../api/lookup.ts';
import { read } from '../../api/read.ts';
import { Day } from '../../controls/amount.tsx';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { InUnits } from '../../controls/in-units.tsx';
import { FailedState, SkeletonLines } from '../../controls/states.tsx';
import { StatusChip } from '../../controls/status-chip.tsx';
import { AnswersOnEnter } from '../../form/answers-on-enter.tsx';
import { DateField } from '../../form/fields/date-field.tsx';
import { TextField } from '../../form/fields/text-field.tsx';
import { usePreferences } from '../../language/preferences.ts';
import { documentPage } from '../../navigation/document-pages.ts';
import { useMe } from '../../session/session.ts';
import { formatDecimal } from '../../typing/number-format.ts';
import { unitParts } from '../../typing/unit-text.ts';
import { type Fields, type Line, textOf, type Value } from '../model/draft.ts';
import { batchName, hasPieces } from '../model/goods/batches.ts';
import type { PieceBooks } from '../model/goods/counted-pieces.ts';
import { knownItem, knownItemOn, unitsOf } from '../model/goods/items.ts';
import { knownName } from '../model/known-names.ts';
import { readCount } from '../model/reading.ts';
import { PieceDialog } from './piece-dialog.tsx';
import { useScansThrough } from './scanning.ts';

interface Props {
  readonly header: Fields;
  readonly line: Line;
  readonly named: readonly BatchQuantity[];
  /** Whether a new batch may be named. */
  readonly adds: boolean;
  /** Of the document. */
  readonly resource: string;
  /** What may be chosen from, where that is not what is on hand. */
  readonly among?: readonly BatchQuantity[] | undefined;
  /** What their quantities are. */
  readonly told?: 'left' | 'original';
  readonly onClose: () => void;
  readonly onChoose: (batches: readonly BatchQuantity[]) => void;
  /** Where pieces are counted: what the books say of a number. */
  readonly books?: PieceBooks | undefined;
  /** Takes the code of goods that was scanned where the numbers of pieces are told. */
  readonly onScan?: (code: string) => void;
}

interface Entry extends Batch {
  readonly isHeld: boolean;
  readonly onHand: string;
  readonly typed: string;
}

export default function BatchDialog(props: Props) {
  return hasPieces(props.line.fields) ? (
    <PieceDialog {...props} needed={neededOf(props.line.fields, props.header['date'])} />
  ) : (
    <OfBatches {...props} />
  );
}

function OfBatches({ header, line, named, adds, resource, among, told = 'left', onClose, onChoose }: Props) {
  const { t } = useTranslation();
  const item = Number(line.fields['item_fk']);
  const inventory = Number(line.fields['inventory_fk'] ?? header['inventory_fk']);
  const {
    data: onHand,
    error,
    refetch,
  } = useQuery({
    enabled: among === undefined,
    queryKey: ['items', 'batches', item, inventory],
    queryFn: () => read('items/:id/batches', { params: { id: item }, query: { inventory_fk: inventory } }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
  const data = among ?? onHand;
  const sellsExpired = useMe().system_settings?.['sell_expired'] === true;
  const name = useRecordName('items', item, knownName('items', item));
  const title = t('document:batches.of', { item: name ?? '' });
  if (error || !data) {
    return (
      <Dialog open title={title} onClose={onClose}>
        {error ? <FailedState problem={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={4} />}
      </Dialog>
    );
  }
  const needed = neededOf(line.fields, header['date']);
  const day = textOf(header, 'date') ?? '';
  const order =
    among === undefined && leaves(line.fields, adds)
      ? issueOrder(takesOf(documentPage(resource).kind, header, knownItem(item)), { day, sellsExpired })
      : undefined;
  const entries = entriesOf(data, named, needed, order);
  const units = unitsOf(knownItemOn(item, header['date']));
  const counted = among === undefined ? 'on_hand' : told;
  return <Chooser {...{ title, needed, entries, units, adds, onClose, onChoose, day }} told={counted} />;
}

/** The quantity of the line in base units of the day, bonus included. */
function neededOf(line: Fields, date: Value | undefined): Quantity {
  const item = knownItemOn(Number(line['item_fk']), date);
  const unit = unitsOf(item).find(({ unit_fk }) => unit_fk === line['unit_fk']);
  const factor = quantity(unit?.base_unit_qty ?? '1');
  const count = (field: string) => inBaseUnits(readQuantity(textOf(line, field) ?? '0') ?? toQuantity(0n), factor);
  const sum = count('quantity') + count('bonus_quantity');
  return toQuantity(sum < 0n ? -sum : sum);
}

/**
 * Whether the goods of the line leave by the rule of the domain. Goods that come in, are counted, or follow another
 * document have batches of their own.
 */
function leaves(line: Fields, adds: boolean): boolean {
  if (Object.keys(line).some((field) => /^\w+_line_id$/.test(field) && line[field] !== null)) return false;
  return !adds || line['role'] === 'input' || (textOf(line, 'quantity') ?? '').startsWith('-');
}

/** The named batches; default those that the document takes when the line names none. */
function entriesOf(
  onHand: readonly BatchOnHand[],
  named: readonly BatchQuantity[],
  needed: Quantity,
  order: IssueOrder | undefined,
): Entry[] {
  const there = onHand.filter((batch) => quantity(batch.quantity) > 0n);
  const suggested = order === undefined ? [] : chosenBatches(there, needed, order);
  const chosen = named.length > 0 ? named : suggested;
  const typedOf = (batch: Batch) => chosen.find((part) => isSameBatch(part, batch))?.quantity ?? '';
  const others = chosen.filter((part) => !there.some((batch) => isSameBatch(batch, part)));
  return [
    ...there.map((batch) => ({
      ...batchOnly(batch),
      isHeld: batch.is_held === true,
      onHand: batch.quantity,
      typed: typedOf(batch),
    })),
    ...others.map((part) => ({ ...batchOnly(part), isHeld: false, onHand: '0', typed: part.quantity })),
  ];
}

const batchOnly = ({ batch_number, expire_date }: Batch): Batch => ({ batch_number, expire_date });

interface ChooserProps extends Pick<Props, 'adds' | 'onClose' | 'onChoose'> {
  readonly title: string;
  readonly needed: Quantity;
  readonly entries: readonly Entry[];
  /** Of the item: what is on hand is told in them, and what is taken is typed in base units. */
  readonly units: ReturnType<typeof unitsOf>;
  readonly day: string;
  /** What the quantities are from which a person chooses; of those of another document nothing is suggested. */
  readonly told: 'on_hand' | 'left' | 'original';
}

function Chooser({ title, needed, entries: before, units, adds, onClose, onChoose, day, told }: ChooserProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const [entries, setEntries] = useState(before);
  const isUnreadable = entries.some(({ typed }) => readCount(typed) === undefined);
  const chosen = entries.flatMap((entry) => {
    const count = readCount(entry.typed) ?? '0';
    return quantity(count) > 0n ? [{ ...batchOnly(entry), quantity: count }] : [];
  });
  const sum = toQuantity(chosen.reduce((all, part) => all + quantity(part.quantity), 0n));
  const type = (index: number, typed: string) =>
    setEntries((all) => all.map((entry, at) => (at === index ? { ...entry, typed } : entry)));
  const shown = (count: Quantity) => formatDecimal(printQuantity(count), { digits });
  // A code is no quantity: what is chosen so far stays if it is the whole line, and the page takes the code.
  useScansThrough(() => (sum === needed && !isUnreadable ? choose(chosen) : onClose()));
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      width="wide"
      footer={
        <>
          {told === 'on_hand' && <Button onClick={() => choose([])}>{t('document:batches.suggested')}</Button>}
          <Button look="primary" disabled={isUnreadable} onClick={() => choose(chosen)}>
            {t('document:batches.take')}
          </Button>
        </>
      }
    >
      <AnswersOnEnter disabled={isUnreadable} onAnswer={() => choose(chosen)} className="">
        <p className="pb-3 text-sm text-ink-muted">
          {t('document:batches.sum', { sum: shown(sum), needed: shown(needed) })}
        </p>
        <table className="w-full text-sm">
          <thead>
            <tr className="text-start text-ink-muted">
              {(['batch', 'expires', told, 'taken'] as const).map((name) => (
                <th key={name} scope="col" className="pe-3 pb-1 text-start font-medium">
                  {t(`document:batches.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, index) => (
              <tr key={`${entry.batch_number} ${entry.expire_date}`} className="border-t border-edge">
                <td className="py-1 pe-3 whitespace-nowrap">
                  <bdi>{batchName(entry, digits)}</bdi>
                </td>
                <td className="py-1 pe-3 whitespace-nowrap">
                  {entry.expire_date && <Day value={entry.expire_date} />}{' '}
                  {isExpired(entry, day) && <StatusChip tone="danger" label={t('document:batches.expired')} />}{' '}
                  {entry.isHeld && <StatusChip tone="danger" label={t('document:batches.held')} />}
                </td>
                <td className="py-1 pe-3">
                  <InUnits parts={unitParts(entry.onHand, units)} />
                </td>
                <td className="py-1">
                  <input
                    data-autofocus={index === 0 || undefined}
                    inputMode="decimal"
                    dir="ltr"
                    aria-label={t('document:batches.taken_of', { batch: batchName(entry, digits) })}
                    aria-invalid={readCount(entry.typed) === undefined || undefined}
                    value={entry.typed}
                    onChange={(event) => type(index, event.target.value)}
                    className="numeric h-8 w-24 max-md:w-16 rounded-md border border-edge-strong bg-surface-1 px-2 aria-invalid:border-danger-ink"
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </AnswersOnEnter>
      {adds && (
        <NewBatch
          onAdd={(batch) => setEntries((all) => [...all, { ...batch, isHeld: false, onHand: '0', typed: '' }])}
        />
      )}
    </Dialog>
  );

  function choose(batches: readonly BatchQuantity[]): void {
    onChoose(batches);
    onClose();
  }
}

function NewBatch({ onAdd }: { onAdd: (batch: Batch) => void }) {
  const { t } = useTranslation();
  const [number, setNumber] = useState('');
  const [day, setDay] = useState('');
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day);
  const isReady = isDay || (day === '' && number.trim() !== '');
  const add = () => {
    onAdd({ batch_number: number.trim() || null, expire_date: isDay ? day : null });
    setNumber('');
    setDay('');
  };
  return (
    <AnswersOnEnter disabled={!isReady} onAnswer={add} className="flex flex-wrap items-end gap-3 pt-4">
      <TextField label={t('document:batches.batch')} value={number} onChange={setNumber} maxLength={40} />
      <DateField isExpiry label={t('document:batches.expires')} value={day} onChange={setDay} />
      <Button disabled={!isReady} onClick={add}>
        {t('document:batches.add')}
      </Button>
    </AnswersOnEnter>
  );
}
