// Warns before a cash sale that this computer's cash drawer is closed or not chosen, and offers to open or choose it.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import { readTypedMoney } from '@torniquete/contract/shared/parse-input.ts'
import type { CashDrawer } from '@torniquete/contract/till/cash-shifts.ts'
import { useState } from 'react'
import { refetchArea } from '../../api/invalidate-areas.ts'
import { staleTimeOfAnnouncedMs, useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../forms/use-save.ts'
import { Dialog, NestedDialogBoundary } from '../../kit/Dialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { IconCashRegister } from '../../kit/icons.ts'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { MoneyField } from '../../kit/ParsedField.tsx'
import { useKeyboardShortcuts } from '../../kit/use-keyboard-shortcuts.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { storeComputerDrawer, useDrawers } from './current-cash-drawer.ts'
import classes from './paying.module.css'

export function OpenDrawerShiftDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const queries = useQueryClient()
  const [amount, setAmount] = useState('')
  const [tried, setTried] = useState(false)
  const { value, error } = readTypedMoney(amount)
  const save = useSave({
    run: (counted: string, send) => send('cash-shifts.open', { body: { id_drawer: id, amount: counted } }),
    done: 'Caja abierta',
    detail: ({ drawer, opened }) => `${drawer.name} · ${formatMoney(opened.amount)}`,
    // The shifts are reloaded before the dialog closes, so that the next sale belongs to the new shift.
    onSaved: async () => {
      await refetchArea(queries, 'cash-shifts')
      onClose()
    },
    failure: () => null,
  })
  return (
    <FormDialog
      title="Abrir caja"
      submitLabel="Abrir"
      pendingLabel="Abriendo"
      size="md"
      {...save.dialog}
      dirty={amount !== ''}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (value !== undefined) save.submit(value)
      }}
    >
      <MoneyField
        label="Dinero que hay en la caja"
        required
        data-autofocus
        value={amount}
        onChange={setAmount}
        error={tried && error}
      />
    </FormDialog>
  )
}

export const ComputerDrawerChoice = ({
  drawers,
  onChoose,
}: {
  drawers: readonly CashDrawer[]
  onChoose?: () => void
}) => (
  <section aria-label="Qué caja usa esta computadora">
    <Text mb="sm">¿Qué caja está junto a esta computadora?</Text>
    <Group gap="sm">
      {drawers.map(({ id, name }, at) => (
        <Button
          key={id}
          variant="default"
          size="md"
          data-autofocus={at === 0 || undefined}
          onClick={() => {
            storeComputerDrawer(id)
            onChoose?.()
          }}
        >
          {name}
        </Button>
      ))}
    </Group>
  </section>
)

function DrawerNotice({ drawer, drawers }: { drawer: CashDrawer | null; drawers: readonly CashDrawer[] }) {
  const [open, setOpen] = useState(false)
  const rules = useEndpoint('cash-shifts.rules', {}, { staleTime: staleTimeOfAnnouncedMs }).data
  const ask = () => setOpen(true)
  const close = () => setOpen(false)
  useKeyboardShortcuts([[hotkeys.openDrawer, ask, { usePhysicalKeys: true }]])
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
        <ButtonWithIcon
          size="compact-md"
          variant="default"
          Icon={IconCashRegister}
          iconSize={18}
          hotkey={hotkeys.openDrawer}
          onClick={ask}
        >
          {drawer ? 'Abrir caja' : 'Elegir caja'}
        </ButtonWithIcon>
      </Alert>
      {open && (
        <NestedDialogBoundary>
          {drawer ? (
            <OpenDrawerShiftDialog id={drawer.id} onClose={close} />
          ) : (
            <Dialog onClose={close} title="Elegir caja" size="md">
              <ComputerDrawerChoice drawers={drawers} onChoose={close} />
            </Dialog>
          )}
        </NestedDialogBoundary>
      )}
    </>
  )
}

export function ClosedCashDrawerNotice() {
  const { query, own } = useDrawers(true)
  const used = query.data?.filter(({ is_hidden }) => !is_hidden) ?? []
  if (used.length === 0 || own?.shift) return null
  // The React key resets the notice once a drawer is chosen, so that its dialog does not stay open with other content.
  return <DrawerNotice key={own?.id} drawer={own} drawers={used} />
}
