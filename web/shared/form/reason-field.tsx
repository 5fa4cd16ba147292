/** Why something is done, as its history will say. */
import { useTranslation } from 'react-i18next';
import { TextField } from './text-field.tsx';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
  /** Without what it is for, where the sentence above says so. */
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
