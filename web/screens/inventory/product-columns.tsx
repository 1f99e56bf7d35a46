import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import { Named } from '../../kit/Clamped.tsx'
import { Money } from '../../kit/Money.tsx'
import { type RowActs, rowActsColumn } from '../../kit/RowActions.tsx'
import { type Column, pictureColumn } from '../../kit/table-column.ts'
import classes from './inventory.module.css'
import { ProductPicture } from './ProductPicture.tsx'
import { StockMark } from './StockMark.tsx'

function NameCell({ name, code }: Product) {
  return (
    <>
      <Named>{name}</Named>
      {code && <span className={classes.code}>{code}</span>}
    </>
  )
}

/** On screen and printed, where actions are missing. */
export function productColumns(acts: RowActs<Product>): Column<Product>[] {
  return [
    pictureColumn('Imagen', (product) => <ProductPicture product={product} />),
    { header: 'Nombre', folded: 'first', cell: (product) => <NameCell {...product} /> },
    { header: 'Unidad', cell: ({ unit_of_measure }) => unit_of_measure },
    {
      header: 'Cantidad actual',
      align: 'right',
      cell: (product) => (
        <span className={classes.quantity}>
          <StockMark product={product} />
          {showNumber(product.quantity)}
        </span>
      ),
    },
    {
      header: 'Cantidad mínima',
      align: 'right',
      cell: ({ min_quantity }) => (min_quantity === null ? '—' : showNumber(min_quantity)),
    },
    { header: 'Precio de venta', align: 'right', cell: ({ sale_price }) => <Money value={sale_price} /> },
    {
      header: 'Último precio de compra',
      align: 'right',
      cell: ({ last_purchase_price }) => <Money value={last_purchase_price} />,
    },
    rowActsColumn(acts),
  ]
}
