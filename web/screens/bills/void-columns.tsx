import { documentOf } from '@torniquete/contract/documents.ts'
import type { Void } from '@torniquete/contract/voids.ts'
import { InstantText } from '../../kit/InstantText.tsx'
import { Money } from '../../kit/Money.tsx'
import type { Column } from '../../kit/table-column.ts'

export const documentName = ({ kind, document }: Void) =>
  `${documentOf[kind]?.title ?? 'Documento'} N.º ${document.number}`

export function voidColumns(zone: string): Column<Void>[] {
  return [
    { key: 'number', header: 'Número', width: 92, cell: ({ number }) => number },
    { key: 'at', header: 'Fecha', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
    { key: 'document', header: 'Documento', folded: 'first', cell: documentName },
    { key: 'party', header: 'De', cell: ({ document }) => document.party },
    { key: 'user', header: 'Anuló', cell: ({ user }) => user.name },
    { key: 'reason', header: 'Motivo', cell: ({ reason }) => reason },
    {
      key: 'amount',
      header: 'Importe',
      align: 'right',
      folded: 'first',
      cell: ({ amount }) => <Money value={amount} />,
    },
  ]
}
