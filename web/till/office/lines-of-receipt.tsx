/** The lines of a receipt in the dialogs of the office: what is left of each, its batches, and which of them are meant. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type BatchQuantity, hasSerials, serialsIn } from '../../../domain/values/batch.ts';
import type { Members } from '../../../domain/values/members.ts';
import { BatchesOfGoods } from '../../shared/controls/counted-batch.tsx';
import { ArrivingBatches } from '../../shared/document/dialogs/arriving-batches.tsx';
import { itemQuery, unitsOf } from '../../shared/document/model/goods/items.ts';
import { fieldLabel } from '../../shared/language/names.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { unitText } from '../../shared/typing/unit-text.ts';
import { type ChosenBatches, isChoice, isChosen, type LineLeft } from './receipt-left.ts';

export const lineLabel = (column: string, line: number): string => `${fieldLabel(column)} ${line}`;

interface LinesProps {
  readonly lines: readonly LineLeft[];
  readonly day: string;
  /** What is meant of a line, in the unit in its fields; undefined while it is no quantity. */
  readonly countOf: (line: LineLeft) => string | undefined;
  readonly chosen: ChosenBatches;
  readonly onChoose: (chosen: ChosenBatches) => void;
  readonly children: (line: LineLeft) => ReactNode;
}

/** In a narrow window the inputs are below the goods. */
export function Lines({ lines, day, countOf, chosen, onChoose, children }: LinesProps) {
  return (
    <ul>
      {lines.map((line) => (
        <li
          key={line.line_id}
          data-line={line.line_id}
          className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-edge py-1.5"
        >
          <Goods line={line} />
          <div className="flex gap-2 max-sm:w-full">{children(line)}</div>
          <WhichBatches
            {...{ line, day, chosen }}
            count={countOf(line)}
            onChoose={(batches) => onChoose(new Map(chosen).set(line.line_id, batches))}
          />
        </li>
      ))}
    </ul>
  );
}

/** A count of a line in the unit in its fields, and its batches. */
export function useGoodsOf(fields: Members) {
  const { digits } = usePreferences();
  const { data: item } = useQuery(itemQuery(Number(fields['item_fk'])));
  const units = unitsOf(item);
  const { unit_name = null } = units.find(({ unit_fk }) => unit_fk === fields['unit_fk']) ?? {};
  const pieceWord = item && hasSerials(serialsIn(item)) ? fieldLabel('serial_number') : undefined;
  return {
    count: (quantity: string) => unitText([{ quantity, unit_name }], { digits }),
    told: (batches: readonly BatchQuantity[]) => <BatchesOfGoods {...{ batches, units, pieceWord }} />,
  };
}

function Goods({ line: { fields, left, bonusLeft, batches } }: { line: LineLeft }) {
  const { t } = useTranslation();
  const { count, told } = useGoodsOf(fields);
  return (
    <span className="min-w-40 flex-1">
      <bdi>{String(fields['item_name'] ?? '')}</bdi>
      <span className="ms-2 text-ink-muted">{t('till:sold_count', { number: count(left ?? bonusLeft ?? '0') })}</span>
      {told(batches)}
    </span>
  );
}

interface WhichBatchesProps extends Pick<LinesProps, 'day' | 'chosen'> {
  readonly line: LineLeft;
  readonly count: string | undefined;
  readonly onChoose: (batches: readonly BatchQuantity[]) => void;
}

/** Of a part of several batches a person says which they are: nobody can see it from here. */
function WhichBatches({ line, day, count, chosen, onChoose }: WhichBatchesProps) {
  const { t } = useTranslation();
  const { line_id, fields, batches } = line;
  if (!isChoice(line, count)) return null;
  const { item_fk, unit_fk } = fields;
  return (
    <div className="flex basis-full flex-wrap items-center justify-end gap-2">
      {!isChosen(line, count, chosen) && <span className="text-sm text-warning-ink">{t('till:say_which')}</span>}
      <ArrivingBatches
        header={{ date: day }}
        line={{ key: line_id, fields: { item_fk: Number(item_fk), unit_fk: Number(unit_fk) } }}
        resource="pos_sales"
        count={count ?? '0'}
        named={chosen.get(line_id) ?? []}
        sent={batches}
        onChoose={onChoose}
      />
    </div>
  );
}
