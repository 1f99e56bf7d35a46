import type { Supplier } from '@torniquete/contract/suppliers.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { NamedSelect } from '../../kit/NamedSelect.tsx'

interface SupplierSelectProps {
  supplier: Supplier | null
  onChange: (supplier: Supplier | null) => void
  error: string | false
}

export function SupplierSelect({ supplier, onChange, error }: SupplierSelectProps) {
  const { data, error: failure } = useEndpoint('suppliers.list', {})
  return (
    <NamedSelect
      label="Proveedor"
      listLabel="Proveedores"
      placeholder="Selecciona un proveedor"
      nothingFound={data?.length === 0 ? 'No hay proveedores registrados' : 'No se encontró ningún proveedor.'}
      rows={data}
      value={supplier}
      onChange={onChange}
      error={failure?.message ?? error}
    />
  )
}
