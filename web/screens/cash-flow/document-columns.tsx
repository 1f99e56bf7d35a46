import { chargedColumn } from '../../features/bills/ChargedAmount.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import type { Column } from '../../kit/table-column.ts'
import type { ListTab } from '../../navigation/cash-flow-search.ts'
import { openColumn } from '../../navigation/link-columns.tsx'
import { type CashDocument, cashLists } from './cash-documents.ts'

/** Columns on screen, with fixed widths, and in print. */
export function documentColumns(tab: ListTab, zone: string): Column<CashDocument>[] {
  const plan: Column<CashDocument> = { header: 'Membresía', cell: ({ plan }) => plan }
  return [
    { header: 'N.º', width: 92, cell: ({ number }) => number },
    {
      header: 'Fecha',
      width: 'clamp(6.5rem, 14vw, 10.5rem)',
      cell: ({ at }) => <InstantText instant={at} zone={zone} />,
    },
    openColumn({
      header: cashLists[tab].party,
      from: '/cash-flow',
      textOf: ({ party }) => party,
      searchOf: ({ id }) => ({ bill: id }),
    }),
    { header: 'Trabajador', cell: ({ worker }) => worker },
    ...(tab === 'memberships' ? [plan] : []),
    chargedColumn('Total', ({ total }) => total, {
      partlyOf: ({ partly }) => partly,
      width: 'clamp(6.75rem, 12vw, 9rem)',
    }),
  ]
}
