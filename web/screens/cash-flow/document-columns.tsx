import { ChargedAmount } from '../../features/bills/ChargedAmount.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import type { Column } from '../../kit/table-column.ts'
import type { ListTab } from '../../navigation/cash-flow-search.ts'
import { opening } from '../../navigation/opening.ts'
import { type CashDocument, cashLists } from './cash-documents.ts'

function PartyCell({ id, number, party }: CashDocument) {
  return (
    <RowLink
      from="/cash-flow"
      search={(before) => ({ ...before, bill: id })}
      aria-label={`${party}: factura N.º ${number}`}
      {...opening}
    >
      {party}
    </RowLink>
  )
}

/** On screen, where the widths are fixed so that columns stay while rows come and go, as on paper. */
export function documentColumns(tab: ListTab, zone: string): Column<CashDocument>[] {
  const plan: Column<CashDocument> = { key: 'plan', header: 'Membresía', cell: ({ plan }) => plan }
  return [
    { key: 'number', header: 'Número', width: 92, cell: ({ number }) => number },
    {
      key: 'at',
      header: 'Fecha',
      width: 'clamp(6.5rem, 14vw, 10.5rem)',
      cell: ({ at }) => <InstantText instant={at} zone={zone} />,
    },
    {
      key: 'party',
      header: cashLists[tab].party,
      folded: 'first',
      cell: (row) => <PartyCell {...row} />,
      paper: ({ party }) => party,
    },
    { key: 'worker', header: 'Trabajador', cell: ({ worker }) => worker },
    ...(tab === 'memberships' ? [plan] : []),
    {
      key: 'total',
      header: 'Total',
      align: 'right',
      folded: 'first',
      width: 'clamp(6.75rem, 12vw, 9rem)',
      cell: ({ total, voided }) => <ChargedAmount amount={total} voided={voided} />,
    },
  ]
}
