import { Box, Checkbox, SimpleGrid, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GymInfo, ShowInfo } from '@torniquete/contract/admin/gym-info.ts'
import { getCallArea } from '@torniquete/contract/shared/endpoint.ts'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { refetchArea } from '../../../api/refresh.ts'
import { Bill } from '../../../features/bills/Bill.tsx'
import { sampleBill } from '../../../features/bills/print-bill.tsx'
import { Panel } from '../../../kit/Panel.tsx'
import { toast } from '../../../kit/toast.ts'
import { useSignedInUser } from '../../../session/session.tsx'

const fields: { field: keyof ShowInfo; label: string }[] = [
  { field: 'name', label: 'Nombre' },
  { field: 'phone_number', label: 'Teléfono' },
  { field: 'address', label: 'Dirección' },
  { field: 'email', label: 'Correo' },
  { field: 'opening_hours', label: 'Horario' },
  { field: 'services', label: 'Servicios' },
  { field: 'logo_url', label: 'Logo' },
]

export function BillPreview({ gym, show }: { gym: GymInfo; show: ShowInfo }) {
  const { user } = useSignedInUser()
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
      <Box bd="1px solid var(--mantine-color-default-border)" bdrs="sm" style={{ overflow: 'hidden' }}>
        <Bill bill={bill} />
      </Box>
      <Text size="sm" c="dimmed">
        Así se imprime cada factura, con productos de ejemplo. Sigue lo que escribes en el formulario.
      </Text>
    </Panel>
  )
}

type Field = keyof ShowInfo

interface Click {
  field: Field
  value: boolean
}

/** Switches with optimistic updates, reverted if the server refuses. */
function useShowInfo(stored: ShowInfo): { shown: ShowInfo; toggle: (field: Field) => void } {
  const client = useQueryClient()
  // Latest unanswered click of each switch. The rendered state may be older than the next click.
  const newest = useRef<Partial<Record<Field, Click>>>({})
  const [clicks, setClicks] = useState(newest.current)
  const hold = (field: Field, click: Click | undefined) => {
    newest.current = { ...newest.current, [field]: click }
    setClicks(newest.current)
  }
  const { mutate } = useMutation({
    // Sent one after another in click order.
    scope: { id: 'show-info' },
    mutationFn: ({ field, value }: Click) => call('show-info.update', { body: { [field]: value } }),
    onError: (error) => toast.failure(error.name, error.message),
    onSettled: async (_answer, _error, click) => {
      await refetchArea(client, getCallArea('show-info.read'))
      if (newest.current[click.field] === click) hold(click.field, undefined)
    },
  })
  const seen = (field: Field, from: typeof clicks) => from[field]?.value ?? stored[field]
  const shown = { ...stored }
  for (const field of Object.keys(clicks) as Field[]) shown[field] = seen(field, clicks)
  const toggle = (field: Field) => {
    const click = { field, value: !seen(field, newest.current) }
    hold(field, click)
    mutate(click)
  }
  return { shown, toggle }
}
