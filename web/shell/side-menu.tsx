/** The side menu: sections that fold, or a narrow strip of symbols when it is closed. */
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronRight, House, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../shared/controls/button.tsx';
import { useCan } from '../shared/session/session.ts';
import { Mark } from './brand.tsx';
import { type MenuSection, permittedMenu } from './menu.ts';

export function SideMenu({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const sections = permittedMenu(useCan());
  return (
    <nav
      aria-label={t('menu.label')}
      className={`no-print flex shrink-0 flex-col border-e border-edge bg-surface-1 transition-[width] duration-150 ${open ? 'w-56' : 'w-13'}`}
    >
      <div
        className={`flex h-12 items-center border-b border-edge ${open ? 'justify-between ps-3 pe-2' : 'justify-center'}`}
      >
        {open && (
          <Link to="/" className="flex items-center gap-2 font-semibold">
            <Mark size={24} />
            <span className="text-lg">{t('product')}</span>
          </Link>
        )}
        <IconButton
          icon={open ? PanelLeftClose : PanelLeftOpen}
          label={t(open ? 'menu.close' : 'menu.open')}
          mirror
          onClick={onToggle}
        />
      </div>
      <div className="flex-1 overflow-y-auto p-2">
        <ul className="flex flex-col gap-0.5">
          <li>
            <Link to="/" activeOptions={{ exact: true }} title={t('home.title')} className={LINE} activeProps={ACTIVE}>
              <House size={16} aria-hidden className="shrink-0" />
              <span className={open ? '' : 'sr-only'}>{t('home.title')}</span>
            </Link>
          </li>
          {sections.map((section) => (
            <Section key={section.name} section={section} menuOpen={open} onOpenMenu={onToggle} />
          ))}
        </ul>
      </div>
    </nav>
  );
}

const LINE = 'flex h-8 w-full items-center gap-2.5 rounded-md px-2.5 text-ink-muted hover:bg-surface-2 hover:text-ink';
const ACTIVE = { className: 'bg-accent-soft! text-accent-strong! font-medium', 'aria-current': 'page' as const };

interface SectionProps {
  readonly section: MenuSection;
  readonly menuOpen: boolean;
  readonly onOpenMenu: () => void;
}

function Section({ section, menuOpen, onOpenMenu }: SectionProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const current = section.entries.some((entry) => pathname === entry.path || pathname.startsWith(`${entry.path}/`));
  const [unfolded, setUnfolded] = useState<boolean>();
  const shown = menuOpen && (unfolded ?? current);
  const Icon = section.icon;
  const label = t(`menu.${section.name}`);
  const press = () => {
    if (!menuOpen) onOpenMenu();
    setUnfolded(menuOpen ? !shown : true);
  };
  return (
    <li>
      <button
        type="button"
        aria-expanded={shown}
        title={menuOpen ? undefined : label}
        onClick={press}
        className={`${LINE} ${current ? 'text-ink' : ''}`}
      >
        <Icon size={16} aria-hidden className={`shrink-0 ${current ? 'text-accent' : ''}`} />
        <span className={menuOpen ? 'flex-1 text-start' : 'sr-only'}>{label}</span>
        {menuOpen && (
          <span className="mirror">
            <ChevronRight size={14} aria-hidden className={`transition-transform ${shown ? 'rotate-90' : ''}`} />
          </span>
        )}
      </button>
      {shown && (
        <ul className="my-0.5 ms-4.5 flex flex-col gap-0.5 border-s border-edge ps-2">
          {section.entries.map((entry) => (
            <li key={entry.path}>
              <Link to={entry.path} className={LINE} activeProps={ACTIVE}>
                {t(`menu.${entry.name}`)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
