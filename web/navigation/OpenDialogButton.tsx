import { Button } from '@mantine/core'
import { IconFileImport, IconTrashOff } from '../kit/icons.ts'
import kit from '../kit/kit.module.css'
import { PageActionButton, type PageActionButtonProps } from '../kit/PageActionButton.tsx'
import { type DialogPath, useOpenDialog } from './open-dialog.ts'

export function OpenDialogButton({ to, ...button }: Omit<PageActionButtonProps, 'onPress'> & { to: DialogPath }) {
  const open = useOpenDialog()
  return <PageActionButton {...button} onPress={() => open(to)} />
}

/** Makes a secondary button beside a list; on a phone only its icon is visible. */
const listButton = (Icon: typeof IconTrashOff, word: string) =>
  function ListButton({ title, to }: { title: string; to: DialogPath }) {
    const open = useOpenDialog()
    return (
      <Button variant="default" px={{ base: 'xs', sm: 'lg' }} flex="none" title={title} onClick={() => open(to)}>
        <Icon size={20} aria-hidden />
        <span className={kit.spareWord}>{word}</span>
      </Button>
    )
  }

export const ImportButton = listButton(IconFileImport, 'Importar')
export const DeletedRowsButton = listButton(IconTrashOff, 'Eliminados')
