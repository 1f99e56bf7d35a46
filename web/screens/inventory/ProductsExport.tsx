import type { Product } from '@torniquete/contract/products.ts'
import { call } from '../../api/call.ts'
import { fetchAll } from '../../api/fetch-all.ts'
import type { ExcelColumn } from '../../kit/excel.ts'
import { ListExport } from '../../kit/ListExport.tsx'
import type { List, TableQuery } from '../../kit/table-column.ts'

const excelColumns: readonly ExcelColumn<Product>[] = [
  { header: 'Nombre', type: 'text', width: 32, value: ({ name }) => name },
  { header: 'Unidad', type: 'text', width: 14, value: ({ unit_of_measure }) => unit_of_measure },
  { header: 'Cantidad actual', type: 'number', width: 16, value: ({ quantity }) => quantity },
  { header: 'Cantidad mínima', type: 'number', width: 16, value: ({ min_quantity }) => min_quantity },
  { header: 'Precio de venta', type: 'money', width: 16, value: ({ sale_price }) => sale_price },
  { header: 'Último precio de compra', type: 'money', width: 24, value: (row) => row.last_purchase_price },
  { header: 'Código', type: 'text', width: 18, value: ({ code }) => code },
  { header: 'Descripción', type: 'text', width: 24, value: ({ description }) => description },
]

interface ProductsExportProps extends List<Product> {
  name: string | undefined
  query: TableQuery
  total: number | undefined
}

/** Print and Excel of all products that the search finds. */
export function ProductsExport({ name, query, ...list }: ProductsExportProps) {
  const readPage = async (page: number, size: number, signal: AbortSignal) => {
    const { items, total } = await call('products.list', {
      query: { product_name: name, page, size_page: size },
      signal,
    })
    return { rows: items, total }
  }
  return (
    <ListExport
      {...list}
      queries={[query]}
      load={(report, signal) => fetchAll(readPage, report, signal)}
      excel={excelColumns}
    />
  )
}
