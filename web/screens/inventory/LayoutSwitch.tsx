import { Center, SegmentedControl } from '@mantine/core'
import { IconLayoutGrid, IconTable } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type ProductsLayout, readLayout } from './inventory-search.ts'

const labelled = (icon: ReactNode, text: string) => (
  <Center style={{ gap: 8 }}>
    {icon}
    {text}
  </Center>
)

const layouts = [
  { value: 'cards', label: labelled(<IconLayoutGrid size={18} aria-hidden />, 'Tarjetas') },
  { value: 'table', label: labelled(<IconTable size={18} aria-hidden />, 'Tabla') },
]

interface LayoutSwitchProps {
  layout: ProductsLayout
  onChange: (layout: ProductsLayout) => void
}

export function LayoutSwitch({ layout, onChange }: LayoutSwitchProps) {
  return (
    <SegmentedControl
      aria-label="Vista de los productos"
      data={layouts}
      value={layout}
      onChange={(value) => onChange(readLayout(value) ?? 'cards')}
    />
  )
}
