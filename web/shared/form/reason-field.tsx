/** Why something is done, as its history will say. */
import { useTranslation } from 'react-i18next';
import { TextField } from './text-field.tsx';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
}

export function ReasonField({ value, onChange, autoFocus = false }: ReasonFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('document:reason')}
      hint={t('document:reason_hint')}
      {...{ value, onChange, autoFocus }}
      maxLength={140}
      required
    />
  );
}
