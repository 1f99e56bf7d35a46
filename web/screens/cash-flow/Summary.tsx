import { Alert, Button, Group, Paper, Skeleton } from '@mantine/core'
import { showMoney } from '@torniquete/contract/money.ts'
import type { ReactNode } from 'react'
import { Money } from '../../kit/Money.tsx'
import { balanceInWords, balanceOf } from './balance.ts'
import classes from './cash-flow.module.css'
import type { CashFlowSearch, ListTab } from './cash-flow-search.ts'
import { useSums } from './use-lists.ts'

interface SummaryProps {
  shown: ListTab
  search: CashFlowSearch
  today: string
}

/** Over all that the filter matches, whichever list is shown; the voided count for nothing. */
export function Summary({ shown, search, today }: SummaryProps) {
  const lists = useSums(shown, search, today)
  const all = Object.values(lists)
  const failed = all.filter(({ error, data }) => error && !data)
  if (failed.length > 0) return <SummaryError onRetry={() => failed.forEach((list) => void list.refetch())} />
  const [sales, purchases, memberships] = [lists.sales.data, lists.purchases.data, lists.memberships.data]
  const known = sales && purchases && memberships
  const sums = known && {
    sales: sales.amount_sum,
    purchases: purchases.amount_sum,
    memberships: memberships.amount_sum,
  }
  const result = sums && balanceOf(sums)
  const late = all.some(({ isPlaceholderData }) => isPlaceholderData)
  return (
    <Paper component="section" aria-label="Resumen" className={classes.summary} data-dimmed={late || undefined}>
      <Figure
        label="Ingresos"
        hints={sums && [`Productos ${showMoney(sums.sales)}`, `Membresías ${showMoney(sums.memberships)}`]}
      >
        {result && <Money value={result.income} bold />}
      </Figure>
      <Figure label="Egresos" hints={sums && ['Compras de productos']}>
        {result && <Money value={result.expenses} bold />}
      </Figure>
      <Figure label="Balance" hints={result && [balanceInWords(result.balance)]}>
        {result && <Money value={result.balance} signed bold />}
      </Figure>
    </Paper>
  )
}

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
