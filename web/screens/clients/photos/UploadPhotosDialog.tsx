import { Alert, Box, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type MatchedPhotos,
  maxPhotosPerCall,
  type SkippedPhotoFile,
} from '@torniquete/contract/members/client-photos.ts'
import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import type { StoredImage } from '@torniquete/contract/shared/images.ts'
import { useEffect, useRef, useState } from 'react'
import { isAccessRefusal, isOutcomeUnknown } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { uploadImageOnce } from '../../../api/images.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ImportRowGroup } from '../../../features/file-import/ImportPreview.tsx'
import { HelpLink } from '../../../features/help/HelpLink.tsx'
import { UndoableActionNotice } from '../../../forms/UndoableActionNotice.tsx'
import { useSave } from '../../../forms/use-save.ts'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { IconPhotoUp } from '../../../kit/icons.ts'
import { LoadError } from '../../../kit/LoadError.tsx'
import { Spinner } from '../../../kit/Spinner.tsx'
import { useCloseDialog } from '../../../navigation/open-dialog.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { type ChosenPhotos, makePhotoFile, readChosenPhotos } from './photo-files.ts'

const photosText = (count: number) => `${formatNumber(count)} ${count === 1 ? 'foto' : 'fotos'}`

const failedText = (count: number) => `${photosText(count)} no se ${count === 1 ? 'pudo' : 'pudieron'} guardar`

/** `turn` increases with each choice, so that the same files can be chosen and matched again. */
type Turn = ChosenPhotos & { turn: number }

function useChosen(onChoose: () => void) {
  const [chosen, setChosen] = useState<Turn | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const turn = useRef(0)
  const choose = async (files: File[]) => {
    if (files.length === 0) return
    turn.current += 1
    const mine = turn.current
    const read = await readChosenPhotos(files)
    if (mine !== turn.current) return
    onChoose()
    setRefusal(typeof read === 'string' ? read : null)
    setChosen(typeof read === 'string' ? null : { ...read, turn: mine })
  }
  return { chosen, refusal, choose }
}

export function UploadPhotosDialog() {
  const close = useCloseDialog()
  const upload = usePhotoUpload()
  const save = useSave({
    run: async ({ what, matched }: { what: Turn; matched: MatchedPhotos }, send) => {
      const { photos, failed } = await upload.store(what, matched.ready)
      if (photos.length === 0) throw new Error('Ninguna foto se pudo guardar.')
      const { count } = await send('clients.set-photos', { body: { file_name: what.title, photos } })
      return { count, failed }
    },
    done: ({ count }) => `${photosText(count)} ${count === 1 ? 'agregada' : 'agregadas'}`,
    detail: ({ failed }) =>
      failed > 0 ? failedText(failed) : 'Tienes hasta mañana para deshacerlo en esta misma ventana.',
    // Photos that could not be uploaded stay listed, and the next press retries only these.
    onSaved: ({ failed }) => (failed > 0 ? query.refetch() : close()),
  })
  const { chosen, refusal, choose } = useChosen(() => {
    save.reset()
    upload.forget()
  })
  const query = useQuery({
    queryKey: ['clients.match-photos', chosen?.turn],
    queryFn: async ({ signal }): Promise<MatchedPhotos | null> =>
      chosen && (await call('clients.match-photos', { body: { files: chosen.files.map(({ name }) => name) }, signal })),
    enabled: chosen !== null,
    staleTime: 0,
    gcTime: 0,
  })
  const matched = (!query.error && query.data) || null
  const ready = matched !== null && matched.ready.length > 0
  const resumes = upload.done > 0 && save.error !== null
  return (
    <FormDialog
      title="Fotos de clientes"
      dirty={false}
      careful
      {...save.dialog}
      submitLabel={resumes ? 'Seguir' : ready ? `Agregar ${photosText(matched.ready.length)}` : 'Agregar'}
      pendingLabel="Subiendo"
      disabled={!ready}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen && ready) save.submit({ what: chosen, matched })
      }}
    >
      <Text size="sm" c="dimmed">
        Un .zip, una carpeta, o muchas fotos a la vez, hasta {formatNumber(maxPhotosPerCall)}. Cada una se llama como el
        número, la tarjeta o el nombre completo de su cliente: 15.jpg, 15 - Ana Peña.jpg, Ana Peña.jpg. Quien ya tiene
        foto la conserva.
      </Text>
      <Group gap="sm">
        <ChoosePhotos again={chosen !== null} disabled={save.pending} onChoose={(files) => void choose(files)} />
        {chosen && <Text size="sm">{chosen.title}</Text>}
      </Group>
      {refusal && (
        <Alert color="yellow" role="alert">
          {refusal}
        </Alert>
      )}
      {!chosen && <LastPhotos />}
      {chosen && query.isPending && <Spinner />}
      {chosen && <LoadError query={query} />}
      {matched && <Matched {...matched} failed={upload.failed} />}
      {matched && (save.pending || resumes) && (
        <div>
          <Text size="sm" aria-hidden>
            Subidas {formatNumber(upload.done)} de {formatNumber(matched.ready.length)}
          </Text>
          <Box
            component="progress"
            display="block"
            w="100%"
            h="0.5rem"
            aria-label="Subidas"
            max={matched.ready.length}
            value={upload.done}
          />
        </div>
      )}
      <HelpLink page="importar" apart>
        Ayuda: cómo se llaman las fotos
      </HelpLink>
    </FormDialog>
  )
}

/** Maximum number of files listed for each result; for further files only their number is shown. */
const told = 100
const linesOf = (files: readonly SkippedPhotoFile[]) =>
  files.slice(0, told).map(({ file, reason }) => `${file}: ${reason}`)

