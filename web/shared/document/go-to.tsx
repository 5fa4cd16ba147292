/** A button beside the transitions of a document that leads to a following document. */
import { useNavigate } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';

interface GoToProps {
  readonly icon: LucideIcon;
  /** Key of its text. */
  readonly label: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, number>>;
}

export function GoTo({ icon, label, to, search = {} }: GoToProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Button icon={icon} onClick={() => void navigate({ to, search })}>
      {t(label)}
    </Button>
  );
}
