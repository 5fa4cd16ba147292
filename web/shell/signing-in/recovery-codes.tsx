/** Ten recovery codes, shown once, to be copied or written down before continuing. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubmitButton } from './plain-field.tsx';

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
      className="flex flex-col gap-4"
    >
      <p className="text-ink-muted">{t('second_factor.keep_codes')}</p>
      <ul dir="ltr" className="numeric grid grid-cols-1 gap-y-1 rounded-md bg-surface-2 p-3 text-center">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => void copy()}
        className="h-8 rounded-md border border-edge-strong/55 hover:bg-surface-2"
      >
        {t(isCopied ? 'second_factor.copied' : 'second_factor.copy')}
      </button>
      <SubmitButton busy={false} label={t('second_factor.kept')} />
    </form>
  );
}
