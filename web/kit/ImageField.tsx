import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { errorText } from '@torniquete/contract/errors.ts'
import { imageLimit, imageTypes, noFileText } from '@torniquete/contract/images.ts'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { isGoodImage } from './image-rules.ts'
import { fallbackPicture, Picture } from './Picture.tsx'
import { toast } from './toast.ts'

interface ImageFieldProps {
  label: string
  /** The chosen file; the owner uploads it on submit. */
  file: File | null
  onFile: (file: File | null) => void
  /** The image that is stored now. */
  currentUrl: string | null | undefined
  error?: ReactNode
  square?: boolean
  fallback?: string
  disabled?: boolean
}

/** The address of a chosen file, to be shown before it is stored. */
export function useFilePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setAddress(null)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

/** Shows the chosen image, otherwise the stored one, otherwise the default. */
export function ImageField(props: ImageFieldProps) {
  const { label, file, onFile, currentUrl, error, square, fallback = fallbackPicture, disabled } = props
  const preview = useFilePreview(file)
  const rules = useId()
  const choose = (chosen: File | null) => {
    if (!chosen) toast.failure(noFileText)
    else if (isGoodImage(chosen)) onFile(chosen)
    else toast.failure(errorText('image.invalid'))
  }
  return (
    <Group gap="md" wrap="nowrap" align="center">
      <Picture
        src={preview ?? currentUrl}
        alt={`Vista previa: ${label}`}
        size={84}
        square={square}
        fallback={fallback}
      />
      <Stack gap={6}>
        <Input.Label component="div">{label}</Input.Label>
        <Group gap="xs">
          <FileButton onChange={choose} accept={imageTypes.join(',')} disabled={disabled}>
            {(button) => (
              <Button
                {...button}
                size="sm"
                variant="default"
                leftSection={<IconPhotoUp size={18} aria-hidden />}
                aria-describedby={rules}
                disabled={disabled}
              >
                Elegir imagen
              </Button>
            )}
          </FileButton>
          {file && (
            <Button size="sm" variant="subtle" color="gray" onClick={() => onFile(null)}>
              Quitar
            </Button>
          )}
        </Group>
        <Text id={rules} size="xs" c="dimmed">
          {file ? file.name : `PNG, JPG o SVG, hasta ${imageLimit / 1024 / 1024} MB`}
        </Text>
        {error && <Input.Error>{error}</Input.Error>}
      </Stack>
    </Group>
  )
}
