import '@mantine/core/styles/Card.layer.css'
import { Card, Text, Title } from '@mantine/core'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import { Money } from '../../kit/Money.tsx'
import { RowActions, type RowActs } from '../../kit/RowActions.tsx'
import classes from './inventory.module.css'
import { ProductPicture } from './ProductPicture.tsx'
import { StockMark } from './StockMark.tsx'

export function ProductCard({ product, onEdit, onDelete }: RowActs<Product> & { product: Product }) {
  return (
    <Card component="li" withBorder padding="md" className={classes.card}>
      <div className={classes.cardHead}>
        <ProductPicture product={product} size={64} />
        <div className={classes.cardNames}>
          <Title order={2} size="md" className={classes.name}>
            {product.name}
          </Title>
          <Text size="sm" c="dimmed">
            {product.description}
          </Text>
        </div>
      </div>
      <dl className={classes.facts}>
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
      </dl>
      <div className={classes.cardFoot}>
        <StockMark product={product} />
        <div className={classes.push}>
          <RowActions name={product.name} onEdit={() => onEdit(product)} onDelete={() => onDelete(product)} />
        </div>
      </div>
    </Card>
  )
}
