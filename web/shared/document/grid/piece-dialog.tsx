/** Tells the serial numbers of a line's pieces: scanned, typed, pasted, or chosen from those that are here. */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BatchQuantity, foldedNumber, isSameNumber } from '../../../../domain/values/batch.ts';
import { QUANTITY_ONE, type Quantity } from '../../../../domain/values/quantity.ts';
import { useRecordName } from '../../api/lookup.ts';
import { read } from '../../api/read.ts';
import { Button, IconButton } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { TextField } from '../../form/fields/text-field.tsx';
import type { Fields, Line } from '../model/draft.ts';
import { numbersIn, piecesOf } from '../model/goods/pieces.ts';
import { knownName } from '../model/known-names.ts';

interface Props {
  readonly header: Fields;
  readonly line: Line;
  readonly named: readonly BatchQuantity[];
  /** Whether the pieces come in; otherwise those on hand can be chosen. */
  readonly adds: boolean;
  readonly needed: Quantity;
  /** What may be chosen from, where that is not what is on hand. */
  readonly among?: readonly BatchQuantity[];
  readonly onClose: () => void;
  readonly onChoose: (batches: readonly BatchQuantity[]) => void;
}

/** More are found by typing a part of their number. */
const SHOWN_MAX = 30;

export function PieceDialog({ header, line, named, adds, needed, among, onClose, onChoose }: Props) {
  const { t } = useTranslation();
  const item = Number(line.fields['item_fk']);
  const inventory = Number(line.fields['inventory_fk'] ?? header['inventory_fk']);
  const { data: onHand = [] } = useQuery({
    enabled: among === undefined && !adds && Number.isInteger(inventory),
    queryKey: ['items', 'batches', item, inventory],
    queryFn: () => read('items/:id/batches', { params: { id: item }, query: { inventory_fk: inventory } }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
  const name = useRecordName('items', item, knownName('items', item));
  const [numbers, setNumbers] = useState(() => named.flatMap(({ batch_number }) => batch_number ?? []));
  const [typed, setTyped] = useState('');
  const [twice, setTwice] = useState<string>();
  const isIn = (number: string, list: readonly string[]) => list.some((other) => isSameNumber(other, number));
  const add = (text: string) => {
    const added = numbersIn(text);
    const known = added.find((number, index) => isIn(number, [...numbers, ...added.slice(0, index)]));
    setTwice(known);
    setNumbers([...numbers, ...added.filter((number, index) => !isIn(number, [...numbers, ...added.slice(0, index)]))]);
    setTyped('');
  };
  /** Enter, which a scanner sends after each code, and lines that are pasted end a number. */
  const type = (text: string) => (text.includes('\n') ? add(text) : setTyped(text));
  const here = (among ?? onHand)
    .flatMap(({ batch_number }) => batch_number ?? [])
    .filter((number) => !isIn(number, numbers) && foldedNumber(number).includes(foldedNumber(typed)));
  const left = numbersIn(typed);
  return (
    <Dialog
      open
      title={t('document:pieces.of', { item: name ?? '' })}
      onClose={onClose}
      footer={
        <Button
          look="primary"
          onClick={() => {
            onChoose(piecesOf([...numbers, ...left.filter((number) => !isIn(number, numbers))]));
            onClose();
          }}
        >
          {t('document:pieces.take')}
        </Button>
      }
    >
      <TextField autoFocus ltr rows={2} label={t('document:pieces.number')} value={typed} onChange={type} />
      <p role="status" className={`py-2 text-sm ${isComplete(numbers, needed) ? 'text-ink-muted' : 'text-danger-ink'}`}>
        {t('document:pieces.sum', { sum: String(numbers.length), needed: String(needed / QUANTITY_ONE) })}
        {twice !== undefined && ` · ${t('document:pieces.twice', { number: twice })}`}
      </p>
      <ul className="text-sm">
        {numbers.map((number) => (
          <li key={number} className="flex items-center justify-between gap-2 border-t border-edge py-1">
            <bdi className="numeric">{number}</bdi>
            <IconButton
              icon={X}
              label={t('document:pieces.remove', { number })}
              onClick={() => setNumbers(numbers.filter((other) => other !== number))}
            />
          </li>
        ))}
      </ul>
      {here.length > 0 && (
        <>
          <p className="pt-3 pb-1 text-xs font-medium text-ink-muted">{t('document:pieces.here')}</p>
          <div className="flex flex-wrap gap-2">
            {here.slice(0, SHOWN_MAX).map((number) => (
              <Button key={number} onClick={() => add(number)}>
                <bdi className="numeric">{number}</bdi>
              </Button>
            ))}
          </div>
        </>
      )}
    </Dialog>
  );
}

const isComplete = (numbers: readonly string[], needed: Quantity): boolean =>
  BigInt(numbers.length) * QUANTITY_ONE === needed;
