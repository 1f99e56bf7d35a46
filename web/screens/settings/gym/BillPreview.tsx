import { Box, Checkbox, SimpleGrid, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GymInfo, ShowInfo } from '@torniquete/contract/admin/gym-info.ts'
import { getCallArea } from '@torniquete/contract/shared/endpoint.ts'
import { useState } from 'react'
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
  const { shown, change } = useShowInfo(show)
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
            <Checkbox
              key={field}
              value={field}
              label={label}
              onChange={({ currentTarget }) => change({ [field]: currentTarget.checked })}
            />
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

/** Clicks are shown at once, until the last one's answer is read. */
function useShowInfo(stored: ShowInfo) {
  const client = useQueryClient()
  const [clicked, setClicked] = useState<Partial<ShowInfo>>({})
  const isLast = () => client.isMutating({ mutationKey: ['show-info'] }) <= 1
  const { mutate } = useMutation({
    mutationKey: ['show-info'],
    // Sent one after another in click order.
    scope: { id: 'show-info' },
    mutationFn: (body: Partial<ShowInfo>) => call('show-info.update', { body }),
    onError: (error) => toast.failure(error.name, error.message),
    onSettled: async () => {
      if (isLast()) await refetchArea(client, getCallArea('show-info.read'))
      if (isLast()) setClicked({})
    },
  })
  const change = (click: Partial<ShowInfo>) => {
    setClicked((before) => ({ ...before, ...click }))
    mutate(click)
  }
  return { shown: { ...stored, ...clicked }, change }
}
