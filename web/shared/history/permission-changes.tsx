/** Permissions that a role gained and lost, in words and by resource. */
import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePermissionTree } from '../api/permission-tree.ts';
import { named } from '../form/fields/permission-choice.ts';

interface PermissionChangesProps {
  readonly granted: readonly string[];
  readonly taken: readonly string[];
}

export function PermissionChanges({ granted, taken }: PermissionChangesProps) {
  return (
    <div className="flex flex-col gap-0.5">
      <Permissions codes={granted} change="granted" />
      <Permissions codes={taken} change="taken" />
    </div>
  );
}

function Permissions({ codes, change }: { codes: readonly string[]; change: 'granted' | 'taken' }) {
  const { t } = useTranslation();
  const { data: tree = [] } = usePermissionTree();
  const Icon = change === 'granted' ? Plus : Minus;
  if (codes.length === 0) return null;
  return (
    <ul aria-label={t(`history:permissions.${change}`)} className="flex flex-col gap-0.5">
      {named(tree, codes).map(({ code, resource, actions }) => (
        <li key={code} className="flex items-baseline gap-1.5">
          <Icon size={11} aria-hidden className={change === 'granted' ? 'text-success-ink' : 'text-danger-ink'} />
          <span>
            <bdi className="font-medium">{resource}</bdi>
            {actions && <span className="text-ink-muted">: {actions.join(' · ')}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
