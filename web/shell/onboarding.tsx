/**
 * The set-up steps of a new business before its first sale, in order of dependency. Shown on the home page of users who
 * may set up the business, until all are done or dismissed; each step links to its screen, which links back.
 */
import { Link } from '@tanstack/react-router';
import { Circle, X } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useList } from '../shared/api/list.ts';
import { useRecord } from '../shared/api/record.ts';
import { IconButton } from '../shared/controls/button.tsx';
import { useCan, useMe } from '../shared/session/session.ts';
import { goToStep } from './setting-up-state.ts';

const ZoneProposal = lazy(() => import('./banners/zone-proposal.tsx'));
const DemoOffer = lazy(() => import('./banners/demo-offer.tsx'));
/** Id of the super user, who owns the business. */
const OWNER = 1;

interface Step {
  /** `shell:onboarding.<name>` */
  readonly name: string;
  readonly path: string;
  readonly resource: string;
  /** A settings step is done after a change; a list step when it has more rows than at the first start. */
  readonly is: 'settings' | 'list';
  /** Number of rows from the first start. */
  readonly fromTheStart?: number;
  /** Renaming the initial rows also counts. */
  readonly orRenamed?: true;
  /** Counts only rows with this status. */
  readonly status?: string;
  /** A settings step that is done when this field is set. */
  readonly field?: string;
  /** The step is optional. */
  readonly ifNeeded?: true;
}

const settings = (name: string, path: string, resource: string, more: Partial<Step> = {}): Step => ({
  name,
  path,
  resource,
  is: 'settings',
  ...more,
});
const list = (name: string, path: string, resource: string, more: Partial<Step> = {}): Step => ({
  name,
  path,
  resource,
  is: 'list',
  ...more,
});
const IF_NEEDED = { ifNeeded: true } as const;

const STEPS: readonly Step[] = [
  settings('profile', '/settings/system-profile', 'system_profiles'),
  settings('time_zone', '/settings/system-configurations', 'system_settings', { field: 'time_zone' }),
  // The first outlet itself: its list would offer to add a second one.
  list('outlets', '/settings/outlets/1', 'outlets', { fromTheStart: 1, orRenamed: true }),
  list('rate', '/accounting/currency-rates', 'currency_rates'),
  list('items', '/warehouse/items', 'items'),
  settings('first_day', '/settings/opening-balance/moving-in', 'financial_years', IF_NEEDED),
  list('opening', '/settings/opening-balance/inventory-opening-balance', 'opening_balances', { status: 'finished' }),
  list('first_purchase', '/purchases/purchases', 'purchases', { status: 'complete', ...IF_NEEDED }),
  list('staff', '/staff', 'users', { fromTheStart: 1, ...IF_NEEDED }),
  list('till', '/settings/pos', 'tills', IF_NEEDED),
  list('first_sale', '/sales/sales', 'sales', { status: 'complete' }),
];

export function Onboarding() {
  const can = useCan();
  // Stored for each person, because people on one device have different tasks.
  const key = `daftar.onboarding_put_away.${useMe().user_id}`;
  useEffect(() => goToStep(undefined), []);
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
  const { user_id } = useMe();
  const can = useCan();
  const steps = STEPS.filter(({ resource, is }) => can(`${resource}/${is === 'settings' ? 'show' : 'index'}`));
  const done = steps.map(useIsDone);
  const isSetUp = steps.every((step, index) => done[index] || step.ifNeeded);
  const isKnown = !done.includes(undefined);
  const begun = `daftar.onboarding_begun.${user_id}`;
  // Whoever has not set it up here is told nothing, and nothing is requested after that.
  useEffect(() => {
    if (isKnown && !isSetUp) localStorage.setItem(begun, 'yes');
    if (isSetUp && localStorage.getItem(begun) === null) onPutAway();
  }, [isKnown, isSetUp, begun, onPutAway]);
  // Hidden until it is known that a step is left.
  if (!isKnown) return null;
  if (isSetUp) return localStorage.getItem(begun) === null ? null : <WhatIsNext {...{ steps, done, onPutAway }} />;
  // Done steps are counted and hidden.
  const left = steps.filter((_, index) => !done[index]);
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
      <ol className="flex flex-col">
        {left.map((step) => (
          <li key={step.name} className="flex items-start gap-2 py-1">
            <Circle size={16} className="mt-1 shrink-0 text-ink-muted" aria-label={t('onboarding.left')} />
            <span>
              <Link
                to={step.path}
                onClick={() => goToStep(step.name)}
                className="font-medium hover:text-accent hover:underline"
              >
                {t(`onboarding.${step.name}`)}
              </Link>
              {step.ifNeeded && <span className="ms-2 text-xs text-ink-muted">{t('onboarding.if_needed')}</span>}
              <span className="block text-xs text-ink-muted">{t(`onboarding.hints.${step.name}`)}</span>
              {step.field === 'time_zone' && (
                <Suspense>
                  <ZoneProposal />
                </Suspense>
              )}
            </span>
          </li>
        ))}
      </ol>
      {user_id === OWNER && (
        <Suspense>
          <DemoOffer isEmpty={!done[steps.findIndex(({ name }) => name === 'items')]} />
        </Suspense>
      )}
    </section>
  );
}

interface WhatIsNextProps {
  readonly steps: readonly Step[];
  readonly done: readonly (boolean | undefined)[];
  readonly onPutAway: () => void;
}

/** At the end of the list: what a business of this kind needs next, and when this notice is put away. */
function WhatIsNext({ steps, done, onPutAway }: WhatIsNextProps) {
  const { t } = useTranslation();
  const left = steps.filter((_, index) => !done[index]);
  return (
    <section
      aria-label={t('onboarding.done')}
      className="mb-6 rounded-lg border border-edge bg-surface-1 p-4 shadow-card"
    >
      <div className="flex items-center justify-between">
        <h2 className="text-base font-semibold">{t('onboarding.done')}</h2>
        <IconButton icon={X} label={t('onboarding.put_away')} onClick={onPutAway} />
      </div>
      {left.length > 0 && (
        <>
          <p className="mb-1 text-ink-muted">{t('onboarding.next')}</p>
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {left.map(({ name, path }) => (
              <li key={name}>
                <Link to={path} onClick={() => goToStep(name)} className="hover:text-accent hover:underline">
                  {t(`onboarding.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-2 text-ink-muted">{t('onboarding.backup')}</p>
    </section>
  );
}

/** Undefined while loading. Every step calls the same hooks, because their order must not change. */
function useIsDone({ resource, is, fromTheStart = 0, orRenamed, status, field }: Step): boolean | undefined {
  const isList = is === 'list';
  const { data: page } = useList(resource, { per_page: 10, ...(status ? { filter: { status } } : {}) }, isList);
  const { data: record } = useRecord(resource, isList ? undefined : 1);
  if (!isList) return record && (field === undefined ? record.revision > 0 : Boolean(record[field]));
  const renamed = () => orRenamed === true && page?.data.some((row) => Number(row['revision']) > 0);
  return page && (page.total > fromTheStart || renamed());
}
