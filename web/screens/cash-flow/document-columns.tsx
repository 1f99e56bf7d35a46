import { localTime } from '@torniquete/contract/dates.ts'
import { ChargedAmount, voidedText } from '../../kit/ChargedAmount.tsx'
import type { ExcelColumn } from '../../kit/excel.ts'
import { InstantText } from '../../kit/InstantText.tsx'
import type { Column } from '../../kit/table-column.ts'
import { type CashDocument, listWords } from './cash-documents.ts'
import type { ListTab } from './cash-flow-search.ts'

/** The widths are fixed, so that columns stay where they are while rows come and go. */
export function documentColumns(tab: ListTab, zone: string): Column<CashDocument>[] {
  const columns: Column<CashDocument>[] = [
    { key: 'number', header: 'Número', width: 92, hideOnMobile: true, cell: ({ number }) => number },
    {
      key: 'at',
      header: 'Fecha',
      width: 'clamp(6.5rem, 14vw, 10.5rem)',
      cell: ({ at }) => <InstantText instant={at} zone={zone} />,
    },
    { key: 'party', header: listWords[tab].party, cell: ({ party }) => <span title={party}>{party}</span> },
    {
      key: 'worker',
      header: 'Trabajador',
      hideOnMobile: true,
      cell: ({ worker }) => <span title={worker}>{worker}</span>,
    },
    {
      key: 'total',
      header: 'Total',
      align: 'right',
      width: 'clamp(6.75rem, 12vw, 9rem)',
      cell: ({ total, voided }) => <ChargedAmount amount={total} voided={voided} />,
    },
  ]
  if (tab === 'memberships')
    columns.splice(4, 0, { key: 'plan', header: 'Membresía', hideOnMobile: true, cell: ({ plan }) => plan })
  return columns
}

export function excelColumns(tab: ListTab, zone: string): ExcelColumn<CashDocument>[] {
  const columns: ExcelColumn<CashDocument>[] = [
    { header: 'Número', type: 'number', value: ({ number }) => number },
    { header: 'Fecha', type: 'instant', width: 20, value: ({ at }) => localTime(zone, new Date(at)) },
    { header: listWords[tab].party, type: 'text', width: 32, value: ({ party }) => party },
    { header: 'Trabajador', type: 'text', width: 28, value: ({ worker }) => worker },
    { header: 'Total', type: 'money', width: 14, value: ({ total }) => total },
    { header: 'Estado', type: 'text', width: 12, value: ({ voided }) => (voided ? voidedText : null) },
  ]
  if (tab === 'memberships')
    columns.splice(4, 0, { header: 'Membresía', type: 'text', width: 24, value: ({ plan }) => plan })
  return columns
}