function Matched({ ready, present, rejected, failed }: MatchedPhotos & { failed: SkippedPhotoFile[] }) {
  return (
    <Stack gap="sm">
      {ready.length === 0 ? (
        <Alert color="yellow" role="status">
          Ninguna de estas fotos es de un cliente sin foto.
        </Alert>
      ) : (
        <Text role="status">
          {ready.length === 1 ? 'Se agregará' : 'Se agregarán'} <b>{photosText(ready.length)}</b>.
        </Text>
      )}
      {failed.length > 0 && (
        <ImportRowGroup opened count={failed.length} lines={linesOf(failed)}>
          {failedText(failed.length)}
        </ImportRowGroup>
      )}
      {rejected.length > 0 && (
        <ImportRowGroup opened count={rejected.length} lines={linesOf(rejected)}>
          {photosText(rejected.length)} sin cliente
        </ImportRowGroup>
      )}
      {present.length > 0 && (
        <ImportRowGroup count={present.length} lines={linesOf(present)}>
          {photosText(present.length)} de clientes que ya tienen una
        </ImportRowGroup>
      )}
      {ready.length > 0 && (
        <ImportRowGroup
          count={ready.length}
          lines={ready.slice(0, told).map(({ file, client }) => `${file}: ${client}`)}
        >
          De quién es cada una
        </ImportRowGroup>
      )}
    </Stack>
  )
}

function LastPhotos() {
  const last = useEndpoint('clients.last-photos', {}).data?.last
  const zone = useGymClock()?.zone
  if (!last || !zone) return null
  return (
    <UndoableActionNotice
      action={`${last.user} agregó ${photosText(last.count)} de ${last.file_name} el ${formatInstant(zone, last.created_at)}.`}
      title="Quitar las fotos"
      run={(_, send) => send('clients.undo-photos', { params: { id_import: last.id } })}
      done="Fotos quitadas"
      detail={({ deleted, kept }) =>
        `${photosText(deleted)} ${deleted === 1 ? 'quitada' : 'quitadas'}.${kept > 0 ? ` Se quedan ${kept}, que cambiaron.` : ''}`
      }
    >
      Se quitan las fotos que vinieron en {last.file_name}, menos las que se cambiaron después.
    </UndoableActionNotice>
  )
}

const folder = { webkitdirectory: '' }
const takesFolders = 'webkitdirectory' in HTMLInputElement.prototype

interface ChoosePhotosProps {
  again: boolean
  disabled: boolean
  onChoose: (files: File[]) => void
}

function ChoosePhotos({ again, disabled, onChoose }: ChoosePhotosProps) {
  const files = useRef<HTMLInputElement>(null)
  const folders = useRef<HTMLInputElement>(null)
  const choose = (chosen: File[]) => {
    // The inputs are cleared, because otherwise the browser reports no change if the same files are chosen again.
    for (const input of [files.current, folders.current]) if (input) input.value = ''
    onChoose(chosen)
  }
  return (
    <>
      <FileButton ref={files} multiple accept=".zip,.png,.jpg,.jpeg,.svg" onChange={choose} disabled={disabled}>
        {(button) => (
          <Button
            {...button}
            variant={again ? 'default' : 'filled'}
            leftSection={<IconPhotoUp size={20} aria-hidden />}
            disabled={disabled}
            data-autofocus
          >
            {again ? 'Elegir otras fotos' : 'Elegir fotos'}
          </Button>
        )}
      </FileButton>
      {takesFolders && (
        <FileButton
          ref={folders}
          multiple
          inputProps={{ multiple: true, ...folder }}
          onChange={choose}
          disabled={disabled}
        >
          {(button) => (
            <Button {...button} variant="default" disabled={disabled}>
              Elegir una carpeta
            </Button>
          )}
        </FileButton>
      )}
    </>
  )
}

type Ready = MatchedPhotos['ready']

/** Number of parallel uploads: a few use the full bandwidth, and each keeps a picture in memory. */
const atOnce = 3

/** Uploads the photos, scaled to display size. A repeat skips those already uploaded; photos that fail are listed. */
function usePhotoUpload() {
  const stored = useRef(new Map<string, StoredImage>())
  const left = useRef(false)
  const [done, setDone] = useState(0)
  const [failed, setFailed] = useState<SkippedPhotoFile[]>([])
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  const store = async ({ files }: ChosenPhotos, ready: Ready) => {
    const refused = new Map<string, string>()
    const byName = new Map(files.map((file) => [file.name, file]))
    const waiting = ready.filter(({ file }) => !stored.current.has(file))
    setDone(ready.length - waiting.length)
    const work = async () => {
      for (let next = waiting.shift(); next && !left.current; next = waiting.shift()) {
        const { file } = next
        const photo = byName.get(file)
        try {
          if (photo) stored.current.set(file, await uploadImageOnce('clients', await makePhotoFile(photo)))
        } catch (error) {
          if (isOutcomeUnknown(error) || isAccessRefusal(error)) {
            // Without connection or session the remaining uploads would fail too, so they are skipped.
            waiting.length = 0
            throw error
          }
          refused.set(file, error instanceof Error ? error.message : '')
        }
        setDone((before) => before + 1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    setFailed([...refused].map(([file, reason]) => ({ file, reason })))
    const photos = ready.flatMap(({ file, id_client }) => {
      const image = stored.current.get(file)
      return image ? [{ id_client, photo_url: image.url, photo_path: image.path }] : []
    })
    return { photos, failed: refused.size }
  }
  const forget = () => {
    stored.current.clear()
    setDone(0)
    setFailed([])
  }
  return { store, forget, done, failed }
}
