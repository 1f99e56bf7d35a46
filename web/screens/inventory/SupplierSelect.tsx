import { useEndpoint } from '../../api/use-endpoint.ts'
import type { Partner } from '../../features/drafts/drafts.ts'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import { goOn } from '../../kit/go-on.ts'
import { useMatching } from '../../kit/use-matching.ts'

interface SupplierSelectProps {
  supplier: Partner | null
  onChange: (supplier: Partner | null) => void
  error: string | false
}

export function SupplierSelect({ supplier, onChange, error }: SupplierSelectProps) {
  const { data, error: failure } = useEndpoint('suppliers.list', {})
  return (
    <ChoiceField<Partner>
      {...useMatching(data, failure)}
      label="Proveedor"
      listLabel="Proveedores"
      placeholder="Selecciona un proveedor"
      nothingFound={data?.length === 0 ? 'No hay proveedores registrados' : 'No se encontró ningún proveedor.'}
      required
      value={supplier}
      onPick={onChange}
      onGoOn={goOn}
      error={failure?.message ?? error}
    />
  )
}
