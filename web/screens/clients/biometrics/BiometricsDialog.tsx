import { Alert, Box, Button, FileButton, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { formatTemplateName } from '@torniquete/contract/members/biometric-names.ts'
import { type ClientBiometrics, defaultFingerNumber } from '@torniquete/contract/members/biometrics.ts'
import type { Client, ClientWithDoorStates } from '@torniquete/contract/members/clients.ts'
import { formatDate, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { TerminalStateLines } from '../../../features/terminals/TerminalStateLines.tsx'
import { ActionDialog } from '../../../forms/ActionDialog.tsx'
import { useSave } from '../../../forms/use-save.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { IconCamera, IconFaceId, IconFingerprint, IconUserSquare } from '../../../kit/icons.ts'
import { LoadingDialog } from '../../../kit/LoadingDialog.tsx'
import { ButtonWithIcon } from '../../../kit/PageActionButton.tsx'
import { getSafePictureUrl } from '../../../kit/Picture.tsx'
import { useCloseDialog, useDialogPathId } from '../../../navigation/open-dialog.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import {
  describeTerminalTemplates,
  fingerChoices,
  formatEnrolmentLine,
  formatTemplateOrigin,
  isEnrolling,
} from './biometric-texts.ts'

type StoredTemplate = ClientBiometrics['kept'][number]

const isReceiving = ({ leaving, waiting }: ClientBiometrics['devices'][number]): boolean => leaving || waiting > 0

/** Milliseconds between polls during an enrolment, because terminals' acknowledgements cause no events. */
const whileEnrolling = 1500

export function BiometricsDialog() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const params = { id_client: id }
  const [waiting, setWaiting] = useState(false)
  const client = useEndpoint('clients.read', { params })
  const known = useEndpoint('biometrics.read', { params }, { refetchInterval: waiting && whileEnrolling, staleTime: 0 })
  const waits = isEnrolling(known.data?.enrolment) || (known.data?.devices.some(isReceiving) ?? false)
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
  client: ClientWithDoorStates
  known: ClientBiometrics
  zone: string
}

function Filled({ client, known, zone, onClose }: FilledProps & { onClose: () => void }) {
  const { keeps, agreed_at, kept, devices } = known
  return (
    <Dialog onClose={onClose} title={`Huellas y rostro de ${client.name}`} size="lg">
      {keeps ? (
        <Agreement client={client} known={known} zone={zone} />
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
          <KeptList client={client} known={known} zone={zone} />
          {keeps && <FacePhoto client={client} />}
        </section>
      )}
      {devices.length > 0 && (!keeps || agreed_at !== null) && <Enrol client={client.id} known={known} />}
    </Dialog>
  )
}

/** Records the client's consent to store fingerprints and face. Nothing is stored without it. */
function Agreement({ client, known: { agreed_at, kept }, zone }: FilledProps) {
  const [isAsking, setAsking] = useState(false)
  const { submit, pending } = useSave({
    run: (agrees: boolean, send) => send('biometrics.agree', { params: { id_client: client.id }, body: { agrees } }),
    done: (_, agrees) => (agrees ? 'Consentimiento anotado' : 'Consentimiento retirado: lo guardado se borró'),
    onSaved: () => setAsking(false),
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
      <Text size="sm">Dio su consentimiento el {formatDate(toLocalDay(zone, new Date(agreed_at)))}.</Text>
      <Button variant="subtle" color="red" px="xs" flex="none" onClick={() => setAsking(true)}>
        Retirar…
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Retirar el consentimiento"
          confirmLabel="Retirar y borrar"
          pendingLabel="Borrando"
          pending={pending}
          onConfirm={() => submit(false)}
          onCancel={() => setAsking(false)}
        >
          {kept.length > 0 ? 'Lo que se guarda se borra ahora' : 'No se guarda nada'}, y también las huellas y el rostro
          que tengan los dispositivos. {client.name} entrará con su tarjeta, o habrá que registrar su huella o su rostro
          de nuevo.
        </ConfirmDialog>
      )}
    </Group>
  )
}

function KeptList({ client, known: { kept }, zone }: FilledProps) {
  const [asked, setAsked] = useState<StoredTemplate | null>(null)
  return (
    <>
      <Box component="ul" data-lined my="xs">
        {kept.map((each) => (
          <Group component="li" key={`${each.kind} ${each.finger} ${each.taken_at}`} gap="0 1rem">
            <span>{formatTemplateName(each)}</span>
            <Text span c="dimmed" ml="auto">
              {formatTemplateOrigin(zone, each)}
            </Text>
            <Button
              variant="subtle"
              color="red"
              px="xs"
              h={44}
              aria-label={`Borrar ${formatTemplateName(each)}`}
              onClick={() => setAsked(each)}
            >
              Borrar
            </Button>
          </Group>
        ))}
      </Box>
      {asked && (
        <ActionDialog
          title={`Borrar ${formatTemplateName(asked)}`}
          confirmLabel="Borrar"
          pendingLabel="Borrando"
          action={{
            run: (_, send) =>
              send('biometrics.drop', {
                params: { id_client: client.id },
                query: { kind: asked.kind, ...(asked.finger !== null && { finger: asked.finger }) },
              }),
            done: `${formatTemplateName(asked)}: se borró`,
          }}
          onClose={() => setAsked(null)}
        >
          Se borra ahora de lo guardado, y de los dispositivos: le quitan todo a {client.name} y reciben lo demás otra
          vez. Hasta entonces, un minuto o dos, no le abren.
        </ActionDialog>
      )}
    </>
  )
}

