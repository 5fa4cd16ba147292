/** Templates of common roles for a new role. Permissions that the person does not hold are omitted. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../shared/api/read.ts';
import type { RecordData } from '../shared/api/record.ts';
import { Button } from '../shared/controls/button.tsx';
import { usePreferences } from '../shared/language/preferences.ts';
import { useCan } from '../shared/session/session.ts';

type RoleTemplate = Reads['roles/templates'][number];

export function RoleTemplates({ fill }: { fill: (data: RecordData) => void }) {
  const { t } = useTranslation();
  const can = useCan();
  const { language } = usePreferences();
  const [leftOut, setLeftOut] = useState(0);
  const { data = [] } = useQuery({
    queryKey: ['roles', 'templates'],
    queryFn: ({ signal }) => read('roles/templates', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const begin = ({ template: _, permissions, ...names }: RoleTemplate) => {
    const held = permissions.filter((permission) => can(permission));
    fill({ ...names, permissions: held });
    setLeftOut(permissions.length - held.length);
  };
  const nameOf = (template: RoleTemplate) =>
    language === 'en' ? template.role_name : template[`role_name_${language}`];
  return (
    <section data-role-templates className="rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
      <h2 className="text-base font-semibold">{t('people:templates')}</h2>
      <p className="mb-3 text-ink-muted">{t('people:templates_hint')}</p>
      <div className="flex flex-wrap gap-2">
        {data.map((template) => (
          <Button key={template.template} onClick={() => begin(template)}>
            {nameOf(template)}
          </Button>
        ))}
      </div>
      {leftOut > 0 && (
        <p role="status" className="mt-2 text-warning-ink">
          {t('people:templates_left_out', { count: leftOut })}
        </p>
      )}
    </section>
  );
}
