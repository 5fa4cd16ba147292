/** What the shell adds to the menu: symbols, and which part of it a screen belongs to. The menu itself is `menu-table.ts`. */
import {
  BookOpen,
  Boxes,
  ChartColumn,
  Gauge,
  IdCard,
  type LucideIcon,
  Package,
  Receipt,
  Settings2,
  ShoppingCart,
  Truck,
  Users,
} from 'lucide-react';
import { useCan, useMe } from '../shared/session/session.ts';
import { entriesOf, MENU, type MenuEntry, type MenuSection, permittedMenu, type SectionName } from './menu-table.ts';

export const SECTION_ICONS: Readonly<Record<SectionName, LucideIcon>> = {
  dashboard: Gauge,
  sales: Receipt,
  customers: Users,
  warehouse: Boxes,
  purchases: ShoppingCart,
  suppliers: Truck,
  accounting: BookOpen,
  reports: ChartColumn,
  staff: IdCard,
  preferences: Settings2,
};

/** The icon of a tile is that of its section; goods have one of their own. */
export const TILE_ICONS: Readonly<Record<string, LucideIcon>> = { items: Package };

/** Keys of the words of an entry: documents and reports are called there as everywhere. */
export function labelOf({ kind, name, isReport, hasOwnName }: MenuEntry): string {
  if (isReport) return `names:${name}`;
  return kind === undefined || hasOwnName ? `shell:menu.${name}` : `documents:${kind}.many`;
}
export const hintOf = ({ kind, name }: MenuEntry): string =>
  kind === undefined ? `shell:tiles.${name}` : `documents:${kind}.hint`;

/** What the person may see, of the modules that the business uses. */
export function useMenu(): readonly MenuSection[] {
  return permittedMenu(useCan(), useMe().system_settings);
}

/** The entry that the screen at an address belongs to: `/staff/payrolls` is not a page of `/staff`. */
function entryAt(pathname: string): MenuEntry | undefined {
  const above = MENU.flatMap(entriesOf).filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return above.reduce<MenuEntry | undefined>(
    (nearest, menuEntry) => (nearest && nearest.path.length >= menuEntry.path.length ? nearest : menuEntry),
    undefined,
  );
}

/** Whether the screen at an address is one of these, or below one of them. */
export function isAmong(entries: readonly MenuEntry[], pathname: string): boolean {
  const here = entryAt(pathname)?.path;
  return entries.some(({ path }) => path === here);
}
