/** The question of a transition that counts goods: the quantity of each line so far, in any unit of its item. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { batchesOfLine } from '../../../../domain/batches/line-batches.ts';
import type { InUnit } from '../../../../domain/pricing/returned-quantities.ts';
import type { BatchQuantity } from '../../../../domain/values/batch.ts';
import { printQuantity, type Quantity } from '../../../../domain/values/quantity.ts';
import { AmountField } from '../../form/fields/amount-field.tsx';
import { say } from '../../language/language.ts';
import { fieldLabel } from '../../language/names.ts';
import { notifyError } from '../../notify/notify.ts';
import { ShownName } from '../fields/shown-name.tsx';
import { useScanner, useScansThrough } from '../grid/scanning.ts';
import type { FieldDeclaration } from '../model/declaration.ts';
import { type Draft, type Line, placeName, type Value } from '../model/draft.ts';
import { tracks } from '../model/goods/batches.ts';
import { findAmong, knownItemOn } from '../model/goods/items.ts';
import { readQuantity } from '../model/goods/quantities.ts';
import { useSessionState } from '../model/use-session.ts';
import { fieldValue } from '../value-of.ts';
import { ArrivingBatches } from './arriving-batches.tsx';
import { type CountedLine, comesNow, countedLines, leftAfter, shownIn } from './counted-lines.ts';
import { LinesHead } from './lines-head.tsx';
import { TransitionDialog, type TransitionDialogProps } from './transition-dialogs.tsx';
import { CountInUnits, UnitOfLine } from './unit-of-line.tsx';

interface QuantitiesDialogProps extends TransitionDialogProps {
  /** Further fields of the body, and their controls. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly children?: ReactNode;
  /** Whether lines may name their batches: new ones, or some of those that the document moved. */
  readonly batches?: 'new' | 'sent';
  /** Base units of a line that will not come, or will not be delivered. */
  readonly without?: (line: number) => bigint;
  /** The fields among them that show their own errors. */
  readonly shows?: readonly string[];
}

/** What is entered for a line: its count in all, the unit of the count, and the batches that come now. */
interface Counted {
  readonly amount: string;
  readonly unit: InUnit;
  readonly batches: readonly BatchQuantity[];
}

/** All of each line, in the unit in which it was counted last. */
const wholly = (lines: readonly CountedLine[]): Readonly<Record<number, Counted>> =>
  Object.fromEntries(
    lines.map(({ line_id, most, last }) => [line_id, { amount: shownIn(most, last), unit: last, batches: [] }]),
  );

/** Total quantities so far (`deliver`, `receive`): sending them twice has no further effect. */
export function QuantitiesDialog(props: QuantitiesDialogProps) {
  const { session, name, onClose, extra, children, batches, shows = [], without = () => 0n } = props;
  const { t } = useTranslation();
  const server = session.read().server;
  const lines = server?.draft.lines ?? [];
  // The sizes of other units are those of the day of the step, which the server takes.
  const day = fieldValue(extra?.['date']) ?? server?.draft.header['date'];
  const of = countedLines(server?.data ?? {}, name, without);
  const [counted, setCounted] = useState(() => wholly(of));
  const wrong = Object.values(counted).some(({ amount }) => readQuantity(amount) === undefined);
  const change = (line_id: number, changed: Partial<Counted>) =>
    setCounted((all) => {
      const own = all[line_id];
      return own ? { ...all, [line_id]: { ...own, ...changed } } : all;
    });
  const body = {
    ...extra,
    lines: of.map(({ line_id, own }) => {
      const { amount = '0', unit = own, batches = [] } = counted[line_id] ?? {};
      const item_fk = lines.find(({ fields }) => fields['line_id'] === line_id)?.fields['item_fk'];
      return {
        line_id,
        quantity: amount,
        ...(unit.unit_fk === own.unit_fk ? {} : { item_fk, unit_fk: unit.unit_fk }),
        ...(batches.length > 0 ? { batches } : {}),
      };
    }),
  };
  const { problems, attempt } = useSessionState(session);
  const { keys } = session.outgoing();
  const places = keys.lines.map((key) => placeName({ table: 'lines', key, field: 'quantity' }));
  const elsewhere = [...problems].filter(([place]) => !places.includes(place) && !shows.includes(place));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempt]);
  const placeOf = (index: number) => places[index] ?? `lines:${lines[index]?.key}:quantity`;
  const [scanned, setScanned] = useState<{ readonly place: string }>();
  useEffect(() => {
    const field =
      scanned && box.current?.querySelector<HTMLInputElement>(`[data-field="${CSS.escape(scanned.place)}"] input`);
    field?.focus();
    field?.select();
  }, [scanned]);
  useScansThrough(() => undefined);
  useScanner((code) => {
    const items = lines.map(({ fields }) => knownItemOn(Number(fields['item_fk']), day));
    const found = findAmong(
      items.filter((item) => item !== undefined),
      code,
    );
    const index = lines.findIndex(({ fields }) => fields['item_fk'] === found?.item);
    const line = of.find(({ line_id }) => line_id === lines[index]?.fields['line_id']);
    if (!line) return notifyError(say('document:scan_not_in_document', { code }));
    if (found?.unit) change(line.line_id, { unit: found.unit, amount: shownIn(line.most, found.unit) });
    setScanned({ place: placeOf(index) });
  }, true);
  return (
    <TransitionDialog {...{ session, name, onClose, body }} disabled={wrong} width="wide">
      <div ref={box}>
        {elsewhere.map(([place, sentence]) => (
          <p key={place} role="alert" className="mb-3 text-danger-ink">
            {t('document:problem_at', { place: fieldLabel(place), sentence })}
          </p>
        ))}
        {children}
        <p className="mb-3 text-ink-muted">{t(`document:quantities.${name}`)}</p>
        <table className="w-full">
          <LinesHead figures={['whole', 'before', 'in_all'].map((quantity) => t(`document:quantities.${quantity}`))} />
          <tbody>
            {lines.map((line, index) => {
              const own = of.find(({ line_id }) => line_id === line.fields['line_id']);
              const entered = own && counted[own.line_id];
              return own && entered && server ? (
                <LineCount
                  key={line.key}
                  {...{ line, counted: own, entered, day }}
                  place={placeOf(index)}
                  problem={problems.get(places[index] ?? '')}
                  item={session.declaration.columns.find((column) => column.field === 'item_fk')}
                  isFirst={index === 0}
                  onChange={(changed) => change(own.line_id, changed)}
                  batches={
                    batches && tracks(line.fields)
                      ? {
                          header: server.draft.header,
                          resource: session.declaration.resource,
                          sent: batches === 'sent' ? batchesOfLine(server.data, { line_id: own.line_id }) : undefined,
                        }
                      : undefined
                  }
                />
              ) : null;
            })}
          </tbody>
        </table>
      </div>
    </TransitionDialog>
  );
}

