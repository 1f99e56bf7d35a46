// Warns before a cash sale that the drawer is closed or not chosen, and offers the remedy.
import { Alert } from '@mantine/core'
import type { CashDrawer } from '@torniquete/contract/till/cash-shifts.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { IconCashRegister } from '../../kit/icons.ts'
import { NestedDialog } from '../../kit/NestedDialog.tsx'
import { IconButton } from '../../kit/PageButton.tsx'
import { useKeys } from '../../kit/use-keys.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { ChooseDrawer } from './ChooseDrawer.tsx'
import { OpenDrawer } from './OpenDrawer.tsx'
import { useDrawers } from './own-drawer.ts'
import classes from './paying.module.css'

const hour = 3_600_000

interface DrawerNoticeProps {
  /** This computer's drawer; null if none is chosen. */
  drawer: CashDrawer | null
  drawers: readonly CashDrawer[]
}

function DrawerNotice({ drawer, drawers }: DrawerNoticeProps) {
  const [open, setOpen] = useState(false)
  const rules = useEndpoint('cash-shifts.rules', {}, { staleTime: hour }).data
  const ask = () => setOpen(true)
  useKeys([[hotkeys.openDrawer, ask, { usePhysicalKeys: true }]])
  const state = drawer ? `${drawer.name} está cerrada` : 'Esta computadora no tiene caja'
  return (
    <>
      <Alert color="yellow" role="status" className={classes.closed} p="xs">
        <span data-warning>
          {state}:{' '}
          {rules?.needs_shift
            ? `${drawer ? 'ábrela' : 'elígela'} para cobrar en efectivo.`
            : 'este efectivo no contará en ningún turno.'}
        </span>
        <IconButton
          size="compact-md"
          variant="default"
          Icon={IconCashRegister}
          iconSize={18}
          hotkey={hotkeys.openDrawer}
          onClick={ask}
        >
          {drawer ? 'Abrir caja' : 'Elegir caja'}
        </IconButton>
      </Alert>
      {open && (
        <NestedDialog>
          {drawer ? (
            <OpenDrawer id={drawer.id} onClose={() => setOpen(false)} />
          ) : (
            <ChooseDrawer drawers={drawers} onClose={() => setOpen(false)} />
          )}
        </NestedDialog>
      )}
    </>
  )
}

export function ClosedDrawer() {
  const { query, own } = useDrawers(true)
  const used = query.data?.filter(({ is_hidden }) => !is_hidden) ?? []
  if (used.length === 0 || own?.shift) return null
  // A new key separates the dialog that chooses from the one that opens.
  return <DrawerNotice key={own?.id} drawer={own} drawers={used} />
}
