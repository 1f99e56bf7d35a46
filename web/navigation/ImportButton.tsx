import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import kit from '../kit/kit.module.css'
import { type DialogPath, useOpenDialog } from './opening.ts'

/** Beside a list: what is in it may come in a file. */
export function ImportButton({ title, to }: { title: string; to: DialogPath }) {
  const open = useOpenDialog()
  return (
    <Button variant="default" px={{ base: 'xs', sm: 'lg' }} flex="none" title={title} onClick={() => open(to)}>
      <IconFileImport size={20} aria-hidden />
      <span className={kit.spareWord}>Importar</span>
    </Button>
  )
}
