import { isLow, type Product } from '@torniquete/contract/till/products.ts'
import { IconAlertTriangle, IconCircleCheck } from '../../kit/icons.ts'
import classes from './inventory.module.css'

/** Badge for low stock; empty without a minimum. */
export function StockMark({ product }: { product: Product }) {
  const low = isLow(product)
  if (low === null) return null
  const Icon = low ? IconAlertTriangle : IconCircleCheck
  const label = low ? 'Existencia baja' : 'Existencia suficiente'
  return (
    <span role="img" className={classes.mark} data-tone={low ? 'bad' : 'good'} aria-label={label} title={label}>
      <Icon size={20} aria-hidden />
    </span>
  )
}
