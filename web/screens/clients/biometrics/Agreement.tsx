import { Alert, Button, Group, Text } from '@mantine/core'
import type { ClientBiometrics } from '@torniquete/contract/members/biometrics.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { dayInZone, showDay } from '@torniquete/contract/shared/dates.ts'
import { useState } from 'react'
import { useSave } from '../../../forms/use-save.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'

interface AgreementProps {
  client: Pick<Client, 'id' | 'name'>
  known: ClientBiometrics
  zone: string
  /** True while a confirmation handles Escape. */
  onAsk: (asking: boolean) => void
}

/** The consent to store fingerprints and face; nothing is stored without it. */
export function Agreement({ client, known: { agreed_at, kept }, zone, onAsk }: AgreementProps) {
  const [asking, setAsking] = useState(false)
  const ask = (next: boolean) => {
    setAsking(next)
    onAsk(next)
  }
  const { submit, pending } = useSave({
    run: (agrees: boolean, send) => send('biometrics.agree', { params: { id_client: client.id }, body: { agrees } }),
    done: (_, agrees) => (agrees ? 'Consentimiento anotado' : 'Consentimiento retirado: lo guardado se borró'),
    onSaved: () => ask(false),
  })
  if (agreed_at === null)
    return (
      <Alert color="gray">
        <Text size="sm">
          ¿{client.name} acepta que el gimnasio guarde sus huellas o su rostro, cifrados, para abrirle en todos los
          dispositivos y no tener que registrarse otra vez si uno se cambia? Puede retirarlo cuando quiera.
        </Text>
        <Button mt="sm" aria-disabled={pending || undefined} onClick={() => !pending && submit(true)}>
          Sí, acepta
        </Button>
      </Alert>
    )
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm">Dio su consentimiento el {showDay(dayInZone(zone, new Date(agreed_at)))}.</Text>
      <Button variant="subtle" color="red" px="xs" flex="none" onClick={() => ask(true)}>
        Retirar…
      </Button>
      {asking && (
        <ConfirmDialog
          title="Retirar el consentimiento"
          confirmLabel="Retirar y borrar"
          pendingLabel="Borrando"
          pending={pending}
          onConfirm={() => submit(false)}
          onCancel={() => ask(false)}
        >
          {kept.length > 0 ? 'Lo que se guarda se borra ahora' : 'No se guarda nada'}, y también las huellas y el rostro
          que tengan los dispositivos. {client.name} entrará con su tarjeta, o habrá que registrar su huella o su rostro
          de nuevo.
        </ConfirmDialog>
      )}
    </Group>
  )
}
