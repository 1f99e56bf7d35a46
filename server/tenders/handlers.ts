import type { DocumentKind } from '@torniquete/contract/documents.ts'
import { fail } from '@torniquete/contract/errors.ts'
import { may } from '@torniquete/contract/permissions.ts'
import type { RoleName } from '@torniquete/contract/roles.ts'
import { type DocumentRows, readDocument, standing } from '../db/documents.ts'
import { betweenOf } from '../db/time-range.ts'
import { expenses, named } from '../expenses/queries.ts'
import type { HandlersOf } from '../http/context.ts'
import { payments } from '../payments/queries.ts'
import { purchases } from '../purchases/queries.ts'
import { sales } from '../sales/queries.ts'
import { flowByKind, listTenders, sumsByKind } from './queries.ts'

const booked = {
  sale: { rows: sales, read: 'sales.read' },
  payment: { rows: payments, read: 'payments.read' },
  purchase: { rows: purchases, read: 'purchases.read' },
  expense: { rows: expenses, read: 'expenses.read' },
} as const satisfies Record<DocumentKind, { rows: DocumentRows; read: string }>

/** Whoever may see the document may see how it was paid. */
function rowsFor(role: RoleName, kind: DocumentKind): DocumentRows {
  const { rows, read } = booked[kind]
  return may(role, read) ? rows : fail('role.forbidden')
}

export const tendersHandlers: HandlersOf<'tenders'> = {
  'tenders.read': async ({ tx, gym, user, params: { document, id } }) => {
    const rows = rowsFor(user.role, document)
    const [found, tenders] = await Promise.all([readDocument(tx, gym, rows, id), listTenders(tx, gym, document, id)])
    return found ? tenders : fail('row.missing')
  },

  'tenders.of-list': ({ tx, gym, user, params: { document }, query, zone }) => {
    const rows = rowsFor(user.role, document)
    const { party_name, ...filter } = query
    const whose = document === 'expense' ? { besides: named(party_name) } : { partyName: party_name }
    return sumsByKind(tx, gym, document, standing(rows, gym, filter, { zone, ...whose }))
  },

  'tenders.flow': ({ tx, gym, query: { user_name, ...range }, zone }) =>
    flowByKind(tx, { gym, between: betweenOf(range, zone, false), seller: user_name }),
}
