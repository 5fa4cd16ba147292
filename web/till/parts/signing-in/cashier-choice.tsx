/** Identifies a cashier: by a tile with the name or by a code, depending on the settings. */
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toLatinDigits } from '../../../shared/typing/digits.ts';
import type { TillIdentity } from '../../device/database-schema.ts';
import type { TillDevice } from '../../device/device.ts';
import { useWatched } from '../../device/use-watched.ts';
import { useTill } from '../till-context.tsx';

export type Who = { readonly id: number } | { readonly code: string };

const FIELD = 'h-12 w-full rounded-md border border-edge-strong bg-surface-1 px-3 text-base text-ink';

interface ChoiceProps {
  readonly device: TillDevice;
  readonly identity: TillIdentity;
  readonly who: Who | undefined;
  readonly onChoose: (who: Who | undefined) => void;
  /** A cashier who is excluded. */
  readonly besides?: number | undefined;
}

export function CashierChoice({ device, identity, who, onChoose, besides }: ChoiceProps) {
  const { t } = useTranslation();
  useWatched(device.catalogue.state);
  const network = useWatched(device.network);
  const group = useId();
  const cashiers = device.cashiers.list().filter(({ id }) => id !== besides);
  const only = identity.login_option !== 'code' && cashiers.length === 1 ? cashiers[0]?.id : undefined;
  const chooseOnly = useEffectEvent((id: number) => onChoose({ id }));
  useEffect(() => {
    if (only !== undefined) chooseOnly(only);
  }, [only]);
  if (identity.login_option === 'code') {
    return (
      <label className="flex flex-col gap-1 text-xs text-ink-muted">
        {t('sign_in.code')}
        <input
          dir="ltr"
          autoComplete="off"
          value={who && 'code' in who ? who.code : ''}
          onChange={(event) => onChoose(event.target.value ? { code: toLatinDigits(event.target.value) } : undefined)}
          className={FIELD}
        />
      </label>
    );
  }
  if (cashiers.length === 0)
    return (
      <p className="text-warning-ink">{t(besides === undefined ? 'selling:no_cashiers' : 'selling:no_supervisors')}</p>
    );
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-xs text-ink-muted">{t('sign_in.user')}</legend>
      <div className="-m-1 grid max-h-64 grid-cols-2 gap-2 overflow-y-auto p-1">
        {cashiers.map(({ id, name, offline }) => (
          <label
            key={id}
            data-cashier={id}
            className="flex min-h-14 cursor-pointer flex-col items-start justify-center gap-0.5 rounded-md border border-edge-strong/55 bg-surface-1 px-3 py-1.5 hover:bg-surface-2 has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              checked={who !== undefined && 'id' in who && who.id === id}
              onChange={() => onChoose({ id })}
              className="sr-only"
            />
            <bdi className="line-clamp-2 min-w-0 wrap-anywhere">{name}</bdi>
            {network === 'offline' && offline && (
              <span className="text-xs font-normal text-ink-muted">{t('selling:offline_right')}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The choice with its field, for a dialog of a signed-in cashier. */
export function useCashierChoice(besides: number): { readonly who: Who | undefined; readonly field: ReactNode } {
  const { device, identity } = useTill();
  const [who, setWho] = useState<Who>();
  return { who, field: <CashierChoice {...{ device, identity, who, besides }} onChoose={setWho} /> };
}
