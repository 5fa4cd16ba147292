/** Icons of the menu, and the entry that a screen belongs to. The menu itself is `menu-table.ts`. */
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
import {
  entriesOf,
  MENU,
  type MenuEntry,
  type MenuSection,
  permittedMenu,
  type SectionName,
} from '../../shared/navigation/menu-table.ts';
import { useCan, useMe } from '../../shared/session/session.ts';

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

/** A tile has the icon of its section, except items. */
export const TILE_ICONS: Readonly<Record<string, LucideIcon>> = { items: Package };

/** Keys of an entry's name: documents and reports use their common names. */
export function labelOf({ kind, name, isReport, hasOwnName }: MenuEntry): string {
  if (isReport) return `names:${name}`;
  return kind === undefined || hasOwnName ? `shell:menu.${name}` : `documents:${kind}.many`;
}
export const hintOf = ({ kind, name }: MenuEntry): string =>
  kind === undefined ? `shell:tiles.${name}` : `documents:${kind}.hint`;

/** The entries that the person may see, of the modules in use. */
export function useMenu(): readonly MenuSection[] {
  return permittedMenu(useCan(), useMe().system_settings);
}

/** The entry of the screen at an address: `/staff/payrolls` is not a page of `/staff`. */
export function entryAt(pathname: string): MenuEntry | undefined {
  const above = MENU.flatMap(entriesOf).filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return above.reduce<MenuEntry | undefined>(
    (nearest, menuEntry) => (nearest && nearest.path.length >= menuEntry.path.length ? nearest : menuEntry),
    undefined,
  );
}

/** Whether an address belongs to one of these entries, or is below one. */
export function isAmong(entries: readonly MenuEntry[], pathname: string): boolean {
  const here = entryAt(pathname)?.path;
  return entries.some(({ path }) => path === here);
}
