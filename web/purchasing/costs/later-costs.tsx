/** The later costs of a purchase, each with the way to take it back, and what a piece of its goods cost with all costs. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { receivedOf, wholeOf } from '../../../domain/pricing/purchase-values.ts';
import { unitCost } from '../../../domain/pricing/sale-price-finding.ts';
import { itemCosts } from '../../../domain/purchasing/costs/item-costs.ts';
import { laterCosts } from '../../../domain/purchasing/costs/later-costs.ts';
import { isTaken } from '../../../domain/purchasing/costs/taken-cost.ts';
import type { PurchaseCost } from '../../../domain/purchasing/purchase-events.ts';
import { listOf } from '../../../domain/values/members.ts';
import { printMoney } from '../../../domain/values/money.ts';
import { quantity } from '../../../domain/values/quantity.ts';
import { read } from '../../shared/api/read.ts';
import { Amount, Day } from '../../shared/controls/amount.tsx';
import { Button } from '../../shared/controls/button.tsx';
import { TransitionDialog } from '../../shared/document/dialogs/transition-dialogs.tsx';
import { ShownName } from '../../shared/document/fields/shown-name.tsx';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';
import { ReasonField } from '../../shared/form/fields/reason-field.tsx';
import { optionLabel } from '../../shared/language/names.ts';
import { SettlementsTab } from '../../shared/party/settlements.tsx';
import { documentPath, LINK } from '../../shared/report/report-links.tsx';
import { useCan } from '../../shared/session/session.ts';
import { ITEM, type ReadPurchase } from '../read-purchase.ts';
import { ACCOUNT, CURRENCY, SUPPLIER } from './cost-names.ts';

/** The tab of a purchase: its later costs, and what a piece costs with all costs, above its payments. */
export function MoneyTab({ session }: { session: DocumentSession }) {
  const { server } = useSessionState(session);
  const has = (field: string) => listOf(server?.data[field]).length > 0;
  const isShown = has('entered') || has('applied') || (has('costs') && has('receipts'));
  const { data: purchase } = useQuery({
    queryKey: ['purchases', 'record', server?.id, server?.revision],
    queryFn: () => read('purchases/:id', { params: { id: Number(server?.id) } }),
    enabled: isShown,
    meta: { quiet: true },
  });
  return (
    <>
      {isShown && purchase && <LaterCosts {...{ purchase, session }} />}
      <SettlementsTab session={session} />
    </>
  );
}

function LaterCosts({ purchase, session }: { purchase: ReadPurchase; session: DocumentSession }) {
  const { t } = useTranslation();
  const can = useCan();
  const [taken, setTaken] = useState<number>();
  const mayTake = purchase.possible.includes('withdraw_cost') && can('purchases/apply_cost');
  return (
    <section className="flex max-w-3xl flex-col gap-2 px-4 pt-4">
      {laterCosts(purchase).length > 0 && <h2 className="font-semibold">{t('purchasing:later_costs')}</h2>}
      <CostList purchase={purchase} {...(mayTake ? { onTakeBack: setTaken } : {})} />
      <h2 className="pt-2 font-semibold">{t('purchasing:landed_price')}</h2>
      <LandedPrices purchase={purchase} />
      {taken !== undefined && <TakeBack {...{ session }} cost={taken} onClose={() => setTaken(undefined)} />}
    </section>
  );
}

interface CostListProps {
  readonly purchase: ReadPurchase;
  readonly onTakeBack?: (cost: number) => void;
}

/** Each later cost with its day, type and amount, and who is paid. */
export function CostList({ purchase, onTakeBack }: CostListProps) {
  const { t } = useTranslation();
  const entered = new Map((purchase.entered ?? []).map((later) => [later.cost.cost_id, later]));
  return (
    <ul className="flex flex-col">
      {laterCosts(purchase).map((cost) => (
        <li key={cost.cost_id} className="flex min-h-(--row-height) flex-wrap items-center gap-3 border-b border-edge">
          <Day value={entered.get(cost.cost_id)?.date ?? purchase.date} />
          <CostName cost={cost} landed={entered.get(cost.cost_id)?.landed_cost_fk} />
          {entered.get(cost.cost_id)?.rest_of_cost_id !== undefined && <span>{t('purchasing:rest_of_cost')}</span>}
          <span className="min-w-0 flex-1 truncate">
            {cost.supplier_fk === null ? (
              <ShownName field={ACCOUNT} value={cost.account_fk} line={{ account_fk: cost.account_fk }} />
            ) : (
              <ShownName field={SUPPLIER} value={cost.supplier_fk} line={{ supplier_fk: cost.supplier_fk }} />
            )}
          </span>
          <ShownName field={CURRENCY} value={cost.currency_fk} line={{ currency_fk: cost.currency_fk }} />
          <Amount value={cost.amount} />
          {onTakeBack && !isTaken(cost, purchase) && (
            <Button onClick={() => onTakeBack(cost.cost_id)}>{t('purchasing:take_back')}</Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The type of the cost; the part of a landed cost leads to it. */
function CostName({ cost, landed }: { cost: PurchaseCost; landed: number | undefined }) {
  const type = optionLabel('cost_type', cost.cost_type);
  if (landed === undefined) return <span>{type}</span>;
  return (
    <Link className={LINK} to={documentPath('landed_cost', landed) ?? '.'}>
      {type}
    </Link>
  );
}

/** What a base unit of each item cost, with all costs of the purchase, in the system currency. */
function LandedPrices({ purchase }: { purchase: ReadPurchase }) {
  const { t } = useTranslation();
  const came = purchase.receipts.at(-1)?.after ?? [];
  const isOpen = purchase.status !== 'closed';
  const waits = isOpen && purchase.lines.some((line) => receivedOf(line, came) < wholeOf(line));
  return (
    <>
      <ul className="flex flex-col">
        {[...itemCosts(purchase, purchase)].map(([item_fk, cost]) => {
          const price = unitCost(cost, quantity('1'));
          return (
            <li key={item_fk} className="flex min-h-(--row-height) items-center gap-3 border-b border-edge">
              <span className="min-w-0 flex-1 truncate">
                <ShownName field={ITEM} value={item_fk} line={{ item_fk }} />
              </span>
              <Amount value={price === undefined ? null : printMoney(price)} />
            </li>
          );
        })}
      </ul>
      {waits && <p className="text-ink-muted">{t('purchasing:waits_for_goods')}</p>}
    </>
  );
}

interface TakeBackProps {
  readonly session: DocumentSession;
  readonly cost: number;
  readonly onClose: () => void;
}

function TakeBack({ session, cost, onClose }: TakeBackProps) {
  const [typed, setTyped] = useState('');
  const reason = typed.trim();
  const body = { cost_id: cost, reason };
  return (
    <TransitionDialog {...{ session, onClose, body }} name="withdraw_cost" disabled={reason === ''} look="danger">
      <ReasonField value={typed} onChange={setTyped} autoFocus />
    </TransitionDialog>
  );
}
