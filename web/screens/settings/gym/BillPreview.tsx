import { Checkbox, SimpleGrid, Text } from '@mantine/core'
import type { GymInfo, ShowInfo } from '@torniquete/contract/admin/gym-info.ts'
import { Bill } from '../../../features/bills/Bill.tsx'
import { sampleBill } from '../../../features/bills/print-bill.tsx'
import { Panel } from '../../../kit/Panel.tsx'
import { useSignedIn } from '../../../session/session.tsx'
import classes from './gym.module.css'
import { useShowInfo } from './use-show-info.ts'

const fields: { field: keyof ShowInfo; label: string }[] = [
  { field: 'name', label: 'Nombre' },
  { field: 'phone_number', label: 'Teléfono' },
  { field: 'address', label: 'Dirección' },
  { field: 'email', label: 'Correo' },
  { field: 'opening_hours', label: 'Horario' },
  { field: 'services', label: 'Servicios' },
  { field: 'logo_url', label: 'Logo' },
]

/** Preview of the bill: `gym` has the typed values, and the shown fields are chosen here. */
export function BillPreview({ gym, show }: { gym: GymInfo; show: ShowInfo }) {
  const { user } = useSignedIn()
  const { shown, toggle } = useShowInfo(show)
  const bill = sampleBill(gym, shown, user.name)
  return (
    <Panel title="Vista en Factura">
      <Checkbox.Group
        label="Campos que aparecen en la factura"
        description="Cada cambio se guarda al momento."
        value={fields.filter(({ field }) => shown[field]).map(({ field }) => field)}
      >
        <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm" verticalSpacing="sm" mt="sm">
          {fields.map(({ field, label }) => (
            <Checkbox key={field} value={field} label={label} onChange={() => toggle(field)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <div className={classes.bill}>
        <Bill bill={bill} />
      </div>
      <Text size="sm" c="dimmed">
        Así se imprime cada factura, con productos de ejemplo. Sigue lo que escribes en el formulario.
      </Text>
    </Panel>
  )
}
