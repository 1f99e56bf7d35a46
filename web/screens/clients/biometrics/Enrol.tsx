import { Button, FileButton, Group, NativeSelect, Text, Title } from '@mantine/core'
import { type ClientBiometrics, defaultFinger } from '@torniquete/contract/members/biometrics.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { useState } from 'react'
import { TerminalLines } from '../../../features/terminals/TerminalLines.tsx'
import { useSave } from '../../../forms/use-save.ts'
import { IconCamera, IconFaceId, IconFingerprint, IconUserSquare } from '../../../kit/icons.ts'
import { IconButton } from '../../../kit/PageButton.tsx'
import { shownPicture } from '../../../kit/shown-picture.ts'
import classes from '../clients.module.css'
import { enrolmentLine, fingerChoices, holdingLine, isUnderWay } from './biometric-words.ts'

const kinds = [
  { kind: 'finger', label: 'Registrar huella', Icon: IconFingerprint },
  { kind: 'face', label: 'Registrar rostro', Icon: IconFaceId },
] as const

interface EnrolProps {
  client: number
  known: ClientBiometrics
}

/** Each terminal with the client's templates and possible enrolments. */
export function Enrol({ client, known: { devices, enrolment } }: EnrolProps) {
  const [finger, setFinger] = useState(String(defaultFinger))
  const { submit, pending } = useSave({
    run: ({ id_device, kind }: { id_device: number; kind: 'finger' | 'face' }, send) =>
      send('biometrics.enrol', {
        params: { id_client: client },
        body: { id_device, kind, ...(kind === 'finger' && { finger: Number(finger) }) },
      }),
    done: null,
  })
  const waits = pending || isUnderWay(enrolment)
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
      <ul className={classes.devices}>
        {devices.map((device) => {
          const line = holdingLine(device)
          const own = enrolment?.device.id === device.id ? enrolmentLine(enrolment) : null
          return (
            <li key={device.id}>
              <strong>{device.name}</strong>
              {line && <TerminalLines lines={[line]} />}
              <div role="status">{own && <TerminalLines lines={[own]} />}</div>
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
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const unreadable = { title: 'No se pudo leer la foto', description: 'Prueba con otra imagen JPG o PNG.' }

/** A photo from the card or camera, from which terminals compute a face template. */
export function FacePhoto({ client }: { client: Pick<Client, 'id' | 'photo_url'> }) {
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
  const photo = shownPicture(client.photo_url)
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
          <IconButton {...busy} Icon={IconUserSquare} onClick={() => !pending && submit(photo)}>
            Usar la foto de la ficha
          </IconButton>
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

/** The middle of the picture in base64. Rejects if the browser cannot decode it. */
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
