import { SimpleGrid, Text } from '@mantine/core'
import { documentTexts } from '@torniquete/contract/documents.ts'
import type { CashFlow } from '@torniquete/contract/reports/statistics.ts'
import { showMoney, sumToCents } from '@torniquete/contract/shared/money.ts'
import { debtLines } from '@torniquete/contract/till/tender-words.ts'
import type { KindFlow } from '@torniquete/contract/till/tenders.ts'
import { flowLines } from '../../features/paying/kind-sums.ts'
import { AmountList, FigureCard } from '../../kit/FigureCard.tsx'
import { LoadError } from '../../kit/LoadError.tsx'
import { missingText, type TableQuery } from '../../kit/table-column.ts'
import type { CashFlowSearch } from '../../navigation/cash-flow-search.ts'
import { useFlow, useSummary } from './cash-documents.ts'

const noSummary = {
  name: 'No se pudo cargar el resumen',
  message: 'Los totales no se muestran porque falta una parte.',
}

interface Figure {
  title: string
  /** Decimal texts, null while loading. */
  amounts: readonly { label: string; value: string | null }[]
  hint?: string
}

export function balanceInWords(balance: string): string {
  const cents = sumToCents(balance)
  if (cents === 0) return 'En cero'
  return cents < 0 ? 'En contra' : 'A favor'
}

function listFigures(data: CashFlow | undefined, flow: readonly KindFlow[] = []): Figure[] {
  const { income, expenses = null, outgoings = [], voided, balance = null } = data ?? {}
  const voids = [
    { label: 'de ventas', value: `-${voided?.income ?? '0.00'}` },
    { label: 'de egresos', value: voided?.expenses ?? '0.00' },
  ]
  const optional: Figure[] = [
    { title: 'Anulaciones', amounts: voids.filter(({ value }) => Number(value) !== 0), hint: 'Hechas en estos días' },
    { title: 'Deudas', amounts: debtLines(flow), hint: 'Hechas y cobradas en estos días' },
    { title: 'Por forma de pago', amounts: flowLines(flow), hint: 'Lo que entró menos lo que salió' },
  ]
  return [
    {
      title: 'Ingresos',
      amounts: [
        { label: 'Productos', value: income?.products ?? null },
        { label: 'Membresías', value: income?.memberships ?? null },
        { label: 'Total', value: income?.total ?? null },
      ],
    },
    {
      title: 'Egresos',
      amounts: [
        ...outgoings.map(({ kind, booked }) => ({ label: documentTexts[kind]?.plural ?? 'Otros', value: booked })),
        { label: 'Total', value: expenses },
      ],
    },
    { title: 'Balance', amounts: [{ label: balance === null ? '' : balanceInWords(balance), value: balance }] },
    ...optional.filter(({ amounts }) => amounts.length > 0),
  ]
}

/** Screen only: each printed list has its own figures. */
export function Summary({ search, today }: { search: CashFlowSearch; today: string }) {
  const { data, error, refetch } = useSummary(search, today)
  const flow = useFlow(search, today)
  if (error && !data) return <LoadError query={{ error: noSummary, refetch }} />
  return (
    <SimpleGrid component="section" aria-label="Resumen" minColWidth="min(100%, 14rem)" autoFlow="auto-fit">
      {listFigures(data, flow.data).map(({ title, amounts, hint }) => (
        <FigureCard key={title} title={title}>
          <AmountList amounts={amounts} />
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        </FigureCard>
      ))}
    </SimpleGrid>
  )
}

interface PrintedSummaryProps {
  query: TableQuery & { data: CashFlow | undefined }
  flow: readonly KindFlow[] | undefined
}

export function PrintedSummary({ query, flow }: PrintedSummaryProps) {
  const missing = missingText(query, query.data)
  if (missing) return <p>Resumen: {missing.toLowerCase()}</p>
  return listFigures(query.data, flow).map(({ title, amounts }) => (
    <p key={title}>
      {title}: {amounts.map(({ label, value }) => `${label} ${showMoney(value)}`).join(' · ')}
    </p>
  ))
}
