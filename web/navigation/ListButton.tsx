import { Button } from '@mantine/core'
import { IconFileImport, IconTrashOff } from '../kit/icons.ts'
import kit from '../kit/kit.module.css'
import { type DialogPath, useOpenDialog } from './opening.ts'

interface Kind {
  Icon: typeof IconTrashOff
  word: string
}

/** A secondary button beside a list; on a phone only its icon is visible. */
const listButton = ({ Icon, word }: Kind) =>
  function ListButton({ title, to }: { title: string; to: DialogPath }) {
    const open = useOpenDialog()
    return (
      <Button variant="default" px={{ base: 'xs', sm: 'lg' }} flex="none" title={title} onClick={() => open(to)}>
        <Icon size={20} aria-hidden />
        <span className={kit.spareWord}>{word}</span>
      </Button>
    )
  }

export const ImportButton = listButton({ Icon: IconFileImport, word: 'Importar' })
export const DeletedButton = listButton({ Icon: IconTrashOff, word: 'Eliminados' })
