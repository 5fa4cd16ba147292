/**
 * The version of the set of stored events. It is raised with every new event type, with every step added to UPCASTS,
 * and when a new field of an event changes its postings or claims. A program refuses a log with a higher version than
 * its own, because it would skip or misread events. test/upgrades/event-types.json lists the types of each version: 1
 * is commit dbd0ce1; 2 added `event.set_aside` and `recalculation.commit_started`; 3 added outlets and rounding of
 * allocations, the rounded discount, payment reminders, till entries, `asset_sale`, `tax_payment` and the destination
 * of remittances; 4 added delivery zones and drivers of orders; 5 added
 * counting rounds and moments of the lines of a stock count; 6 added corrected rates of purchase orders and remittances,
 * and the corrected amounts of purchase returns; 7 added corrected rates of asset sales and capital transactions; 8
 * added amounts of receipts in the system currency that are posted as they are owed, and floats of drawers that do not
 * come from the safe; 9 added quotations and counting rounds that are open again when their draft was discarded; 10 added purchase
 * returns whose goods leave at what they cost in the books, and later costs of purchases with a day of their own, their
 * shares, and taking them back; 11 added prices of the bills of purchases, allowances of suppliers, what is left in the
 * books of a debt when its last part is settled, debts that are paid with money of another currency, returns in another
 * unit, batches that receipts, arrivals, refunds and returns to a supplier name, due days of documents on account, and
 * journals and remittances that settle foreign balances of own accounts at their value in the books; 12 added corrections
 * of batches, under whose names later documents take goods, held batches, open documents of the program before, opened
 * accounts of types and of holders of capital and in foreign currencies, the first day of a year, pieces with serial
 * numbers, and several batches of a line of a purchase or of opening stock; 13 added repayments of a payroll that other
 * outlets are owed, remittances that are received in another outlet or currency, in part, or not at all, settlements of
 * parties, and payments that are reversed on a later day; 14 added payments and corrections of payrolls by person, and
 * goods that are sold and not delivered, with the days of their deliveries and returns before these; 15 added worth at
 * the end of an asset in the currency of its purchase, several months of an asset in one depreciation, and revisions of
 * the life and the worth at the end of an asset; 16 added locked days, returns to a supplier whose credit is awaited,
 * the supplier's answer to them, and taking that back; receipts of a purchase, and returns of a sale transfer, that
 * are counted in another unit than the line, credits of tax that come back from the office, warranty claims, the sides
 * of a corrected rate of settlements, and fees of banks beside payments of customers and suppliers; 17 added assets that
 * are depreciated by declining balance, and advance payments on orders at a rate of their own, each open under its day,
 * with the corrected days of these; 18 added advance payments on orders with money of the other currency; 19 added landed
 * costs of several purchases, the parts that purchases take of them, and reversals of all money that is complete at once
 * and of advance payments on orders on a later day; 20 added charges for goods that were written off on their way, after
 * the write-off, and taking charges back; 21 added prepayments and deliveries of online orders with money of the other
 * currency, and purchases that are paid with it before their goods come.
 */
export const EVENTS_VERSION = 21;
