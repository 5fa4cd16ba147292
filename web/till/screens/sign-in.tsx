/**
 * Sign-in at the till, online or offline: a name or code, and a PIN. Also the lock screen, where another cashier may
 * take over.
 */
import { LockKeyhole, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashierSession, SignInResult } from '../device/cashiers.ts';
import type { TillIdentity } from '../device/database-schema.ts';
import type { TillDevice } from '../device/device.ts';
import { useWatched } from '../device/use-watched.ts';
import { CashierChoice, type Who } from '../parts/signing-in/cashier-choice.tsx';
import { PinPad } from '../parts/signing-in/pin-pad.tsx';
import { signInSentence } from '../parts/signing-in/sign-in-sentence.ts';
import { Switches } from '../parts/switches.tsx';
import { TillButton } from '../parts/till-button.tsx';

interface SignInProps {
  readonly device: TillDevice;
  readonly identity: TillIdentity;
  /** The cashier who locked the till. */
  readonly locked: CashierSession | undefined;
}

export function SignIn({ device, identity, locked }: SignInProps) {
  const { t } = useTranslation();
  const network = useWatched(device.network);
  const [isTaking, setTaking] = useState(false);
  const [who, setWho] = useState<Who>();
  const [problem, setProblem] = useState<string>();
  const isUnlocking = locked !== undefined && !isTaking;
  const said = (result: SignInResult) =>
    setProblem(result.outcome === 'signed_in' ? undefined : signInSentence(result));
  const submit = async (pin: string) => {
    if (isUnlocking) said(await device.cashiers.unlock(pin));
    else if (who) said(await device.cashiers.signIn(who, pin));
  };
  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-4 overflow-y-auto p-4">
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-edge bg-surface-1 p-6 shadow-float">
        <h1 className="flex items-center gap-2 text-lg font-semibold">
          {isUnlocking && <LockKeyhole size={18} aria-hidden />}
          {isUnlocking ? t('selling:locked_by', { name: locked.cashier.name }) : t('selling:sign_in_title')}
        </h1>
        <p className="text-ink-muted">
          <bdi>{identity.till_name}</bdi> · <bdi>{identity.outlet_name}</bdi>
        </p>
        {network === 'offline' && <p className="text-warning-ink">{t('selling:sign_in_offline')}</p>}
        {!isUnlocking && <CashierChoice {...{ device, identity, who }} onChoose={setWho} />}
        <PinPad
          submit={t(isUnlocking ? 'selling:unlock' : 'sign_in.submit')}
          why={isUnlocking || who ? undefined : t('selling:why.nobody_chosen')}
          problem={problem}
          onPin={submit}
        />
        {locked && (
          <TillButton look="quiet" icon={Users} onPress={() => setTaking(!isTaking)}>
            {t(isTaking ? 'selling:back' : 'selling:take_over')}
          </TillButton>
        )}
      </div>
      <Switches />
    </main>
  );
}
