import { Button } from '@mantine/core'
import { IconTrashOff } from '@tabler/icons-react'
import classes from '../../kit/kit.module.css'

/** Leads to what was deleted; on a phone its word is for those who hear it. */
export function DeletedButton({ title, onClick }: { title: string; onClick: () => void }) {
  return (
    <Button variant="default" px={{ base: 'xs', sm: 'lg' }} flex="none" title={title} onClick={onClick}>
      <IconTrashOff size={20} aria-hidden />
      <span className={classes.spareWord}>Eliminados</span>
    </Button>
  )
}
