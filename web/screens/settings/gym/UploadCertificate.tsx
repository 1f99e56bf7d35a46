import { FileButton, Group, Input, PasswordInput, Text } from '@mantine/core'
import { defaultTimeZone, formatDate, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { noFileChosenText } from '@torniquete/contract/shared/images.ts'
import { type ReactNode, useId, useState } from 'react'
import { getFieldErrors } from '../../../api/api-error.ts'
import { HelpLink } from '../../../features/help/HelpLink.tsx'
import { useActionForm, validateRequiredText } from '../../../forms/use-action-form.tsx'
import { toErrorToast } from '../../../forms/use-save.ts'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { IconFileImport } from '../../../kit/icons.ts'
import { ButtonWithIcon } from '../../../kit/PageActionButton.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'

function makeUpload(file: File, password: string): FormData {
  const upload = new FormData()
  upload.append('password', password)
  upload.append('file', file)
  return upload
}

/** A dropped file can have any ending. */
function findFileError(file: File | null): string | null {
  if (!file) return noFileChosenText
  return /\.(p12|pfx)$/i.test(file.name) ? null : 'Elige un archivo que termine en .p12 o .pfx.'
}

/** Uploads the certificate that signs electronic receipts. The server never answers its key. */
export function UploadCertificate() {
  const zone = useGymClock()?.zone ?? defaultTimeZone
  const { form, field, dialog } = useActionForm({
    values: { file: null as File | null, password: '' },
    validate: ({ file, password }) => ({ file: findFileError(file), password: validateRequiredText(password) }),
    run: ({ file, password }, send) =>
      // The cast is safe, because the form requires a file.
      send('fiscal.upload-certificate', { body: makeUpload(file as File, password) }),
    done: 'Certificado guardado',
    detail: ({ subject, valid_until }) =>
      `${subject}, válido hasta el ${formatDate(toLocalDay(zone, new Date(valid_until)))}`,
    failure: (error) => (Object.keys(getFieldErrors(error)).length > 0 ? null : toErrorToast(error)),
  })
  return (
    <FormDialog {...dialog} title="Certificado de firma" submitLabel="Guardar" pendingLabel="Leyendo" size="md">
      <Text size="sm">
        Es el archivo con el que se firma cada comprobante, a nombre de la persona que la DGII autorizó. Se guarda
        cifrado, y nadie puede volver a leerlo.
      </Text>
      <FileField
        file={form.values.file}
        error={form.errors.file}
        onChange={(file) => {
          form.setFieldValue('file', file)
          form.setFieldError('file', findFileError(file))
        }}
      />
      <PasswordInput
        required
        autoComplete="off"
        // Set explicitly, because Mantine's PasswordInput shows an error by colour only.
        aria-invalid={Boolean(form.errors.password)}
        maxLength={255}
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito', tabIndex: 0 }}
        {...field('password', 'Contraseña del certificado', {
          description: 'La que te dieron con el archivo, o la que elegiste al descargarlo',
        })}
      />
      <HelpLink page="comprobantes-electronicos" apart>
        Ayuda: cómo conseguir el certificado
      </HelpLink>
    </FormDialog>
  )
}

interface FileFieldProps {
  file: File | null
  error: ReactNode
  onChange: (file: File) => void
}

function FileField({ file, error, onChange }: FileFieldProps) {
  const [isOver, setOver] = useState(false)
  const id = useId()
  const choose = (chosen: File | null | undefined) => chosen && onChange(chosen)
  return (
    <Input.Wrapper id={id} label="Archivo del certificado (.p12 o .pfx)" labelElement="div" required error={error}>
      <Group
        role="group"
        aria-label="Archivo del certificado"
        gap="sm"
        p="md"
        mt={4}
        bdrs="md"
        bd={`1px dashed ${isOver ? 'var(--mantine-primary-color-filled)' : 'var(--field-border)'}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          choose(event.dataTransfer.files[0])
        }}
      >
        <FileButton onChange={choose} accept=".p12,.pfx,application/x-pkcs12">
          {(button) => (
            <ButtonWithIcon
              {...button}
              data-autofocus
              variant="default"
              Icon={IconFileImport}
              aria-invalid={Boolean(error) || undefined}
              aria-describedby={error ? `${id}-error` : undefined}
            >
              {file ? 'Elegir otro archivo' : 'Elegir archivo'}
            </ButtonWithIcon>
          )}
        </FileButton>
        <Text size="sm" c={file ? undefined : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
          {file?.name ?? 'o arrástralo hasta aquí'}
        </Text>
      </Group>
    </Input.Wrapper>
  )
}
