/** The drawer page: open with a float, pay in and out, report, count blind, close; online or offline. */
import { ArrowDownToLine, ArrowUpFromLine, ClipboardList, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../shared/controls/amount.tsx';
import { isolateLtr } from '../../shared/typing/digits.ts';
import { type DrawerHere, isInUse, useOpenDrawer } from '../parts/open-drawer.ts';
import { TillButton } from '../parts/till-button.tsx';
import { CloseDrawer } from './close-drawer.tsx';
import { DrawerReport } from './drawer-report.tsx';
import { OpenDrawer } from './open-drawer-form.tsx';
import { PaidInOrOut } from './paid-in-or-out.tsx';

type Doing = 'pay_in' | 'pay_out' | 'report' | 'close';

export function DrawerPage() {
  const { t } = useTranslation();
  const drawer = useOpenDrawer();
  const [closed, setClosed] = useState<DrawerHere>();
  if (drawer === undefined) return null;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 overflow-y-auto p-4">
      {closed && (
        <>
          <h1 className="text-lg font-semibold">{t('selling:z_report', { number: isolateLtr(closed.number) })}</h1>
          <DrawerReport drawer={closed} isClosed />
          <TillButton onPress={() => setClosed(undefined)}>{t('selling:done')}</TillButton>
        </>
      )}
      {!closed && drawer === null && <OpenDrawer />}
      {!closed && drawer && <Opened drawer={drawer} onClosed={setClosed} />}
    </div>
  );
}

function Opened({ drawer, onClosed }: { drawer: DrawerHere; onClosed: (drawer: DrawerHere) => void }) {
  const { t } = useTranslation();
  const [chosen, setDoing] = useState<Doing>();
  // A counted drawer is closed before anything else.
  const doing = isInUse(drawer) ? chosen : 'close';
  const leave = () => setDoing(undefined);
  return (
    <>
      <h1 className="flex flex-wrap items-baseline gap-3 text-lg font-semibold" data-drawer>
        {t('selling:drawer_number', { number: isolateLtr(drawer.number) })}
        <span className="text-sm font-normal text-ink-muted">
          {t('selling:opened_at')} <Moment value={drawer.opened_at} />
        </span>
      </h1>
      <div className={`grid grid-cols-2 gap-2 sm:grid-cols-4 ${isInUse(drawer) ? '' : 'hidden'}`}>
        <Choice name="pay_in" icon={ArrowDownToLine} doing={doing} onChoose={setDoing} />
        <Choice name="pay_out" icon={ArrowUpFromLine} doing={doing} onChoose={setDoing} />
        <Choice name="report" icon={ClipboardList} doing={doing} onChoose={setDoing} />
        <Choice name="close" icon={LockKeyhole} doing={doing} onChoose={setDoing} />
      </div>
      {(doing === 'pay_in' || doing === 'pay_out') && (
        <PaidInOrOut key={doing} kind={doing} drawer={drawer} onDone={leave} />
      )}
      {doing === 'report' && <DrawerReport drawer={drawer} isClosed={false} />}
      {doing === 'close' && <CloseDrawer drawer={drawer} onClosed={onClosed} />}
    </>
  );
}

interface ChoiceProps {
  readonly name: Doing;
  readonly icon: typeof LockKeyhole;
  readonly doing: Doing | undefined;
  readonly onChoose: (doing: Doing) => void;
}

function Choice({ name, icon, doing, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <TillButton
      icon={icon}
      aria-pressed={doing === name}
      onPress={() => onChoose(name)}
      className="min-h-16 flex-col! gap-1! py-2 aria-pressed:border-accent aria-pressed:bg-accent-soft"
    >
      {t(`selling:drawer_actions.${name}`)}
    </TillButton>
  );
}
