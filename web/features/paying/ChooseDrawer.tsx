import { Button, Group, Text } from '@mantine/core'
import type { CashDrawer } from '@torniquete/contract/till/cash-shifts.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { chooseDrawer } from './own-drawer.ts'

interface DrawerChoiceProps {
  drawers: readonly CashDrawer[]
  onChoose?: () => void
}

export const DrawerChoice = ({ drawers, onChoose }: DrawerChoiceProps) => (
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
            chooseDrawer(id)
            onChoose?.()
          }}
        >
          {name}
        </Button>
      ))}
    </Group>
  </section>
)

export function ChooseDrawer({ drawers, onClose }: { drawers: readonly CashDrawer[]; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Elegir caja" size="md">
      <DrawerChoice drawers={drawers} onChoose={onClose} />
    </Dialog>
  )
}
