/** The hint below a price while it is typed: the party's last price, the quantity on hand, and the cost. */
import { useTranslation } from 'react-i18next';
import { Amount, Day } from '../../controls/amount.tsx';
import { InUnits } from '../../controls/in-units.tsx';
import { DOCUMENT_PAGES } from '../../navigation/document-pages.ts';
import { LINK } from '../../report/report-links.tsx';
import { useMe } from '../../session/session.ts';
import type { NumberFormat } from '../../typing/number-format.ts';
import { unitParts } from '../../typing/unit-text.ts';
import type { Margin } from '../model/declaration.ts';
import { idOf, type Line } from '../model/draft.ts';
import { useEditing } from '../model/editing-store.ts';
import { unitsOn } from '../model/goods/items.ts';
import type { KnownTrade, LastTrade, TradeFacts } from '../model/goods/traded.ts';
import type { DocumentSession } from '../model/session.ts';

interface TradeHintProps {
  readonly session: DocumentSession;
  readonly line: Line;
  readonly traded: KnownTrade;
  readonly look: NumberFormat;
  readonly margin: Margin | undefined;
}

export function TradeHint({ session, line, traded, look, margin }: TradeHintProps) {
  const { t } = useTranslation();
  const { draft } = useEditing(session.store);
  const { trades } = session.declaration;
  const item = idOf(line.fields, 'item_fk') ?? 0;
  const facts = traded.get(item);
  if (!facts || trades === undefined) return null;
  const last = trades === 'customer' ? facts.last_sale : facts.last_purchase;
  const hasParty = idOf(draft.header, `${trades}_fk`) !== undefined;
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1" data-trade-hint>
      {hasParty && (
        <>
          <dt className="text-ink-muted">{t(`document:hint.last_of_${trades}`)}</dt>
          <dd>{last ? <LastPrice last={last} facts={facts} /> : t('document:hint.never')}</dd>
        </>
      )}
      <Stock facts={facts} units={unitsOn(item, draft.header['date'], facts.units)} isSold={trades === 'customer'} />
      {margin && (
        <>
          <dt className="text-ink-muted">{t('fields:unit_cost')}</dt>
          <dd>
            <Amount value={margin.unitCost} {...look} />
            {trades === 'customer' && margin.percent !== undefined && (
              <span className="ms-2 text-ink-muted">
                {t('document:hint.margin')} <Amount value={margin.percent} decimals={1} />%
              </span>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}

/** The earlier price in its unit and currency, and its document. */
function LastPrice({ last, facts }: { last: LastTrade; facts: TradeFacts }) {
  const { currencies } = useMe();
  const currency = currencies.find(({ currency_id }) => currency_id === last.currency_fk);
  const page = DOCUMENT_PAGES.get(last.document_kind);
  const unit = facts.units.find(({ unit_fk }) => unit_fk === last.unit_fk)?.unit_name ?? last.unit_name;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-medium">
        <Amount value={last.price} decimals={4} decimalsMin={currency?.decimals ?? 0} /> {currency?.symbol}
        {unit && <bdi className="font-normal text-ink-muted"> / {unit}</bdi>}
      </span>
      <Day value={last.date} />
      {page && last.number ? (
        // A new window, because this document may be unsaved.
        <a href={`${page.path}/${last.document_id}`} target="_blank" rel="noopener" className={LINK}>
          <bdi>{last.number}</bdi>
        </a>
      ) : (
        <bdi>{last.number}</bdi>
      )}
    </span>
  );
}

interface StockProps {
  readonly facts: TradeFacts;
  /** Of the day of the document. */
  readonly units: Parameters<typeof unitParts>[1];
  readonly isSold: boolean;
}

/** A sale takes what is available, a purchase adds to what is on hand. */
function Stock({ facts, units, isSold }: StockProps) {
  const { t } = useTranslation();
  if (facts.item_type === 'service') return null;
  return (
    <>
      <dt className="text-ink-muted">{t(isSold ? 'document:hint.available' : 'document:hint.stock')}</dt>
      <dd>
        <InUnits parts={unitParts(isSold ? facts.available_stock : facts.stock, units)} />
      </dd>
    </>
  );
}
