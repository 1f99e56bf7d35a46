import { makeChoiceParam } from './search-values.ts'

/** Which received receipts the list shows. */
export const receivedChoices = makeChoiceParam({ open: 'Por registrar', all: 'Todos' }, 'open')
