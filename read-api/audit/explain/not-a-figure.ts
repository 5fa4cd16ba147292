/** The answer to a name that no figure has. */
import { BadQuery, notValid } from '../../http/validation.ts';

export const notAFigure = (): BadQuery => new BadQuery([notValid('figure')]);
