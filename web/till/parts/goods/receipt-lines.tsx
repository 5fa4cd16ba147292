/** The lines of the receipt; the selected one is expanded and changed by keys. */
import { CircleAlert, Gift, type LucideIcon, ScanBarcode, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Issue } from '../../../../domain/values/refusal.ts';
import { Amount } from '../../../shared/controls/amount.tsx';
import { EmptyState } from '../../../shared/controls/states.tsx';
import { usePreferences } from '../../../shared/language/preferences.ts';
import { useShortcut } from '../../../shared/shortcuts/shortcuts.ts';
import { type Cart, withoutLine } from '../../selling/cart.ts';
import { nameIn, type Terms } from '../../selling/goods.ts';
import type { PricedCart } from '../../selling/priced-cart.ts';
import { type Sale, saleStore } from '../../selling/sale-store.ts';
import { DeclineButton } from '../declining.tsx';
import { IssueText } from '../issue-text.tsx';
import { MoneyText } from '../money-text.tsx';
import { useTill } from '../till-context.tsx';
import { BatchText } from './batch-line.tsx';
import { LineEditor } from './line-editor.tsx';
import { ProposedLine } from './proposed-line.tsx';

interface LinesProps {
  readonly sale: Sale;
  readonly priced: PricedCart;
  readonly terms: Terms;
  readonly listens: boolean;
  /** The goods come back: their batches are those on their packages. */
  readonly comesBack?: boolean;
}

export function ReceiptLines({ sale, priced, terms, listens, comesBack = false }: LinesProps) {
  const { t } = useTranslation();
  const { cart, selected } = sale;
  const move = (by: number) => {
    const at = cart.lines.findIndex(({ line_id }) => line_id === selected);
    const next = cart.lines[Math.min(Math.max(at + by, 0), cart.lines.length - 1)];
    if (next) saleStore.set({ selected: next.line_id });
  };
  useShortcut('till_down', () => move(1), listens);
  useShortcut('till_up', () => move(-1), listens);
  useShortcut(
    'till_remove',
    () => saleStore.edit((now) => (selected === null ? now : withoutLine(now, selected))),
    listens,
  );
  if (cart.lines.length === 0) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EmptyState title={t('selling:empty_receipt')} text={t('selling:empty_receipt_hint')} icon={ScanBarcode} />
      </div>
    );
  }
  return (
    <ol aria-label={t('selling:lines')} className="min-h-0 flex-1 divide-y divide-edge overflow-y-auto">
      {priced.proposed.map((goods) => (
        <ProposedLine key={`${goods.promotion.id}-${goods.item_fk}`} {...{ goods, listens }} declined={cart.declined} />
      ))}
      {priced.lines.map((line, index) => (
        <Line
          key={line.line_id}
          {...{ line, terms, listens, comesBack, declined: cart.declined }}
          open={line.own !== undefined && line.line_id === selected && sale.stage === 'selling'}
          problems={ofLine(priced.problems, index)}
          warnings={ofLine([...priced.beyond, ...priced.warnings], index)}
        />
      ))}
    </ol>
  );
}

const ofLine = (issues: readonly Issue[], index: number): readonly Issue[] =>
  issues.filter(({ field }) => field.startsWith(`lines.${index}.`));

interface LineProps {
  readonly line: PricedCart['lines'][number];
  readonly terms: Terms;
  readonly open: boolean;
  /** What must be fixed before payment; it does not look like a warning. */
  readonly problems: readonly Issue[];
  readonly warnings: readonly Issue[];
  readonly declined: Cart['declined'];
  readonly listens: boolean;
  readonly comesBack: boolean;
}

function Line({ line, terms, open, problems, warnings, declined, listens, comesBack }: LineProps) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const { device } = useTill();
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (open) place.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const unit = device.catalogue.tables().units.find(({ id }) => id === line.unit_fk);
  const isGiven = line.own === undefined;
  return (
    <li ref={place} className={open ? 'bg-accent-soft' : ''} data-line={line.line_id}>
      <div className="flex items-start">
        <button
          type="button"
          disabled={isGiven}
          aria-description={isGiven ? t('selling:why.is_given') : undefined}
          aria-expanded={isGiven ? undefined : open}
          onClick={() => saleStore.set({ selected: line.line_id, stage: 'selling' })}
          className="flex min-h-12 min-w-0 flex-1 items-start gap-2 px-3 py-2 text-start"
        >
          <span className="min-w-0 flex-1">
            <bdi className="block text-base leading-snug">{nameIn(line.item, 'item_name', language)}</bdi>
            <span className="flex flex-wrap items-center gap-x-2 text-xs text-ink-muted">
              <span className="whitespace-nowrap">
                <Amount value={line.own?.quantity ?? line.bonus_quantity} decimals={6} className="font-semibold" />{' '}
                {unit && <bdi>{nameIn(unit, 'unit_name', language)}</bdi>}
              </span>
              {!isGiven && (
                <span className="whitespace-nowrap">
                  × <Amount value={line.price} decimals={4} />
                </span>
              )}
              {!isGiven && line.bonus_quantity && (
                <span className="whitespace-nowrap text-success-ink" data-free>
                  {t('selling:of_it_free')} <Amount value={line.bonus_quantity} decimals={6} />
                </span>
              )}
              {line.discount && (
                <bdi className="whitespace-nowrap text-success-ink" dir="ltr">
                  −<Amount value={line.discount.value} />
                  {line.discount.type === 'percent' ? '%' : ''}
                </bdi>
              )}
              {line.promotion && (
                <span className="inline-flex items-center gap-1 text-info-ink">
                  <Gift size={12} aria-hidden />
                  <bdi>{line.promotion.title}</bdi>
                </span>
              )}
              <BatchText item={line.item} batches={line.batches} day={terms.day} />
              {line.note && <bdi>{line.note}</bdi>}
            </span>
            {problems.map((issue) => (
              <LineIssue key={keyOf(issue)} issue={issue} icon={CircleAlert} className="text-danger-ink" />
            ))}
            {warnings.map((issue) => (
              <LineIssue key={keyOf(issue)} issue={issue} icon={TriangleAlert} className="text-warning-ink" />
            ))}
          </span>
          {isGiven ? (
            <span className="text-base font-semibold text-success-ink">{t('selling:free')}</span>
          ) : (
            <MoneyText value={line.total} currency={terms.currency_fk} className="text-base font-semibold" />
          )}
        </button>
        {line.promotion && <DeclineButton promotion={line.promotion} declined={declined} disabled={!listens} />}
      </div>
      {open && line.own && (
        <LineEditor
          {...{ line: line.own, reason: line.reason, price: line.price, batches: line.batches }}
          {...{ terms, listens, comesBack }}
        />
      )}
    </li>
  );
}

const keyOf = ({ field, message, params }: Issue): string => `${field} ${message} ${params?.['batch']}`;

interface LineIssueProps {
  readonly issue: Issue;
  readonly icon: LucideIcon;
  readonly className: string;
}

function LineIssue({ issue, icon: Icon, className }: LineIssueProps) {
  return (
    <span className={`mt-0.5 flex items-start gap-1 text-xs ${className}`}>
      <Icon size={13} aria-hidden className="mt-0.5 shrink-0" />
      <IssueText issue={issue} />
    </span>
  );
}
