import '@mantine/core/styles/Card.layer.css'
import { Card, Skeleton, VisuallyHidden } from '@mantine/core'
import type { Product } from '@torniquete/contract/till/products.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { LoadError } from '../../kit/LoadError.tsx'
import type { RowActs } from '../../kit/RowActions.tsx'
import type { TableQuery } from '../../kit/table-column.ts'
import classes from './inventory.module.css'
import { ProductCard } from './ProductCard.tsx'

interface ProductCardsProps extends RowActs<Product> {
  /** Undefined while loading. */
  rows: readonly Product[] | undefined
  query: TableQuery
  empty: string
}

export function ProductCards({ rows, query, empty, ...actions }: ProductCardsProps) {
  if (query.error && !rows) return <LoadError query={query} />
  const waiting = !rows || (rows.length === 0 && query.isPlaceholderData)
  if (!waiting && rows.length === 0) return <EmptyState text={empty} />
  return (
    <>
      <LoadError query={query} />
      {waiting && <VisuallyHidden role="status">Cargando…</VisuallyHidden>}
      <ul
        className={classes.cards}
        aria-label="Productos"
        aria-busy={query.isPending || query.isPlaceholderData}
        data-dimmed={query.isPlaceholderData || undefined}
      >
        {waiting ? <SkeletonCards /> : rows.map((each) => <ProductCard key={each.id} product={each} {...actions} />)}
      </ul>
    </>
  )
}

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

const SkeletonCards = () =>
  placeholders.map((name) => (
    <Card key={name} component="li" withBorder padding="md" className={classes.card}>
      <Skeleton height={64} />
      <Skeleton height={40} mt="md" />
    </Card>
  ))
