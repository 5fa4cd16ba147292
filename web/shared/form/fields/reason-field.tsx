/** The reason of an action, stored in the history. */
import { useTranslation } from 'react-i18next';
import { TextField } from './text-field.tsx';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
  /** Without the hint, when the text above already explains the reason. */
  readonly unhinted?: boolean;
}

export function ReasonField({ value, onChange, autoFocus = false, unhinted = false }: ReasonFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('document:reason')}
      hint={unhinted ? undefined : t('document:reason_hint')}
      {...{ value, onChange, autoFocus }}
      maxLength={140}
      required
    />
  );
}
