import { Badge } from '@mantine/core'
import { localTime, showDay } from '@torniquete/contract/dates.ts'
import type { ExcelColumn } from '../../kit/excel.ts'
import { Money } from '../../kit/Money.tsx'
import type { Column } from '../../kit/table-column.ts'
import { type CashDocument, listWords, voidedText } from './cash-documents.ts'
import classes from './cash-flow.module.css'
import type { ListTab } from './cash-flow-search.ts'

function At({ instant, zone }: { instant: string; zone: string }) {
  const [day = '', time = ''] = localTime(zone, new Date(instant)).split(' ')
  return (
    <time dateTime={instant} className={classes.time}>
      <span>{showDay(day)}</span> <span>{time.slice(0, 5)}</span>
    </time>
  )
}

function Total({ document }: { document: CashDocument }) {
  if (!document.voided) return <Money value={document.total} />
  return (
    <span className={classes.total}>
      <Badge component="span" size="sm" variant="light" color="red" radius="sm">
        {voidedText}
      </Badge>
      <s data-voided>
        <Money value={document.total} />
      </s>
    </span>
  )
}

/** The widths are fixed, so that columns stay where they are while rows come and go. */
export function documentColumns(tab: ListTab, zone: string): Column<CashDocument>[] {
  const columns: Column<CashDocument>[] = [
    { key: 'number', header: 'Número', width: 92, hideOnMobile: true, cell: ({ number }) => number },
    {
      key: 'at',
      header: 'Fecha',
      width: 'clamp(6.5rem, 14vw, 10.5rem)',
      cell: ({ at }) => <At instant={at} zone={zone} />,
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
      cell: (document) => <Total document={document} />,
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
