import '@mantine/core/styles/Card.layer.css'
import { Box, Card, Group, SimpleGrid, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { isLow, type Product } from '@torniquete/contract/till/products.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { IconAlertTriangle, IconCircleCheck } from '../../kit/icons.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { Money } from '../../kit/Money.tsx'
import { Picture } from '../../kit/Picture.tsx'
import { RowActions, type RowActs } from '../../kit/RowActions.tsx'
import type { TableQuery } from '../../kit/table-column.ts'

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
      <SimpleGrid
        component="ul"
        minColWidth="min(100%, 16.5rem)"
        spacing="0.9rem"
        aria-label="Productos"
        aria-busy={query.isPending || query.isPlaceholderData}
        data-dimmed={query.isPlaceholderData || undefined}
      >
        {waiting ? <SkeletonCards /> : rows.map((each) => <ProductCard key={each.id} product={each} {...actions} />)}
      </SimpleGrid>
    </>
  )
}

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

const SkeletonCards = () =>
  placeholders.map((name) => (
    <Card key={name} component="li" withBorder padding="md" bg="var(--surface)" style={{ gap: '0.75rem' }}>
      <Skeleton height={64} />
      <Skeleton height={40} mt="md" />
    </Card>
  ))

function ProductCard({ product, onEdit, onDelete }: RowActs<Product> & { product: Product }) {
  return (
    <Card component="li" withBorder padding="md" bg="var(--surface)" style={{ gap: '0.75rem' }}>
      <Group wrap="nowrap" align="start" gap="sm" flex={1}>
        <ProductPicture product={product} size={64} />
        <Box flex={1} miw={0}>
          <Title order={2} size="md" style={{ overflowWrap: 'anywhere' }}>
            {product.name}
          </Title>
          <Text size="sm" c="dimmed">
            {product.description}
          </Text>
        </Box>
      </Group>
      <Group component="dl" justify="space-between" align="start" wrap="nowrap" gap="xs">
        <div>
          <dt>Unidad</dt>
          <dd>{product.unit_of_measure}</dd>
        </div>
        <div>
          <dt>Cantidad</dt>
          <dd>{showNumber(product.quantity)}</dd>
        </div>
        <div>
          <dt>Precio</dt>
          <dd>
            <Money value={product.sale_price} />
          </dd>
        </div>
      </Group>
      <Group>
        <StockMark product={product} />
        <Box ml="auto">
          <RowActions name={product.name} onEdit={() => onEdit(product)} onDelete={() => onDelete(product)} />
        </Box>
      </Group>
    </Card>
  )
}

/** Badge for low stock; empty without a minimum. */
export function StockMark({ product }: { product: Product }) {
  const low = isLow(product)
  if (low === null) return null
  const Icon = low ? IconAlertTriangle : IconCircleCheck
  const label = low ? 'Existencia baja' : 'Existencia suficiente'
  return (
    <Box
      component="span"
      role="img"
      display="inline-flex"
      data-tone={low ? 'bad' : 'good'}
      aria-label={label}
      title={label}
    >
      <Icon size={20} aria-hidden />
    </Box>
  )
}

const productFallback = '/product-default.svg'

/** Decorative: the product's name is beside it. */
export function ProductPicture({ product, size }: { product: Product; size?: number }) {
  return <Picture src={product.image_url} alt="" square size={size} fallback={productFallback} />
}
