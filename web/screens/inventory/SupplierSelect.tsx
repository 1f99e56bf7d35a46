import { Select } from '@mantine/core'
import type { Supplier } from '@torniquete/contract/suppliers.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'

interface SupplierSelectProps {
  supplier: Supplier | null
  onChange: (supplier: Supplier | null) => void
  error: string | false
}

export function SupplierSelect({ supplier, onChange, error }: SupplierSelectProps) {
  const suppliers = useEndpoint('suppliers.list', {})
  const found = suppliers.data ?? []
  return (
    <Select
      label="Proveedor"
      required
      searchable
      openOnFocus={false}
      withScrollArea={false}
      attributes={{ dropdown: { role: 'region', 'aria-label': 'Proveedores' } }}
      styles={{ dropdown: { maxHeight: 320, overflowY: 'auto' } }}
      allowDeselect={false}
      placeholder={suppliers.isPending ? 'Cargando…' : 'Selecciona un proveedor'}
      nothingFoundMessage={found.length === 0 ? 'No hay proveedores registrados' : 'No se encontró ningún proveedor.'}
      data={found.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={supplier && String(supplier.id)}
      onChange={(value) => onChange(found.find(({ id }) => String(id) === value) ?? null)}
      error={suppliers.error?.message ?? error}
      selectFirstOptionOnChange
      // Without it the first letter's opening forgets the first option again.
      selectFirstOptionOnDropdownOpen={!supplier}
      // Enter is about the list as long as nothing is chosen, also when it comes before the list does.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !supplier) event.preventDefault()
      }}
    />
  )
}
