/** The declarations of all records; `records.ts` adds the rules of authority to users and roles. */
import type { Static } from 'typebox';
import { assetType } from '../assets/asset-type.record.ts';
import { fixedAsset } from '../assets/fixed-asset.record.ts';
import { cash } from '../cash/cash.record.ts';
import { expenseType } from '../cash/expense-type.record.ts';
import { incomeType } from '../cash/income-type.record.ts';
import { brand } from '../catalogue/brand.record.ts';
import { category } from '../catalogue/category.record.ts';
import { item } from '../catalogue/item.record.ts';
import { pricingProfile } from '../catalogue/pricing-profile.record.ts';
import { tax } from '../catalogue/tax.record.ts';
import { unit } from '../catalogue/unit.record.ts';
import { stockholder } from '../equity/stockholder.record.ts';
import { ledgerAccount } from '../ledger/ledger-account.record.ts';
import { oldAccount } from '../ledger/old-account.record.ts';
import { periodLock } from '../ledger/period-lock.record.ts';
import { appSetting } from '../mobile/app-setting.record.ts';
import { deliveryZone } from '../mobile/delivery-zone.record.ts';
import { mobileSection } from '../mobile/mobile-section.record.ts';
import { onlineCustomer } from '../mobile/online-customer.record.ts';
import { sliderImage } from '../mobile/slider-image.record.ts';
import { currency } from '../organisation/currency.record.ts';
import { currencyRate } from '../organisation/currency-rate.record.ts';
import { financialYear } from '../organisation/financial-year.record.ts';
import { outlet } from '../organisation/outlet.record.ts';
import { printTemplate } from '../organisation/print-template.record.ts';
import { systemProfile } from '../organisation/system-profile.record.ts';
import { city } from '../parties/city.record.ts';
import { country } from '../parties/country.record.ts';
import { customer } from '../parties/customer.record.ts';
import { customerGroup } from '../parties/customer-group.record.ts';
import { supplier } from '../parties/supplier.record.ts';
import { role } from '../people/role.record.ts';
import { till } from '../people/till.record.ts';
import { user } from '../people/user.record.ts';
import type { RecordDeclaration } from '../records/record.ts';
import { salesman } from '../sales/commission/salesman.record.ts';
import { orderCancellationMessage } from '../sales/orders/order-cancellation-message.record.ts';
import { promotion } from '../sales/promotion.record.ts';
import type { DeepReadonly } from '../schemas/checked.schema.ts';
import { inventory } from '../stock/inventory.record.ts';
import { collection } from '../stock/making/collection.record.ts';
import { mixture } from '../stock/making/mixture.record.ts';
import { rawMaterial } from '../stock/making/raw-material.record.ts';
import { tillSetting } from '../till/till-setting.record.ts';
import { systemSetting } from './system-setting.record.ts';

const declared = [
  currency,
  currencyRate,
  systemSetting,
  systemProfile,
  printTemplate,
  financialYear,
  outlet,
  inventory,
  cash,
  city,
  country,
  unit,
  brand,
  category,
  tax,
  pricingProfile,
  item,
  rawMaterial,
  mixture,
  collection,
  customerGroup,
  customer,
  supplier,
  salesman,
  stockholder,
  assetType,
  fixedAsset,
  promotion,
  onlineCustomer,
  deliveryZone,
  mobileSection,
  sliderImage,
  appSetting,
  orderCancellationMessage,
  expenseType,
  incomeType,
  ledgerAccount,
  oldAccount,
  role,
  user,
  till,
  tillSetting,
  periodLock,
] as const;
export const declaredRecords: readonly RecordDeclaration[] = declared;

/** The body of each record by its resource: what `POST customers` takes. */
export type RecordBodies = {
  readonly [Record in (typeof declared)[number] as Record['resource']]: DeepReadonly<Static<Record['schema']>>;
};
