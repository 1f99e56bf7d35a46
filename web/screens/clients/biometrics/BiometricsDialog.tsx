// A client's fingerprints and face: consent, stored templates, and their state on terminals.
import { Text, Title } from '@mantine/core'
import type { ClientBiometrics } from '@torniquete/contract/members/biometrics.ts'
import type { ClientCard } from '@torniquete/contract/members/clients.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { LoadingDialog } from '../../../kit/LoadingDialog.tsx'
import { useCloseDialog, useDialogId } from '../../../navigation/opening.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { Agreement } from './Agreement.tsx'
import { isUnderWay } from './biometric-words.ts'
import { Enrol } from './Enrol.tsx'
import { FacePhoto } from './FacePhoto.tsx'
import { KeptList } from './Kept.tsx'

const isReceiving = ({ leaving, waiting }: ClientBiometrics['devices'][number]): boolean => leaving || waiting > 0

/** Milliseconds between polls during an enrolment: terminals' acknowledgements cause no events. */
const whileEnrolling = 1500

export function BiometricsDialog() {
  const id = useDialogId()
  const close = useCloseDialog()
  const params = { id_client: id }
  const [waiting, setWaiting] = useState(false)
  const client = useEndpoint('clients.read', { params })
  const known = useEndpoint('biometrics.read', { params }, { refetchInterval: waiting && whileEnrolling, staleTime: 0 })
  const waits = isUnderWay(known.data?.enrolment) || (known.data?.devices.some(isReceiving) ?? false)
  if (waits !== waiting) setWaiting(waits)
  const zone = useGymClock()?.zone
  if (!client.data || !known.data || !zone)
    return (
      <LoadingDialog
        title="Huellas y rostro"
        query={{ ...known, error: client.error ?? known.error }}
        onClose={close}
      />
    )
  return <Filled client={client.data} known={known.data} zone={zone} onClose={close} />
}

interface FilledProps {
  client: ClientCard
  known: ClientBiometrics
  zone: string
  onClose: () => void
}

function Filled({ client, known, zone, onClose }: FilledProps) {
  const [asking, setAsking] = useState(false)
  const { keeps, agreed_at, kept, devices } = known
  return (
    <Dialog onClose={onClose} title={`Huellas y rostro de ${client.name}`} size="lg" closeOnEscape={!asking}>
      {keeps ? (
        <Agreement client={client} known={known} zone={zone} onAsk={setAsking} />
      ) : (
        <Text size="sm" c="dimmed">
          Este gimnasio no guarda huellas ni rostros: quedan solo en el dispositivo en que se registran. Un Super
          Administrador puede activarlo en Configuración, Gimnasio.
        </Text>
      )}
      {agreed_at !== null && (
        <section aria-labelledby="kept">
          <Title order={3} size="h5" id="kept" mt="md">
            Guardado
          </Title>
          {kept.length === 0 && (
            <Text size="sm" c="dimmed">
              Todavía nada: se guarda lo que registre en un dispositivo.
            </Text>
          )}
          <KeptList client={client} kept={kept} zone={zone} onAsk={setAsking} />
          {keeps && <FacePhoto client={client} />}
        </section>
      )}
      {devices.length > 0 && (!keeps || agreed_at !== null) && <Enrol client={client.id} known={known} />}
    </Dialog>
  )
}
