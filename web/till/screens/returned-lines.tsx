/** The lines of a receipt with their returned quantities. */
import { useTranslation } from 'react-i18next';
import type { Facts } from '../../../domain/deciding/facts.ts';
import { batchesOf, hasSerials } from '../../../domain/values/batch.ts';
import { listOf } from '../../../domain/values/members.ts';
import { quantity } from '../../../domain/values/quantity.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { BatchesOfGoods } from '../../shared/controls/counted-batch.tsx';
import { usePreferences } from '../../shared/language/preferences.ts';
import { useItems } from '../parts/goods/item-names.ts';
import { UnitChoice, useNamedUnits, useUnitName } from '../parts/goods/unit-choice.tsx';
import { MoneyText } from '../parts/money-text.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { TypedField } from '../parts/typed-field.tsx';
import { nameIn } from '../selling/goods.ts';
import { canComeBack, everythingLeft, isWholeAsSold, type Returnable, type Returned } from '../selling/refund.ts';

interface ReturnedLinesProps {
  readonly lines: readonly Returnable[];
  readonly returned: Returned;
  readonly onChange: (returned: Returned) => void;
  /** Another unit for the line with this number. */
  readonly onUnit: (line: number, unit: number) => void;
  readonly currency: number;
  /** The units, of which some are whole only. */
  readonly facts: Pick<Facts, 'record'>;
}

export function ReturnedLines({ lines, returned, onChange, onUnit, currency, facts }: ReturnedLinesProps) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const items = useItems(lines.map(({ line }) => line.item_fk));
  const itemOf = (id: number) => items.find((item) => item.id === id);
  const named = useNamedUnits();
  const unitName = useUnitName();
  const put = (key: number, count: string) => onChange(new Map(returned).set(key, count));
  const isAnyLeft = lines.some(({ left }) => quantity(left) > 0n);
  return (
    <section aria-label={t('selling:lines')} className="rounded-md border border-edge bg-surface-1">
      <div className="flex items-center justify-between border-b border-edge p-2 ps-3">
        <h2 className="font-semibold">{t(isAnyLeft ? 'selling:what_comes_back' : 'selling:all_came_back')}</h2>
        <TillButton
          why={isAnyLeft ? undefined : t('selling:all_came_back')}
          onPress={() => onChange(everythingLeft(lines))}
        >
          {t('selling:everything')}
        </TillButton>
      </div>
      <ul className="divide-y divide-edge">
        {lines.map((each) => {
          const { key, line, whole, left } = each;
          return (
            <li key={key} className="grid grid-cols-[1fr_auto_7rem] items-end gap-3 p-3" data-line={key}>
              <span className="self-center">
                <bdi className="block">{nameIn(itemOf(line.item_fk) ?? {}, 'item_name', language)}</bdi>
                <BatchesOfGoods
                  batches={batchesOf({ batches: listOf(line.batches) })}
                  units={named(itemOf(line.item_fk)?.item_units ?? [])}
                  pieceWord={hasSerials(itemOf(line.item_fk)) ? t('selling:piece.title') : undefined}
                />
                <span className="text-sm text-ink-muted">
                  {t('selling:left_of')} <Amount value={left} decimals={6} /> / <Amount value={whole} decimals={6} />{' '}
                  <bdi>{unitName(line.unit_fk)}</bdi>
                  {' · '}
                  {each.isFree ? t('selling:free') : <MoneyText value={line.total_amount} currency={currency} />}
                </span>
                {!each.isFree && each.units.length > 1 && (
                  <span className="block w-40">
                    <UnitChoice
                      value={line.unit_fk}
                      units={each.units.map(({ unit_fk }) => unit_fk)}
                      onChoose={(unit) => onUnit(line.line_id, unit)}
                    />
                  </span>
                )}
              </span>
              <TillButton
                why={quantity(left) > 0n ? undefined : t('selling:why.line_came_back')}
                onPress={() => put(key, left)}
              >
                {t('selling:all_of_it')}
              </TillButton>
              <TypedField
                label={t('selling:comes_back')}
                value={returned.get(key) ?? '0'}
                disabled={quantity(left) <= 0n}
                read={(text) => {
                  if (!canComeBack(text, each)) return t('selling:more_than_sold');
                  if (!isWholeAsSold(text, each, facts)) return t('selling:quantity_problem.whole_only');
                  put(key, text);
                  return undefined;
                }}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
