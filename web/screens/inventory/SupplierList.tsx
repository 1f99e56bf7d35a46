import type { Supplier } from '@torniquete/contract/till/suppliers.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import type { RowActs } from '../../kit/RowActions.tsx'
import { supplierColumns } from './supplier-columns.tsx'

export function SupplierList({ onEdit, onDelete }: RowActs<Supplier>) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const list = useEndpoint('suppliers.list', {})
  const columns = useMemo(() => {
    const onToggle = ({ id }: Supplier) =>
      setOpen((before) =>
        before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
      )
    return supplierColumns({ open, onToggle, onEdit, onDelete })
  }, [open, onEdit, onDelete])
  return (
    <DataTable
      label="Proveedores"
      columns={columns}
      rows={list.data}
      rowKey={({ id }) => id}
      query={list}
      empty="No hay proveedores registrados"
    />
  )
}
