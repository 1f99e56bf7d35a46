import { Button, FileButton, Group, Text } from '@mantine/core'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { useSave } from '../../../forms/use-save.ts'
import { IconCamera, IconUserSquare } from '../../../kit/icons.ts'
import { IconButton } from '../../../kit/PageButton.tsx'
import { shownPicture } from '../../../kit/shown-picture.ts'
import { makeFacePhoto } from './face-photo.ts'

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
