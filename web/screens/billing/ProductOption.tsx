import { Combobox } from '@mantine/core'
import type { Product } from '@torniquete/contract/products.ts'
import { Money } from '../../kit/Money.tsx'
import type { DraftKind } from '../bills/draft-lines.ts'
import classes from './option.module.css'

export function ProductOption({ kind, product }: { kind: DraftKind; product: Product }) {
  const { description, quantity, unit_of_measure, code } = product
  const stock = kind === 'sale' ? `quedan ${quantity}` : `hay ${quantity}`
  return (
    <Combobox.Option value={String(product.id)} className={classes.row}>
      <span className={classes.option}>
        <span className={classes.main}>
          {product.name}
          <span className={classes.aside}>
            {[description, unit_of_measure, stock, code].filter(Boolean).join(' · ')}
          </span>
        </span>
        <Money value={kind === 'sale' ? product.sale_price : product.last_purchase_price} />
      </span>
    </Combobox.Option>
  )
}
