import { Paper, SimpleGrid, Skeleton } from '@mantine/core'
import { findDocument } from '@torniquete/contract/documents.ts'
import type { CashFlow } from '@torniquete/contract/reports/statistics.ts'
import { showMoney, sumToCents } from '@torniquete/contract/shared/money.ts'
import { debtLines, type FlowLine } from '@torniquete/contract/till/tender-words.ts'
import type { KindFlow } from '@torniquete/contract/till/tenders.ts'
import type { ReactNode } from 'react'
import { flowLines } from '../../features/paying/kind-sums.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { Money } from '../../kit/Money.tsx'
import { missingText, type TableQuery } from '../../kit/table-column.ts'
import type { CashFlowSearch } from '../../navigation/cash-flow-search.ts'
import { useFlow, useSummary } from './cash-documents.ts'
import classes from './cash-flow.module.css'

export function balanceInWords(balance: string): string {
  const cents = sumToCents(balance)
  if (cents === 0) return 'En cero'
  return cents < 0 ? 'En contra' : 'A favor'
}

const noSummary = {
  name: 'No se pudo cargar el resumen',
  message: 'Los totales no se muestran porque falta una parte.',
}

/** Screen only: each printed list has its own figures. */
export function Summary({ search, today }: { search: CashFlowSearch; today: string }) {
  const { data, error, refetch } = useSummary(search, today)
  const flow = useFlow(search, today)
  if (error && !data) return <LoadError query={{ error: noSummary, refetch }} />
  return (
    <Paper component="section" aria-label="Resumen" withBorder px="md" py="0.9rem" bg="var(--surface)">
      <SimpleGrid minColWidth="min(100%, 17rem)" autoFlow="auto-fit" spacing="xl" verticalSpacing="sm">
        <Figures data={data} flow={flow.data} />
      </SimpleGrid>
    </Paper>
  )
}

interface PrintedSummaryProps {
  query: TableQuery & { data: CashFlow | undefined }
  flow: readonly KindFlow[] | undefined
}

export function PrintedSummary({ query, flow }: PrintedSummaryProps) {
  const missing = missingText(query, query.data)
  return (
    <section className={classes.printed}>
      <h2>{missing ? `Resumen: ${missing.toLowerCase()}` : 'Resumen'}</h2>
      {!missing && <Figures data={query.data} flow={flow} />}
    </section>
  )
}

function Figures({ data, flow }: { data: CashFlow | undefined; flow: readonly KindFlow[] | undefined }) {
  const voided = [
    { label: 'de ventas', sign: '−', value: data?.voided.income ?? '0.00' },
    { label: 'de egresos', sign: '+', value: data?.voided.expenses ?? '0.00' },
  ].filter(({ value }) => sumToCents(value) > 0)
  return (
    <>
      <Figure
        label="Ingresos"
        parts={
          data && [
            { label: 'Productos', value: data.income.products },
            { label: 'Membresías', value: data.income.memberships },
          ]
        }
      >
        {data && <Money value={data.income.total} bold />}
      </Figure>
      <Figure label="Egresos" parts={data && partsOf(data.outgoings)}>
        {data && <Money value={data.expenses} bold />}
      </Figure>
      {voided.length > 0 && (
        <Figure label="Anulaciones" hints={['Hechas en estos días']}>
          {voided.map(({ label, sign, value }) => (
            <Part key={label} label={label} amount={`${sign}${showMoney(value)}`} />
          ))}
        </Figure>
      )}
      <Figure label="Balance" hints={data && [balanceInWords(data.balance)]}>
        {data && <Money value={data.balance} signed bold />}
      </Figure>
      {flow && debtLines(flow).length > 0 && (
        <Figure label="Deudas" hints={['Hechas y cobradas en estos días']}>
          {debtLines(flow).map(({ label, value }) => (
            <Part key={label} label={label} amount={showMoney(value)} />
          ))}
        </Figure>
      )}
      {flow && flow.length > 0 && (
        <Figure label="Por forma de pago" hints={['Lo que entró menos lo que salió']}>
          {flowLines(flow).map(({ label, value }) => (
            <Part key={label} label={label} amount={showMoney(value)} />
          ))}
        </Figure>
      )}
    </>
  )
}

const partsOf = (outgoings: CashFlow['outgoings']): FlowLine[] =>
  outgoings.map(({ kind, booked }) => ({ label: findDocument(kind)?.plural ?? 'Otros', value: booked }))

const Part = ({ label, amount }: { label: string; amount: string }) => (
  <span className={classes.part}>
    <span>{label}</span> <b>{amount}</b>
  </span>
)

interface FigureProps {
  label: string
  hints?: string[] | undefined
  parts?: readonly FlowLine[] | undefined
  children: ReactNode
}

function Figure({ label, hints = [], parts = [], children }: FigureProps) {
  return (
    <dl className={classes.figure}>
      <dt>{label}</dt>
      <dd className={classes.amount}>{children ?? <Skeleton height={28} width="8rem" />}</dd>
      <dd className={classes.hint}>
        {hints.map((hint) => (
          <span key={hint}>{hint}</span>
        ))}
        {parts.map((part) => (
          <Part key={part.label} label={part.label} amount={showMoney(part.value)} />
        ))}
      </dd>
    </dl>
  )
}
