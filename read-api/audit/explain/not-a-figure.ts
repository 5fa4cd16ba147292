/** The error for a reference that names no figure. */
import { BadQuery, notValid } from '../../http/validation.ts';

export const notAFigure = (): BadQuery => new BadQuery([notValid('figure')]);
