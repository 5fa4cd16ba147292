/** The tabs of a record's page: its form, its own tab, and its history. */
import { useTranslation } from 'react-i18next';

export type TabName = 'details' | 'own' | 'history';

interface TabsProps {
  readonly tabs: readonly TabName[];
  readonly tab: TabName;
  /** Key of the name of the record's own tab. */
  readonly own: string | undefined;
  readonly onTab: (tab: TabName) => void;
}

export function Tabs({ tabs, tab, own, onTab }: TabsProps) {
  const { t } = useTranslation();
  return (
    <div role="tablist" className="flex gap-1 border-b border-edge bg-surface-1 px-4">
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={tab === name}
          onClick={() => onTab(name)}
          className="-mb-px h-9 border-b-2 border-transparent px-3 text-ink-muted hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
        >
          {name === 'own' && own ? t(own) : t(`form:tabs.${name}`)}
        </button>
      ))}
    </div>
  );
}
