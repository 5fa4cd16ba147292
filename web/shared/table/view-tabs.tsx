/** Tabs for two views of the same rows, each with its own address. */
import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

interface ViewTab {
  readonly name: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly search: Readonly<Record<string, boolean>>;
}

interface ViewTabsProps {
  readonly label: string;
  readonly to: string;
  readonly tabs: readonly ViewTab[];
  /** Name of the current one. */
  readonly shown: string;
}

export function ViewTabs({ label, to, tabs, shown }: ViewTabsProps) {
  return (
    <nav aria-label={label} className="no-print mx-4 mb-2 flex flex-wrap gap-1">
      {tabs.map(({ name, label, icon: Icon, search }) => (
        <Link
          key={name}
          to={to}
          search={search}
          activeOptions={{ exact: true }}
          aria-current={name === shown ? 'page' : undefined}
          className="inline-flex h-8 items-center gap-1.5 rounded-md px-3 whitespace-nowrap text-ink-muted hover:bg-surface-3 hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong"
        >
          <Icon size={15} aria-hidden />
          {label}
        </Link>
      ))}
    </nav>
  );
}
