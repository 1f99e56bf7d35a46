import { Button } from '@mantine/core'
import { IconTrashOff } from '@tabler/icons-react'
import classes from '../../kit/kit.module.css'
import { type DialogPath, useOpenDialog } from '../../navigation/opening.ts'

/** Leads to what was deleted; on a phone its word is for those who hear it. */
export function DeletedButton({ title, to }: { title: string; to: DialogPath }) {
  const open = useOpenDialog()
  return (
    <Button variant="default" px={{ base: 'xs', sm: 'lg' }} flex="none" title={title} onClick={() => open(to)}>
      <IconTrashOff size={20} aria-hidden />
      <span className={classes.spareWord}>Eliminados</span>
    </Button>
  )
}
