import '@mantine/core/styles/Card.layer.css'
import { Box, Card, Center, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { isLow, type Product } from '@torniquete/contract/till/products.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { IconAlertTriangle, IconCircleCheck } from '../../kit/icons.ts'
import { LoadError, QueryState } from '../../kit/LoadError.tsx'
import { Money } from '../../kit/Money.tsx'
import { Picture } from '../../kit/Picture.tsx'
import { RowActions, type RowActs } from '../../kit/RowActions.tsx'
import type { TableQuery } from '../../kit/table-column.ts'
import classes from './inventory.module.css'

interface ProductCardsProps extends RowActs<Product> {
  rows: readonly Product[] | undefined
  query: TableQuery
  empty: string
}

export function ProductCards({ rows, query, empty, ...actions }: ProductCardsProps) {
  if (!rows || (rows.length === 0 && query.isPlaceholderData)) return <QueryState queries={[query]} />
  if (rows.length === 0) return <EmptyState text={empty} />
  return (
    <>
      <LoadError query={query} />
      <SimpleGrid
        component="ul"
        minColWidth="min(100%, 16.5rem)"
        aria-label="Productos"
        aria-busy={query.isPending || query.isPlaceholderData}
        data-dimmed={query.isPlaceholderData || undefined}
      >
        {rows.map((each) => (
          <ProductCard key={each.id} product={each} {...actions} />
        ))}
      </SimpleGrid>
    </>
  )
}

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
      <Group component="dl" justify="space-between" align="start" wrap="nowrap" gap="xs" className={classes.facts}>
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

export function StockMark({ product }: { product: Product }) {
  const low = isLow(product)
  if (low === null) return null
  const Icon = low ? IconAlertTriangle : IconCircleCheck
  const label = low ? 'Existencia baja' : 'Existencia suficiente'
  return (
    <Center role="img" inline data-tone={low ? 'bad' : 'good'} aria-label={label} title={label}>
      <Icon size={20} aria-hidden />
    </Center>
  )
}

const productFallback = '/product-default.svg'

/** Decorative: the product's name is beside it. */
export function ProductPicture({ product, size }: { product: Product; size?: number }) {
  return <Picture src={product.image_url} alt="" square size={size} fallback={productFallback} />
}
