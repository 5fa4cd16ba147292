/**
 * The side menu: sections of the specification (section 2) with the screens that exist. An entry is shown to
 * whoever holds its permission; a section without a permitted entry is not shown. The palette and the tiles of
 * the home page read the same table. Labels are `shell:menu.<name>`.
 */
import {
  BookOpen,
  Boxes,
  ChartColumn,
  type LucideIcon,
  Package,
  Receipt,
  Settings2,
  ShoppingCart,
  Truck,
  Users,
} from 'lucide-react';

export interface MenuEntry {
  readonly name: string;
  readonly path: string;
  readonly permission: string;
  /** Shown as a tile on the home page. */
  readonly tile?: boolean;
}

export interface MenuSection {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly entries: readonly MenuEntry[];
}

export const MENU: readonly MenuSection[] = [
  { name: 'sales', icon: Receipt, entries: [] },
  {
    name: 'customers',
    icon: Users,
    entries: [{ name: 'customers', path: '/customers/customers', permission: 'customers/index', tile: true }],
  },
  {
    name: 'warehouse',
    icon: Boxes,
    entries: [
      { name: 'items', path: '/warehouse/items', permission: 'items/index', tile: true },
      { name: 'categories', path: '/warehouse/categories', permission: 'categories/index' },
      { name: 'brands', path: '/settings/brands', permission: 'brands/index' },
      { name: 'units', path: '/settings/units', permission: 'units/index' },
    ],
  },
  { name: 'purchases', icon: ShoppingCart, entries: [] },
  {
    name: 'suppliers',
    icon: Truck,
    entries: [{ name: 'suppliers', path: '/suppliers/suppliers', permission: 'suppliers/index', tile: true }],
  },
  {
    name: 'accounting',
    icon: BookOpen,
    entries: [
      { name: 'cashes', path: '/accounting/cash-and-banks', permission: 'cashes/index', tile: true },
      { name: 'currency_rates', path: '/accounting/currency-rates', permission: 'currency_rates/index' },
      { name: 'taxes', path: '/accounting/taxes', permission: 'taxes/index' },
    ],
  },
  { name: 'reports', icon: ChartColumn, entries: [] },
  {
    name: 'preferences',
    icon: Settings2,
    entries: [
      { name: 'outlets', path: '/settings/outlets', permission: 'outlets/index' },
      { name: 'inventories', path: '/settings/inventories', permission: 'inventories/index' },
      { name: 'cities', path: '/settings/cities', permission: 'cities/index' },
    ],
  },
];

/** The icon of a tile is that of its section; goods have one of their own. */
export const TILE_ICONS: Readonly<Record<string, LucideIcon>> = { items: Package };

/** The sections and entries that a person may see. */
export function permittedMenu(can: (permission: string) => boolean): readonly MenuSection[] {
  return MENU.map((section) => ({
    ...section,
    entries: section.entries.filter((entry) => can(entry.permission)),
  })).filter((section) => section.entries.length > 0);
}
