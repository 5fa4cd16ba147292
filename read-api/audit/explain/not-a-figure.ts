/** The answer to a name that no figure has. */
import { BadQuery } from '../../http/validation.ts';

export const notAFigure = (): BadQuery => new BadQuery([{ field: 'figure', message: 'malformed_request' }]);
