import { Button, FileButton } from '@mantine/core'
import { useRef } from 'react'
import { IconPhotoUp } from '../../../kit/icons.ts'

interface ChoosePhotosProps {
  /** True after a first choice. */
  again: boolean
  disabled: boolean
  onChoose: (files: File[]) => void
}

const folder = { webkitdirectory: '' }
const takesFolders = 'webkitdirectory' in HTMLInputElement.prototype

export function ChoosePhotos({ again, disabled, onChoose }: ChoosePhotosProps) {
  const files = useRef<HTMLInputElement>(null)
  const folders = useRef<HTMLInputElement>(null)
  const choose = (chosen: File[]) => {
    // Otherwise the browser ignores a second choice of the same files.
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
