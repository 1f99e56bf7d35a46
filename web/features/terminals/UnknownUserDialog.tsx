import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import type { TerminalUserDecision, UndecidedTerminalUser } from '@torniquete/contract/door/terminal-people.ts'
import { requiredFieldText } from '@torniquete/contract/shared/parse-input.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { LoadError } from '../../kit/LoadError.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { ClientPicker } from '../memberships/ClientPicker.tsx'
import type { MembershipBuyer } from '../memberships/proposed-membership-sale.ts'
import { type BulkUserDecision, formatLostAccessWarning, formatTerminalUserName } from './terminal-people-texts.ts'

interface PersonDialogProps {
  person: UndecidedTerminalUser
  pending: boolean
  decide: (decision: TerminalUserDecision) => void
  onBulk: (act: BulkUserDecision) => void
  onClose: () => void
}

export function UnknownUserDialog(props: PersonDialogProps) {
  const { person, onBulk, onClose } = props
  const [kind, setKind] = useState<'client' | 'staff' | null>(null)
  if (kind === 'client') return <AsClient {...props} />
  if (kind === 'staff') return <AsStaff {...props} />
  return (
    <Dialog onClose={onClose} title={formatTerminalUserName(person)} size="md">
      <Facts person={person} />
      <Stack gap="sm" mt="md">
        <Button variant="default" data-autofocus onClick={() => setKind('client')}>
          Es un cliente…
        </Button>
        <Button variant="default" onClick={() => setKind('staff')}>
          Es del personal…
        </Button>
        <Button variant="default" onClick={() => onBulk('create')}>
          Crear cliente
        </Button>
        <Button variant="light" color="red" onClick={() => onBulk('remove')}>
          Quitar del dispositivo
        </Button>
      </Stack>
    </Dialog>
  )
}

function Facts({ person: { pin, card, opens, number_of } }: Pick<PersonDialogProps, 'person'>) {
  const facts = [
    `Número ${pin}`,
    card && `Tarjeta ${card}`,
    opens ? 'El dispositivo le abre' : 'El dispositivo no le abre',
    number_of &&
      `En el gimnasio el ${pin} es de ${number_of}: si es la misma persona, elígela; si no, quítala de aquí o dale otro número a ${number_of}`,
  ]
  return (
    <Text size="sm" c="dimmed">
      {facts.filter(Boolean).join(' · ')}
    </Text>
  )
}

/** Links an unknown user to a client, who gets the user's PIN and so the finger enrolled with it on the terminal. */
function AsClient({ person, pending, decide, onClose }: PersonDialogProps) {
  const [client, setClient] = useState<MembershipBuyer | null>(null)
  const [missing, setMissing] = useState(false)
  const clock = useGymClock()
  const card = useEndpoint('clients.read', { params: { id_client: client?.id ?? 0 } }, { enabled: client !== null })
  const stops = client && card.data && clock && formatLostAccessWarning(person, card.data, clock.today)
  const submit = () => {
    setMissing(client === null)
    if (client) decide({ act: 'link', pin: person.pin, id_client: client.id })
  }
  return (
    <FormDialog
      title={`${formatTerminalUserName(person)} es un cliente`}
      submitLabel="Es este cliente"
      pendingLabel="Guardando"
      size="md"
      pending={pending}
      dirty={client !== null}
      onClose={onClose}
      onSubmit={submit}
    >
      <Facts person={person} />
      <ClientPicker
        client={client}
        onChange={(next) => {
          setMissing(false)
          setClient(next)
        }}
        today={clock?.today ?? null}
        error={missing && requiredFieldText}
        autoFocus
      />
      <Text size="sm" c="dimmed">
        El cliente recibe el número {person.pin} y conserva la huella y el rostro que tiene en el dispositivo.
      </Text>
      <Text size="sm" fw={600} role="status">
        {stops}
      </Text>
    </FormDialog>
  )
}

function AsStaff({ person, pending, decide, onClose }: PersonDialogProps) {
  const users = useEndpoint('users.list', {})
  const [id, setId] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = () => {
    setMissing(id === '')
    if (id !== '') decide({ act: 'staff', pin: person.pin, id_user: Number(id) })
  }
  return (
    <FormDialog
      title={`${formatTerminalUserName(person)} es del personal`}
      submitLabel="Es del personal"
      pendingLabel="Guardando"
      size="md"
      pending={pending}
      dirty={id !== ''}
      onClose={onClose}
      onSubmit={submit}
    >
      <Facts person={person} />
      <LoadError query={users} />
      <NativeSelect
        label="Usuario"
        required
        value={id}
        error={missing && requiredFieldText}
        onChange={({ currentTarget }) => {
          setMissing(false)
          setId(currentTarget.value)
        }}
        data={[
          { value: '', label: 'Elige quién es' },
          ...(users.data ?? []).map((user) => ({ value: String(user.id), label: user.name })),
        ]}
      />
    </FormDialog>
  )
}
