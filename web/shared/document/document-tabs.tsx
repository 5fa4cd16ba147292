/** Tabs of a document: lines, effect on the books, and history. */

import { Plus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { defined } from '../../../domain/values/defined.ts';
import { Button } from '../controls/button.tsx';
import { History } from '../history/history.tsx';
import { historyPermission } from '../history/history-permission.ts';
import { usePreferences } from '../language/preferences.ts';
import { Pictures } from '../pictures/pictures.tsx';
import { useCan, useMe } from '../session/session.ts';
import { formatDecimal } from '../typing/number-format.ts';
import { EffectTab } from './effect.tsx';
import { CostsGiven, MoneyGiven } from './fields/money-given.tsx';
import { TotalsPanel } from './fields/totals-panel.tsx';
import { type FocusCell, goToPlace } from './go-to-place.ts';
import { ColumnsButton } from './grid/columns-button.tsx';
import { DocumentGrid } from './grid/grid.tsx';
import { firstField } from './grid/grid-props.ts';
import { TradeHint } from './grid/trade-hint.tsx';
import { type CurrencyFormat, useDocumentCurrency } from './model/amount-format.ts';
import { storedLines, usedLines } from './model/body.ts';
import { useChosenColumns } from './model/chosen-columns.ts';
import type { Limit } from './model/declaration.ts';
import type { Place, TableName } from './model/draft.ts';
import { useEditing } from './model/editing-store.ts';
import { SEES_COST, useBookedCosts } from './model/goods/booked-costs.ts';
import { decimalsOf, refundedBefore } from './model/goods/return-shares.ts';
import { storedStep, useRoundingStep } from './model/goods/rounding-step.ts';
import { useTradeFacts } from './model/goods/trade-facts.ts';
import type { DocumentSession } from './model/session.ts';
import { NO_PROBLEMS } from './model/session-state.ts';
import { optionalColumns, shownCostColumns, useShownColumns } from './model/shown-columns.ts';
import { type DocumentPictures, useDocumentPictures } from './model/use-pictures.ts';
import { useSessionState } from './model/use-session.ts';
import type { ScreenDeclaration } from './screen-declaration.ts';

/** Or the name of the document's own tab. */
type Tab = 'lines' | 'effect' | 'history' | string;

interface DocumentTabsProps {
  readonly declaration: ScreenDeclaration;
  readonly session: DocumentSession;
  readonly look: CurrencyFormat;
  readonly readOnly: boolean;
  readonly focusCell: RefObject<FocusCell>;
}

export function DocumentTabs(props: DocumentTabsProps) {
  const { declaration, session, readOnly, focusCell } = props;
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const can = useCan();
  const own = declaration.tab;
  const hasHistory = server !== undefined && can(historyPermission(session.declaration.resource));
  const hasLines = declaration.columns.length > 0;
  const first = [...(hasLines ? ['lines'] : []), ...(own ? [own.name] : []), 'effect'];
  const mayHaveCosts = declaration.costs && (!readOnly || (server?.draft.costs.length ?? 0) > 0);
  // Costs are below the lines, or in a tab of their own.
  if (!hasLines && mayHaveCosts) first.push('costs');
  const [chosen, setTab] = useState<Tab>();
  const id = useId();
  const pictures = useDocumentPictures(session);
  const tabs: Tab[] = [...first, ...(pictures ? ['attachments'] : []), ...(hasHistory ? (['history'] as const) : [])];
  const tab = chosen !== undefined && tabs.includes(chosen) ? chosen : defined(first[0]);
  useLayoutEffect(() => {
    focusCell.current.showTab = (table) => setTab(hasLines ? 'lines' : table);
  }, [focusCell, hasLines]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const by = event.code === forward ? 1 : event.code === 'ArrowLeft' || event.code === 'ArrowRight' ? -1 : 0;
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    if (by === 0 || !next) return;
    event.preventDefault();
    setTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col rounded-lg border border-edge bg-surface-1 shadow-card">
      <div
        role="tablist"
        aria-label={t('document:tabs.label')}
        onKeyDown={onKeyDown}
        className="no-print flex gap-1 max-md:gap-0 overflow-x-auto border-b border-edge px-2 max-md:px-1"
      >
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-tab={name}
            id={`${id}-${name}`}
            aria-selected={name === tab}
            aria-controls={`${id}-panel`}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => setTab(name)}
            className="-mb-px h-9 border-b-2 border-transparent px-3 max-md:px-2 text-ink-muted hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
          >
            {t(`document:tabs.${name}`)}
            {name === 'attachments' && pictures && pictures.value.length > 0 && (
              <span className="numeric ms-1 text-xs">({pictures.value.length})</span>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        // Lines have their own tab stop; read-only content needs one for scrolling.
        tabIndex={tab === 'lines' || tab === 'costs' ? undefined : 0}
        className="flex min-h-0 flex-1 flex-col overflow-auto"
      >
        {(tab === 'lines' || tab === 'costs') && <Lines {...props} />}
        {own && tab === own.name && <own.content session={session} />}
        {tab === 'effect' && <EffectTab session={session} />}
        {tab === 'attachments' && pictures && <PicturesTab session={session} pictures={pictures} />}
        {tab === 'history' && server && <History endpoint={session.declaration.resource} id={server.id} />}
      </div>
    </div>
  );
}

function PicturesTab({ session, pictures }: { session: DocumentSession; pictures: DocumentPictures }) {
  const { t } = useTranslation();
  const can = useCan();
  const { resource, noDraft } = session.declaration;
  const { server } = useSessionState(session);
  const mayAttach = server?.status !== 'discarded' && can(`${resource}/${server && !noDraft ? 'update' : 'store'}`);
  return (
    <div className="flex flex-col gap-2 p-3">
      <Pictures
        value={pictures.value}
        onChange={pictures.change}
        label={t('document:tabs.attachments')}
        disabled={!mayAttach}
        papers
      />
      {pictures.waiting && <p className="text-xs text-ink-muted">{t('pictures:waiting')}</p>}
    </div>
  );
}

function Lines({ session, look, readOnly, focusCell, declaration: { belowTotal: BelowTotal } }: DocumentTabsProps) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const { draft } = useEditing(session.store);
  const { problems, identities, server } = useSessionState(session);
  const can = useCan();
  const roundingStep = useStep(session, readOnly);
  const decimals = useDecimals(session, readOnly);
  const { declaration, store } = session;
  const { costs: costColumns, blankCost } = declaration;
  // A completed document has no empty last row.
  const lines = readOnly ? usedLines(declaration, draft.lines) : draft.lines;
  const traded = useTradeFacts(session);
  const costs = useBookedCosts(session);
  const seesCost = can(SEES_COST);
  const stored = storedLines(declaration, draft, identities, server);
  const facts = {
    systemCurrency: system_currency.currency_id,
    roundingStep,
    decimals,
    traded,
    costs,
    stored,
    seesCost,
    refundedBefore: refundedBefore(server?.data),
  };
  const totals = declaration.totals(draft, facts);
  const [chosen, onToggle] = useChosenColumns(declaration.resource);
  const hasLines = declaration.columns.length > 0;
  const columns = useShownColumns(declaration, lines, chosen);
  const limits = useLimits(session, readOnly);
  const goTo = (place: Place | undefined) =>
    goToPlace(place, focusCell.current, { table: 'lines', key: draft.lines.at(-1)?.key, field: firstField(columns) });
  const shared = {
    store,
    declaration,
    look,
    readOnly,
    header: draft.header,
    goTo,
    // The server's errors take precedence over the local checks.
    problems: limits.size === 0 ? problems : new Map([...limits, ...problems]),
  };
  const addCost = () => {
    // The first cost creates the costs grid, which must be in the page before it can take the focus.
    flushSync(() => store.edit({ do: 'add_line', table: 'costs', fields: blankCost?.(draft.header) ?? {} }));
    const added = store.state.draft.costs.at(-1);
    if (added && costColumns) focusCell.current.costs?.(added.key, firstField(costColumns));
  };
  const focusOf = (table: TableName) => ({
    get current() {
      return focusCell.current[table];
    },
    set current(show) {
      focusCell.current[table] = show;
    },
  });
  return (
    <>
      {hasLines && (
        // Many costs push the lines together in a low window, but never out of sight.
        <div className={draft.costs.length > 0 ? 'flex min-h-52 flex-col' : 'contents'}>
          <DocumentGrid
            {...shared}
            table="lines"
            columns={columns}
            lines={lines}
            blank={declaration.blankLine}
            computed={totals.lines}
            {...(totals.columns ? { further: totals.columns } : {})}
            hintOf={(line) => <TradeHint {...{ session, line, traded, look }} margin={totals.margins?.get(line.key)} />}
            label="document:tabs.lines"
            focus={focusOf('lines')}
          />
        </div>
      )}
      <div
        className={`flex flex-wrap items-start justify-between gap-4 ${hasLines ? 'mt-auto border-t border-edge' : ''}`}
      >
        <div className={`min-w-0 flex-1 p-3 max-md:basis-full ${draft.costs.length > 0 ? 'basis-full' : ''}`}>
          {costColumns && blankCost && draft.costs.length > 0 && (
            <DocumentGrid
              {...shared}
              table="costs"
              columns={shownCostColumns(costColumns, draft)}
              lines={draft.costs}
              blank={blankCost(draft.header)}
              computed={new Map()}
              label="document:costs"
              focus={focusOf('costs')}
            />
          )}
          <CostsGiven header={draft.header} costs={draft.costs} readOnly={readOnly} />
          <div className="mt-1 flex flex-wrap items-center gap-1">
            {costColumns && blankCost && !readOnly && (
              <Button look="quiet" icon={Plus} onClick={addCost}>
                {t('document:add_cost')}
              </Button>
            )}
            <ColumnsButton
              columns={optionalColumns(declaration.columns, can)}
              shown={columns.map(({ field }) => field)}
              onToggle={onToggle}
            />
          </div>
        </div>
        <div className="ms-auto">
          <TotalsPanel totals={totals} look={look} currency={look.symbol} />
          <MoneyGiven header={draft.header} total={totals.total} readOnly={readOnly} />
          {BelowTotal && <BelowTotal session={session} />}
        </div>
      </div>
    </>
  );
}

/** The decimals of its currency; a final document keeps its own. */
function useDecimals(session: DocumentSession, readOnly: boolean): number | undefined {
  const { draft } = useEditing(session.store);
  const { decimals } = useDocumentCurrency(draft.header);
  const { server } = useSessionState(session);
  return readOnly && server ? decimalsOf(server.data).decimals : decimals;
}

/** A stored document keeps its step, whatever the setting is now. */
function useStep(session: DocumentSession, readOnly: boolean): string | null {
  const { draft } = useEditing(session.store);
  const { server } = useSessionState(session);
  const stored = readOnly ? server : undefined;
  const step = useRoundingStep(stored ? {} : draft.header);
  return stored ? storedStep(stored.data) : step;
}

/** Messages about limits while values are typed. */
function useLimits(
  { declaration: { limits }, store }: DocumentSession,
  readOnly: boolean,
): ReadonlyMap<string, string> {
  const { t } = useTranslation();
  const can = useCan();
  const { digits } = usePreferences();
  const { draft } = useEditing(store);
  const { decimals } = useDocumentCurrency(draft.header);
  if (!limits || readOnly || can(limits.permission)) return NO_PROBLEMS;
  const shown = (params: Limit['params']) =>
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, formatDecimal(value, { digits })]));
  return new Map([...limits.find(draft, decimals)].map(([place, { key, params }]) => [place, t(key, shown(params))]));
}
