/** Names of the demonstration's people and firms. All of them are invented. */

export const CITIES: readonly string[] = ['Erbil', 'Sulaymaniyah', 'Baghdad', 'Duhok', 'Kirkuk', 'Mosul', 'Basra'];

const FIRST_NAMES = [
  ...['Azad', 'Shilan', 'Karwan', 'Hêvî', 'Dilan', 'Rebin', 'Nermin', 'Soran', 'Chra', 'Hawar', 'Lana', 'Zana'],
  ...['Ahmed', 'Zainab', 'Hassan', 'Noor', 'Ali', 'Maryam', 'Omar', 'Huda', 'Yousif', 'Sara', 'Kareem', 'Rana'],
];
const LAST_NAMES = [...['Aziz', 'Rasul', 'Hamid', 'Othman', 'Jabbar', 'Salih', 'Majeed', 'Kadhim', 'Fattah', 'Shukri']];

/** Every name once: first names go round while last names pass them. */
export function nameOf(number: number): string {
  const first = FIRST_NAMES[number % FIRST_NAMES.length] ?? '';
  const last = LAST_NAMES[(number + Math.floor(number / FIRST_NAMES.length)) % LAST_NAMES.length] ?? '';
  return `${first} ${last}`;
}

export const NAMES_COUNT = FIRST_NAMES.length * LAST_NAMES.length;

const FIRMS = ['Market', 'Bakery', 'Restaurant', 'Hotel', 'Pharmacy', 'Grocery', 'Café', 'School', 'Clinic', 'Bazaar'];

export const firmOf = (number: number): string =>
  `${nameOf(number * 7 + 3)} ${FIRMS[number % FIRMS.length] ?? ''} ${Math.floor(number / FIRMS.length) + 1}`;

export const SUPPLIERS: readonly string[] = [
  ...['Zagros Foods', 'Two Rivers Trading', 'Anadolu Export', 'Sepid Dairy', 'Canton Household', 'Northern Mills'],
  ...['Qandil Water', 'Babylon Paper', 'Citadel Cleaning', 'Silk Road Tea', 'Green Valley Oil', 'Mountain Honey'],
  ...['Rapid Transport', 'Gulf Customs Agents', 'City Electricity'],
];

export const EXPENSE_TYPES: readonly string[] = ['Electricity', 'Water', 'Internet', 'Fuel', 'Repairs', 'Advertising'];
export const INCOME_TYPES: readonly string[] = ['Shelf rent', 'Scrap sold'];
export const STOCKHOLDERS: readonly (readonly [string, string])[] = [
  ['Dilan Aziz', '60'],
  ['Ahmed Kadhim', '40'],
];
