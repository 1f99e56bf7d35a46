import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { imageMimeTypes, maxImageBytes, noFileChosenText } from '@torniquete/contract/shared/images.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ImageChoice } from '../api/images.ts'
import { IconPhotoUp } from '../kit/icons.ts'
import { Picture } from '../kit/Picture.tsx'
import { toast } from '../kit/toast.ts'

interface ImageFieldProps {
  label: string
  choice: ImageChoice
  onChoice: (choice: ImageChoice) => void
  currentUrl: string | null | undefined
  error?: ReactNode
  square?: boolean
  disabled?: boolean
}

const isGoodImage = (file: File) => imageMimeTypes.some((type) => type === file.type) && file.size <= maxImageBytes

export function useChosenImageUrl(choice: ImageChoice, currentUrl: string | null | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  const file = choice instanceof File ? choice : null
  useEffect(() => {
    if (!file) return setAddress(null)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address ?? (choice === 'none' ? null : (currentUrl ?? null))
}

/** Shows the chosen, the stored or the default image. 'Quitar' removes the chosen image first, then the stored one. */
export function ImageField(props: ImageFieldProps) {
  const { label, choice, onChoice, currentUrl, error, square, disabled } = props
  const shown = useChosenImageUrl(choice, currentUrl)
  const rules = useId()
  const input = useRef<HTMLInputElement>(null)
  const refusal = useRef<string | null>(null)
  const choose = (chosen: File | null) => {
    // Clears the file input: otherwise the browser ignores choosing the same file again.
    if (input.current) input.current.value = ''
    if (refusal.current !== null) toast.close(refusal.current)
    const good = chosen !== null && isGoodImage(chosen)
    refusal.current = good ? null : toast.failure(chosen ? formatError('image.invalid') : noFileChosenText)
    if (good) onChoice(chosen)
  }
  useEffect(() => {
    const field = input.current
    // Cancelling the file picker keeps the current choice and shows a message.
    const cancel = () => choose(null)
    field?.addEventListener('cancel', cancel)
    return () => field?.removeEventListener('cancel', cancel)
  })
  return (
    <Group gap="md" wrap="nowrap" align="center">
      <Picture src={shown} alt={`Vista previa: ${label}`} size={84} square={square} />
      <Stack gap={6}>
        <Input.Label component="div">{label}</Input.Label>
        <Group gap="xs">
          <FileButton ref={input} onChange={choose} accept={imageMimeTypes.join(',')} disabled={disabled}>
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
          {shown && !disabled && (
            <Button
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={`Quitar: ${label}`}
              onClick={() => onChoice(choice instanceof File || !currentUrl ? null : 'none')}
            >
              Quitar
            </Button>
          )}
        </Group>
        <Text id={rules} size="xs" c="dimmed">
          {choice instanceof File ? choice.name : `PNG, JPG o SVG, hasta ${maxImageBytes / 1024 / 1024} MB`}
        </Text>
        {error && <Input.Error>{error}</Input.Error>}
      </Stack>
    </Group>
  )
}
