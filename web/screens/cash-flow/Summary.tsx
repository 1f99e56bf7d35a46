import { Alert, Button, Group, Paper, Skeleton } from '@mantine/core'
import { documentOf } from '@torniquete/contract/documents.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import type { CashFlow } from '@torniquete/contract/statistics.ts'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Money } from '../../kit/Money.tsx'
import { balanceInWords, centsOf } from './balance.ts'
import classes from './cash-flow.module.css'
import type { CashFlowSearch } from './cash-flow-search.ts'
import { filterQuery } from './use-lists.ts'

interface SummaryProps {
  search: CashFlowSearch
  today: string
}

/** Over all that the filter matches, whichever list is shown. What was voided on these days stands apart. */
export function Summary({ search, today }: SummaryProps) {
  const { data, error, refetch, isPlaceholderData } = useEndpoint('statistics.cash-flow', {
    query: filterQuery(search, today),
  })
  if (error && !data) return <SummaryError onRetry={() => void refetch()} />
  const voided = data && [
    { label: 'de ventas', sign: '−', value: data.voided.income },
    { label: 'de egresos', sign: '+', value: data.voided.expenses },
  ]
  return (
    <Paper
      component="section"
      aria-label="Resumen"
      className={classes.summary}
      data-dimmed={isPlaceholderData || undefined}
    >
      <Figure
        label="Ingresos"
        hints={
          data && [`Productos ${showMoney(data.income.products)}`, `Membresías ${showMoney(data.income.memberships)}`]
        }
      >
        {data && <Money value={data.income.total} bold />}
      </Figure>
      <Figure label="Egresos" hints={data && partsOf(data.outgoings)}>
        {data && <Money value={data.expenses} bold />}
      </Figure>
      {voided?.some(({ value }) => centsOf(value) > 0) && (
        <Figure label="Anulaciones" hints={['Hechas en estos días']}>
          {voided
            .filter(({ value }) => centsOf(value) > 0)
            .map(({ label, sign, value }) => (
              <span key={label} className={classes.part}>
                <span>{label}</span> <b>{`${sign}${showMoney(value)}`}</b>
              </span>
            ))}
        </Figure>
      )}
      <Figure label="Balance" hints={data && [balanceInWords(data.balance)]}>
        {data && <Money value={data.balance} signed bold />}
      </Figure>
    </Paper>
  )
}

/** `Compras de productos $ 185.00`, for each kind by which something went out. */
const partsOf = (outgoings: CashFlow['outgoings']) =>
  outgoings.map(({ kind, booked }) => `${documentOf[kind]?.plural ?? 'Otros'} ${showMoney(booked)}`)

interface FigureProps {
  label: string
  hints: string[] | undefined
  children: ReactNode
}

function Figure({ label, hints = [], children }: FigureProps) {
  return (
    <dl className={classes.figure}>
      <dt>{label}</dt>
      <dd className={classes.amount}>{children ?? <Skeleton height={28} width="8rem" />}</dd>
      <dd className={classes.hint}>
        {hints.map((hint) => (
          <span key={hint}>{hint}</span>
        ))}
      </dd>
    </dl>
  )
}

function SummaryError({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert color="red" role="alert" title="No se pudo cargar el resumen">
      <Group justify="space-between">
        <span>Los totales no se muestran porque falta una parte.</span>
        <Button size="sm" variant="default" onClick={onRetry}>
          Reintentar
        </Button>
      </Group>
    </Alert>
  )
}
