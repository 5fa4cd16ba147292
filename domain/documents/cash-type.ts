/** The type of a cash account that holds notes and coins; banks and remittance accounts have others. */
export const CASH_BOX = 1;
