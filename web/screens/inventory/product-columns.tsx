import { showNumber } from '@torniquete/contract/numbers.ts'
import type { Product } from '@torniquete/contract/products.ts'
import { Money } from '../../kit/Money.tsx'
import { RowActions } from '../../kit/RowActions.tsx'
import type { Column } from '../../kit/table-column.ts'
import classes from './inventory.module.css'
import type { ProductActions } from './ProductCard.tsx'
import { ProductPicture } from './ProductPicture.tsx'
import { StockMark } from './StockMark.tsx'

/** On two lines, so that the names keep their room. */
const Wrapped = ({ children }: { children: string }) => <span className={classes.wrapped}>{children}</span>

function NameCell({ name, code, sale_price }: Product) {
  return (
    <>
      <strong className={classes.name}>{name}</strong>
      {code && <span className={classes.code}>{code}</span>}
      <span className={classes.onPhone}>
        <Money value={sale_price} />
      </span>
    </>
  )
}

export function productColumns({ onEdit, onDelete }: ProductActions): Column<Product>[] {
  return [
    {
      key: 'picture',
      header: 'Imagen',
      width: 64,
      hideOnMobile: true,
      cell: (product) => <ProductPicture product={product} />,
    },
    { key: 'name', header: 'Nombre', cell: (product) => <NameCell {...product} /> },
    { key: 'unit', header: 'Unidad', hideOnMobile: true, cell: ({ unit_of_measure }) => unit_of_measure },
    {
      key: 'quantity',
      header: <Wrapped>Cantidad actual</Wrapped>,
      align: 'right',
      cell: (product) => (
        <span className={classes.quantity}>
          <StockMark product={product} />
          {showNumber(product.quantity)}
        </span>
      ),
    },
    {
      key: 'minimum',
      header: <Wrapped>Cantidad mínima</Wrapped>,
      align: 'right',
      hideOnMobile: true,
      cell: ({ min_quantity }) => (min_quantity === null ? '—' : showNumber(min_quantity)),
    },
    {
      key: 'price',
      header: <Wrapped>Precio de venta</Wrapped>,
      align: 'right',
      hideOnMobile: true,
      cell: ({ sale_price }) => <Money value={sale_price} />,
    },
    {
      key: 'last',
      header: <Wrapped>Último precio de compra</Wrapped>,
      align: 'right',
      hideOnMobile: true,
      cell: ({ last_purchase_price }) => <Money value={last_purchase_price} />,
    },
    {
      key: 'actions',
      header: 'Acciones',
      align: 'right',
      cell: (product) => (
        <RowActions name={product.name} onEdit={() => onEdit(product)} onDelete={() => onDelete(product)} />
      ),
    },
  ]
}
