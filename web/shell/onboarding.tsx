/**
 * What a new business sets up, in the order in which one thing needs another. It is shown on the home page to whoever
 * may set up the business, until everything is done or they put it away.
 */
import { Link } from '@tanstack/react-router';
import { Check, Circle, X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useList } from '../shared/api/list.ts';
import { useRecord } from '../shared/api/record.ts';
import { IconButton } from '../shared/controls/button.tsx';
import { useCan, useMe } from '../shared/session/session.ts';

interface Step {
  /** `shell:onboarding.<name>` */
  readonly name: string;
  readonly path: string;
  readonly resource: string;
  /** Settings are done when they were changed; a list when it has more rows than the first start gave it. */
  readonly is: 'settings' | 'list';
  /** So many rows are there from the first start. */
  readonly fromTheStart?: number;
  /** Giving those another name will do as well. */
  readonly orRenamed?: true;
  /** Only rows of this status count. */
  readonly status?: string;
  /** A business may do without it. */
  readonly ifNeeded?: true;
}

const settings = (name: string, path: string, resource: string): Step => ({ name, path, resource, is: 'settings' });
const list = (name: string, path: string, resource: string, more: Partial<Step> = {}): Step => ({
  ...{ name, path, resource, is: 'list' },
  ...more,
});
const IF_NEEDED = { ifNeeded: true } as const;

const STEPS: readonly Step[] = [
  settings('profile', '/settings/system-profile', 'system_profiles'),
  settings('configuration', '/settings/system-configurations', 'system_settings'),
  list('rate', '/accounting/currency-rates', 'currency_rates', { fromTheStart: 1 }),
  list('outlets', '/settings/outlets', 'outlets', { fromTheStart: 1, orRenamed: true, ...IF_NEEDED }),
  list('inventories', '/settings/inventories', 'inventories', { fromTheStart: 1, orRenamed: true, ...IF_NEEDED }),
  list('cashes', '/accounting/cash-and-banks', 'cashes', { fromTheStart: 2 }),
  list('taxes', '/accounting/taxes', 'taxes', IF_NEEDED),
  list('units', '/settings/units', 'units', { fromTheStart: 2, ...IF_NEEDED }),
  list('categories', '/warehouse/categories', 'categories', IF_NEEDED),
  list('items', '/warehouse/items', 'items'),
  list('customers', '/customers/customers', 'customers'),
  list('suppliers', '/suppliers/suppliers', 'suppliers'),
  list('roles', '/roles-and-permissions', 'roles', IF_NEEDED),
  list('staff', '/staff', 'users', { fromTheStart: 1, ...IF_NEEDED }),
  list('opening', '/settings/opening-balance/accounting-opening-balance', 'opening_balances', { status: 'finished' }),
  list('first_purchase', '/purchases/purchases', 'purchases', { status: 'complete' }),
  list('first_sale', '/sales/sales', 'sales', { status: 'complete' }),
];

export function Onboarding() {
  const can = useCan();
  // Somebody else at this device may have more to do.
  const key = `daftar.onboarding_put_away.${useMe().user_id}`;
  const [away, setAway] = useState(() => localStorage.getItem(key) !== null);
  const putAway = useCallback(() => {
    localStorage.setItem(key, 'yes');
    setAway(true);
  }, [key]);
  if (away || !can('system_settings/update')) return null;
  return <Checklist onPutAway={putAway} />;
}

function Checklist({ onPutAway }: { onPutAway: () => void }) {
  const { t } = useTranslation();
  const can = useCan();
  const steps = STEPS.filter(({ resource, is }) => can(`${resource}/${is === 'settings' ? 'show' : 'index'}`));
  const done = steps.map(useIsDone);
  const isSetUp = steps.every((step, index) => done[index] || step.ifNeeded);
  // From then on nothing is asked for any more.
  useEffect(() => {
    if (isSetUp) onPutAway();
  }, [isSetUp, onPutAway]);
  // Nothing is shown before it is known that something is left.
  if (done.includes(undefined) || isSetUp) return null;
  const count = { done: String(done.filter(Boolean).length), all: String(steps.length) };
  return (
    <section className="mb-6 rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
      <div className="mb-2 flex items-center justify-between">
        <h2 className="text-base font-semibold">
          {t('onboarding.title')}
          <span className="ms-2 text-sm font-normal text-ink-muted">{t('onboarding.count', count)}</span>
        </h2>
        <IconButton icon={X} label={t('onboarding.put_away')} onClick={onPutAway} />
      </div>
      <ol className="grid gap-x-6 gap-y-1 md:grid-cols-2">
        {steps.map((step, index) => (
          <li key={step.name} className="flex items-center gap-2">
            {done[index] ? (
              <Check size={16} className="text-success-ink" aria-label={t('onboarding.done')} />
            ) : (
              <Circle size={16} className="text-ink-muted" aria-label={t('onboarding.left')} />
            )}
            <Link to={step.path} className="py-1 hover:text-accent hover:underline">
              {t(`onboarding.${step.name}`)}
            </Link>
            {step.ifNeeded && <span className="text-xs text-ink-muted">{t('onboarding.if_needed')}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Undefined while it is not known. Every step is asked the same, so that hooks are called in one order. */
function useIsDone({ resource, is, fromTheStart = 0, orRenamed, status }: Step): boolean | undefined {
  const isList = is === 'list';
  const { data: page } = useList(resource, { per_page: 10, ...(status ? { filter: { status } } : {}) }, isList);
  const { data: record } = useRecord(resource, isList ? undefined : 1);
  if (!isList) return record && record.revision > 0;
  const renamed = () => orRenamed === true && page?.data.some((row) => Number(row['revision']) > 0);
  return page && (page.total > fromTheStart || renamed());
}
