import { Checkbox, SimpleGrid, Text } from '@mantine/core'
import { billAmounts } from '@torniquete/contract/bills.ts'
import type { GymInfo, ShowInfo } from '@torniquete/contract/gym-info.ts'
import type { Sale } from '@torniquete/contract/sales.ts'
import { now } from '../../../api/server-clock.ts'
import { Bill } from '../../../features/bills/Bill.tsx'
import { billOfSale, issuerOf } from '../../../features/bills/bill-of.ts'
import { Panel } from '../../../kit/Panel.tsx'
import { useSignedIn } from '../../../session/session.tsx'
import classes from './gym.module.css'
import { useShowInfo } from './use-show-info.ts'

const lines = [
  { id_product: 1, product_name: 'Botella de agua', quantity: 2, unit_price: '50.00', discount: 0, tax: 18 },
  { id_product: 2, product_name: 'Proteína 2 lb', quantity: 1, unit_price: '1850.00', discount: 10, tax: 18 },
]

/** A sale as any other, but that nobody bought anything. */
const sampleSale = (seller: string, now: Date): Sale => ({
  id: 1,
  number: 1,
  created_at: now.toISOString(),
  amount_total: billAmounts(lines).total,
  client: { id: 1, name: 'Cliente de ejemplo' },
  user: { id: 1, name: seller },
  sales_bill_items: lines,
  voided: null,
})

const fields: { field: keyof ShowInfo; label: string }[] = [
  { field: 'name', label: 'Nombre' },
  { field: 'phone_number', label: 'Teléfono' },
  { field: 'address', label: 'Dirección' },
  { field: 'email', label: 'Correo' },
  { field: 'opening_hours', label: 'Horario' },
  { field: 'services', label: 'Servicios' },
  { field: 'logo_url', label: 'Logo' },
]

/** The bill as it would be printed: `gym` is what is typed, the fields shown are chosen here. */
export function BillPreview({ gym, show }: { gym: GymInfo; show: ShowInfo }) {
  const { user } = useSignedIn()
  const { shown, toggle } = useShowInfo(show)
  const bill = { ...billOfSale(gym.timeZone, sampleSale(user.name, now())), issuer: issuerOf(gym, shown) }
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
