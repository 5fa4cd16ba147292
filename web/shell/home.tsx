/** Home: a tile for each part of the application that the person may use. */

import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { entriesOf } from '../shared/navigation/menu-table.ts';
import { usePathPart } from '../shared/session/address-parts.ts';
import { useCan, useMe } from '../shared/session/session.ts';
import { GoodsAlerts } from '../stock/goods-alerts.tsx';
import { WaitingReviews } from '../till/office/waiting-reviews.tsx';
import { BackupAge, useAgeIsAwaited } from './banners/backup-age.tsx';
import { hintOf, labelOf, SECTION_ICONS, TILE_ICONS, useMenu } from './menu/menu.ts';
import { TillTile } from './menu/till-link.tsx';
import { Onboarding } from './onboarding.tsx';
import { insidePath } from './signing-in/inside-path.ts';
import { useSignOut } from './signing-in/use-sign-out.tsx';
import { TodaysWork } from './todays-work.tsx';

const OnlyTill = lazy(() => import('./signing-in/only-till.tsx'));
/** A person with more permissions is no pure cashier, so the check for tills is not loaded. */
const OF_TILLS_AT_MOST = 60;
/** The row has its height before its alerts are loaded, so that the tiles below do not move. */
const MAY_BE_ALERTED = 'stocks/index##reports/expired_items##pos_sales/review##closing_drawers/review';

export function HomePage() {
  const { permissions } = useMe();
  const maySellOnly = permissions.includes('pos_sales/store') && permissions.length <= OF_TILLS_AT_MOST;
  return maySellOnly ? (
    <Suspense>
      <OnlyTill>
        <Tiles />
      </OnlyTill>
    </Suspense>
  ) : (
    <Tiles />
  );
}

function Tiles() {
  const { t } = useTranslation();
  const me = useMe();
  const can = useCan();
  const awaited = useAgeIsAwaited();
  const tiles = useMenu().flatMap((section) =>
    entriesOf(section)
      .filter((entry) => entry.tile)
      .map((entry) => ({ ...entry, icon: TILE_ICONS[entry.name] ?? SECTION_ICONS[section.name] })),
  );
  return (
    <div className="mx-auto max-w-5xl p-6">
      <h1 className="mb-1 text-xl font-semibold">{t('home.welcome', { name: me.user_name })}</h1>
      {/* It speaks of keys. */}
      <p className="mb-6 text-ink-muted pointer-coarse:hidden">{t('home.hint')}</p>
      <BackupAge />
      <Onboarding />
      {can(MAY_BE_ALERTED) && (
        <div className="mb-6 flex min-h-8 flex-wrap gap-2">
          <WaitingReviews />
          <GoodsAlerts />
        </div>
      )}
      <TodaysWork />
      <ul className={`grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4 ${awaited ? 'invisible' : ''}`}>
        {tiles.map(({ icon: Icon, ...tile }) => (
          <li key={tile.path}>
            <Link
              to={tile.path}
              className="group flex h-full flex-col gap-3 rounded-lg border border-edge bg-surface-1 p-4 shadow-card transition-colors hover:border-accent"
            >
              <span className="inline-flex size-9 items-center justify-center rounded-md bg-accent-soft text-accent-strong">
                <Icon size={18} aria-hidden />
              </span>
              <span>
                <span className="block text-base font-semibold">{t(labelOf(tile))}</span>
                <span className="text-xs text-ink-muted">{t(hintOf(tile))}</span>
              </span>
            </Link>
          </li>
        ))}
        <TillTile />
      </ul>
    </div>
  );
}

/** `/login/{redirect?}` for a signed-in person: returns to the requested page. */
export function AfterSignIn() {
  const redirect = usePathPart('redirect');
  const { history } = useRouter();
  useEffect(() => history.replace(insidePath(redirect, window.location.origin)), [history, redirect]);
  return null;
}

export function SignOutPage() {
  const navigate = useNavigate();
  const { leave, question } = useSignOut(useMe().user_id, () => void navigate({ to: '/' }));
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void leave();
  });
  return question;
}
