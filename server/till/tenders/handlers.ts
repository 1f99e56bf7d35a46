import { type DocumentKind, findDocumentType } from '@torniquete/contract/document-types.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { toDayRange } from '../../platform/db/day-sums.ts'
import {
  type DocumentTable,
  getDocumentTable,
  readDocument,
  selectValidDocuments,
} from '../../platform/db/document-lists.ts'
import { toTimeRange } from '../../platform/db/time-range.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { listDaySumsByPaymentKind, listFlowByPaymentKind, listSumsByPaymentKind, listTenders } from './queries.ts'

/** Returns the rows of a document kind if the role may see such documents, otherwise fails. */
function rowsFor(role: RoleName, kind: DocumentKind): DocumentTable {
  const area = findDocumentType(kind)?.area
  return area && isCallAllowed(role, `${area}.read`) ? getDocumentTable(kind) : throwError('role.forbidden')
}

export const tendersHandlers: AreaHandlers<'tenders'> = {
  'tenders.read': async ({ tx, gym, user, params: { document, id } }) => {
    const rows = rowsFor(user.role, document)
    const [found, tenders] = await Promise.all([readDocument(tx, gym, rows, id), listTenders(tx, gym, document, id)])
    return found ? tenders : throwError('row.missing')
  },

  'tenders.of-list': ({ tx, gym, user, params: { document }, query, zone }) => {
    const rows = rowsFor(user.role, document)
    const { party_name, ...filter } = query
    const documents = selectValidDocuments(rows, gym, filter, { zone, partyName: party_name })
    if (party_name?.trim() || query.include_time) return listSumsByPaymentKind(tx, gym, document, documents)
    return listDaySumsByPaymentKind(tx, document, documents, {
      gym,
      days: toDayRange(query, zone),
      between: toTimeRange(query, zone, false),
      seller: query.user_name,
    })
  },

  'tenders.flow': ({ tx, gym, query: { user_name, ...range }, zone }) =>
    listFlowByPaymentKind(tx, {
      gym,
      days: toDayRange(range, zone),
      between: toTimeRange(range, zone, false),
      seller: user_name,
    }),
}