interface LineCountProps {
  readonly line: Line;
  readonly counted: CountedLine;
  readonly entered: Counted;
  readonly place: string;
  readonly problem: string | undefined;
  readonly item: FieldDeclaration | undefined;
  readonly isFirst: boolean;
  readonly onChange: (changed: Partial<Counted>) => void;
  readonly day: Value | undefined;
  /** Undefined where the line names no batches. */
  readonly batches:
    | {
        readonly header: Draft['header'];
        readonly resource: string;
        readonly sent: readonly BatchQuantity[] | undefined;
      }
    | undefined;
}

function LineCount({ line, counted, entered, day, place, problem, item, isFirst, onChange, batches }: LineCountProps) {
  const { t } = useTranslation();
  const { amount, unit } = entered;
  const { key, fields } = line;
  const cell = (column: string) => t('document:cell', { column, number: key });
  const choose = (chosen: InUnit) => onChange({ unit: chosen, amount: shownIn(counted.most, chosen) });
  return (
    <tr className="border-t border-edge">
      <td className="py-1.5">
        {item && <ShownName field={item} value={fields['item_fk']} line={fields} />}
        <UnitOfLine
          item={Number(fields['item_fk'])}
          value={unit.unit_fk}
          label={cell(fieldLabel('unit_fk'))}
          day={day}
          onChoose={choose}
        />
        <Left item={Number(fields['item_fk'])} left={leftAfter(counted, amount, unit)} />
        {batches && (
          <ArrivingBatches
            {...batches}
            line={{ key, fields: { ...fields, unit_fk: unit.unit_fk } }}
            named={entered.batches}
            count={shownIn(comesNow(counted, amount, unit), unit)}
            onChoose={(chosen) => onChange({ batches: chosen })}
          />
        )}
      </td>
      <td className="number-cell px-2">{shownIn(counted.whole, unit)}</td>
      <td className="number-cell px-2">{shownIn(counted.before, unit)}</td>
      <td className="py-1">
        <AmountField
          key={unit.unit_fk}
          ariaLabel={cell(t('document:quantities.in_all'))}
          decimals={6}
          autoFocus={isFirst}
          name={place}
          problem={problem}
          value={amount}
          onChange={(next) => onChange({ amount: next })}
        />
      </td>
    </tr>
  );
}

/** What is left of a line, in the units of its item. */
function Left({ item, left }: { readonly item: number; readonly left: Quantity }) {
  const { t } = useTranslation();
  if (left <= 0n) return null;
  return (
    <p className="text-sm text-ink-muted">
      {t('document:quantities.left')} <CountInUnits item={item} base={printQuantity(left)} />
    </p>
  );
}
