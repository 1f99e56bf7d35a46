// Cash is taken beside a drawer that nobody opened: it is told before the sale, with the key that opens it.
import { Alert } from '@mantine/core'
import type { CashDrawer } from '@torniquete/contract/cash-shifts.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { IconCashRegister } from '../../kit/icons.ts'
import { NestedDialog } from '../../kit/NestedDialog.tsx'
import { dialogOnDemand } from '../../kit/on-demand.tsx'
import { IconButton } from '../../kit/PageButton.tsx'
import { useKeys } from '../../kit/use-keys.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useDrawers } from './own-drawer.ts'
import classes from './paying.module.css'

const OpenDrawer = dialogOnDemand(() => import('./OpenDrawer.tsx'), 'OpenDrawer')

const hour = 3_600_000

function Told({ drawer }: { drawer: CashDrawer }) {
  const [opening, setOpening] = useState(false)
  const rules = useEndpoint('cash-shifts.rules', {}, { staleTime: hour }).data
  const open = () => {
    void OpenDrawer.preload()
    setOpening(true)
  }
  useKeys([[hotkeys.openDrawer, () => !opening && open(), { usePhysicalKeys: true }]])
  return (
    <>
      <Alert color="yellow" role="status" className={classes.closed} p="xs">
        <span data-warning>
          {drawer.name} está cerrada:{' '}
          {rules?.needs_shift ? 'ábrela para cobrar en efectivo.' : 'este efectivo no contará en ningún turno.'}
        </span>
        <IconButton
          size="compact-md"
          variant="default"
          Icon={IconCashRegister}
          iconSize={18}
          hotkey={hotkeys.openDrawer}
          onClick={open}
        >
          Abrir caja
        </IconButton>
      </Alert>
      {opening && (
        <NestedDialog>
          <OpenDrawer id={drawer.id} onClose={() => setOpening(false)} />
        </NestedDialog>
      )}
    </>
  )
}

export function ClosedDrawer() {
  const { own } = useDrawers()
  return own && !own.shift ? <Told drawer={own} /> : null
}
