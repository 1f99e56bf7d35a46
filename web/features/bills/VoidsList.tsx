import { Group, Text, Title } from '@mantine/core'
import { findDocumentType, formatVoidedDocumentName } from '@torniquete/contract/document-types.ts'
import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun, formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { addAmounts, formatMoney } from '@torniquete/contract/shared/money.ts'
import type { DocumentNumberGap, Void } from '@torniquete/contract/till/voids.ts'
import { useMemo } from 'react'
import { makeListExportLoaders } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { ListExportButtons } from '../../kit/ListExportButtons.tsx'
import { LoadError } from '../../kit/LoadError.tsx'
import { Money } from '../../kit/Money.tsx'
import type { Column, TableDefinition } from '../../kit/table-column.ts'
import { formatDateAndNameFilter } from './document-list-texts.ts'

export const useVoids = (filter: VoidsFilter) =>
  useEndpoint('voids.list', { query: { ...filter, page: 0, size_page: 1000 } })

/** Voids made on the filter's days, with skipped document numbers. Renders nothing if there are neither. */
export function VoidsList({ filter, zone }: { filter: VoidsFilter; zone: string }) {
  const query = useVoids(filter)
  const { start_date, end_date, user_name } = filter
  const list = useMemo(
    () => makeVoidsTableDefinition(zone, { start_date, end_date, user_name }),
    [zone, start_date, end_date, user_name],
  )
  if (!query.data) return <LoadError query={query} />
  const { items, total, gaps } = query.data
  return (
    <>
      {total > 0 && (
        <section aria-label={list.label}>
          <Group justify="space-between" mt="xl" mb="sm">
            <Title order={2} size="h3">
              {list.label}
            </Title>
            <ListExportButtons
              {...list}
              queries={[query]}
              total={total}
              {...makeListExportLoaders('voids', filter, ({ items }) => items)}
            />
          </Group>
          {total > items.length && (
            <Text size="sm" c="dimmed" mb="sm">
              Se muestran las {formatNumber(items.length)} más recientes de {formatNumber(total)}.
            </Text>
          )}
          <DataTable {...list} rows={items} query={query} place={{ page: 0, size: items.length, total }} />
        </section>
      )}
      {formatNumberGaps(gaps, zone).map((line) => (
        <Text key={line} size="sm" mt="md">
          {line}
        </Text>
      ))}
    </>
  )
}

const others: Partial<Record<DocumentNumberGap['kind'], string>> = {
  void: 'Anulaciones',
  shift: 'Cierres de caja',
  collection: 'Cobros de deudas',
}

const textOf = ({ kind, first, last }: DocumentNumberGap) =>
  `${others[kind] ?? findDocumentType(kind)?.plural ?? 'Documentos'} N.º ${formatNumber(first)} a ${formatNumber(last)}`

/** One line for each restored backup, with the document numbers skipped then: lost documents may have them on paper. */
export const formatNumberGaps = (gaps: readonly DocumentNumberGap[], zone: string): string[] =>
  [...new Set(gaps.map(({ copied_at }) => copied_at))].map((copy) => {
    const numbers = gaps.filter(({ copied_at }) => copied_at === copy).map(textOf)
    return `Restaurado de la copia de ${formatInstant(zone, copy)}. Números que no se usan: ${numbers.join('; ')}.`
  })

const voidColumns = (zone: string): Column<Void>[] => [
  { header: 'N.º', width: 92, cell: ({ number }) => number },
  { header: 'Fecha', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
  { header: 'Documento', folded: 'first', cell: formatVoidedDocumentName },
  { header: 'De', cell: ({ document }) => document.party },
  { header: 'Anuló', cell: ({ user }) => user.name },
  { header: 'Motivo', cell: ({ reason }) => reason },
  { header: 'Importe', align: 'right', folded: 'first', cell: ({ amount }) => <Money value={amount} /> },
]

/** Days on which the voids were made; `user_name` filters by the user who booked the voided document. */
interface VoidsFilter {
  user_name?: string | undefined
  start_date: string
  end_date: string
}

/** `3 anulaciones · de ventas $ 350.00 · de egresos $ 20.00`: voided income and voided expenses have separate sums. */
function sumOfVoids(voids: readonly Void[]): string {
  const told = (name: string, flow: 'in' | 'out' | undefined) => {
    const some = voids.filter(({ kind }) => findDocumentType(kind)?.flow === flow)
    return some.length > 0 && `${name} ${formatMoney(addAmounts(some.map(({ amount }) => amount)))}`
  }
  const parts = [
    formatCountWithNoun(voids.length, 'anulación', 'anulaciones'),
    told('de ventas', 'in'),
    told('de egresos', 'out'),
    told('de otros', undefined),
  ]
  return parts.filter(Boolean).join(' · ')
}

export const makeVoidsTableDefinition = (zone: string, filter: VoidsFilter): TableDefinition<Void> => ({
  label: 'Anulaciones',
  columns: voidColumns(zone),
  rowKey: ({ id }) => id,
  empty: 'No hay anulaciones',
  filter: formatDateAndNameFilter(filter, 'Trabajador', filter.user_name),
  sum: sumOfVoids,
})
