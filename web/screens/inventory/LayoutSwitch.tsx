import { IconLayoutGrid, IconTable } from '@tabler/icons-react'
import { Segments } from '../../kit/Segments.tsx'
import type { ProductsLayout } from '../../navigation/inventory-search.ts'

const cards = (
  <>
    <IconLayoutGrid size={18} aria-hidden />
    Tarjetas
  </>
)
const table = (
  <>
    <IconTable size={18} aria-hidden />
    Tabla
  </>
)
const layouts = [
  { value: 'cards', label: cards },
  { value: 'table', label: table },
] as const

interface LayoutSwitchProps {
  layout: ProductsLayout
  onChange: (layout: ProductsLayout) => void
}

export function LayoutSwitch({ layout, onChange }: LayoutSwitchProps) {
  return <Segments label="Vista de los productos" choices={layouts} value={layout} onChange={onChange} />
}