const kinds = [
  { kind: 'finger', label: 'Registrar huella', Icon: IconFingerprint },
  { kind: 'face', label: 'Registrar rostro', Icon: IconFaceId },
] as const

function Enrol({ client, known: { devices, enrolment } }: { client: number; known: ClientBiometrics }) {
  const [finger, setFinger] = useState(String(defaultFingerNumber))
  const { submit, pending } = useSave({
    run: ({ id_device, kind }: { id_device: number; kind: 'finger' | 'face' }, send) =>
      send('biometrics.enrol', {
        params: { id_client: client },
        body: { id_device, kind, ...(kind === 'finger' && { finger: Number(finger) }) },
      }),
    done: null,
  })
  const waits = pending || isEnrolling(enrolment)
  return (
    <section aria-labelledby="enrol">
      <Title order={3} size="h5" id="enrol" mt="md">
        Registrar en un dispositivo
      </Title>
      {devices.some(({ enrols }) => enrols.includes('finger')) && (
        <NativeSelect
          label="Dedo"
          data={fingerChoices}
          value={finger}
          onChange={(event) => setFinger(event.currentTarget.value)}
          maw={{ xs: 280 }}
          mt="xs"
        />
      )}
      <Box component="ul" data-lined my="xs">
        {devices.map((device) => {
          const line = describeTerminalTemplates(device)
          const own = enrolment?.device.id === device.id ? formatEnrolmentLine(enrolment) : null
          return (
            <Stack component="li" key={device.id} gap="0.35rem">
              <strong>{device.name}</strong>
              {line && <TerminalStateLines lines={[line]} />}
              <div role="status">{own && <TerminalStateLines lines={[own]} />}</div>
              <Group gap="xs">
                {kinds
                  .filter(({ kind }) => device.enrols.includes(kind))
                  .map(({ kind, label, Icon }) => (
                    <Button
                      key={kind}
                      size="compact-md"
                      variant="default"
                      h={44}
                      aria-disabled={waits || undefined}
                      leftSection={<Icon size={20} aria-hidden />}
                      aria-label={`${label} en ${device.name}`}
                      onClick={() => !waits && submit({ id_device: device.id, kind })}
                    >
                      {label}
                    </Button>
                  ))}
              </Group>
            </Stack>
          )
        })}
      </Box>
    </section>
  )
}

const unreadable = { title: 'No se pudo leer la foto', description: 'Prueba con otra imagen JPG o PNG.' }

/** Lets the user send the client's photo, or a new one, to the terminals, which compute a face template from it. */
function FacePhoto({ client }: { client: Pick<Client, 'id' | 'photo_url'> }) {
  const { submit, pending } = useSave({
    run: async (source: Blob | string, send) => {
      const blob = typeof source === 'string' ? await (await fetch(source)).blob() : source
      const image = await makeFacePhoto(blob).catch(() => {
        throw Object.assign(new Error(unreadable.description), { name: unreadable.title })
      })
      return send('biometrics.photo', { params: { id_client: client.id }, body: { image } })
    },
    done: 'Foto del rostro guardada',
    detail: 'Los dispositivos de luz visible la reciben y hacen de ella un rostro.',
  })
  const photo = getSafePictureUrl(client.photo_url)
  const busy = { variant: 'default', 'aria-disabled': pending || undefined } as const
  return (
    <div>
      <Group gap="xs">
        <FileButton accept="image/jpeg,image/png,image/webp" capture="user" onChange={(file) => file && submit(file)}>
          {(button) => (
            <Button {...button} {...busy} leftSection={<IconCamera size={20} aria-hidden />}>
              Tomar foto del rostro
            </Button>
          )}
        </FileButton>
        {photo && (
          <ButtonWithIcon {...busy} Icon={IconUserSquare} onClick={() => !pending && submit(photo)}>
            Usar la foto de la ficha
          </ButtonWithIcon>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        De frente, con buena luz, sin gafas oscuras ni gorra.
      </Text>
    </div>
  )
}

const width = 480
const height = 640
const quality = 0.85

/** Crops the middle of the picture and returns a JPEG in base64. Rejects if the browser cannot decode the picture. */
async function makeFacePhoto(source: Blob): Promise<string> {
  const picture = await createImageBitmap(source)
  const scale = Math.max(width / picture.width, height / picture.height)
  const [wide, high] = [picture.width * scale, picture.height * scale]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('no canvas')
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, width, height)
  paper.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high)
  picture.close()
  return canvas.toDataURL('image/jpeg', quality).replace(/^data:[^,]*,/, '')
}
