import { Button, Group, Kbd } from '@mantine/core'
import { UnbrokenAmountsText } from './UnbrokenAmountsText.tsx'
import { useKeyboardShortcuts } from './use-keyboard-shortcuts.ts'

export interface ToastAction {
  label: string
  keys?: string
  run: () => void
}

interface ToastMessageProps {
  description: string | null
  offers: readonly ToastAction[]
  onTake: () => void
}

export const ToastMessage = ({ description, offers, onTake }: ToastMessageProps) => (
  <>
    {description && <UnbrokenAmountsText>{description}</UnbrokenAmountsText>}
    {offers.length > 0 && (
      <Group gap="xs" mt="xs">
        {offers.map((offer) => (
          <Offer key={offer.label} {...offer} onTake={onTake} />
        ))}
      </Group>
    )}
  </>
)

function Offer({ label, keys, run, onTake }: ToastAction & Pick<ToastMessageProps, 'onTake'>) {
  const take = () => {
    onTake()
    run()
  }
  useKeyboardShortcuts(keys ? [[keys, take, { usePhysicalKeys: true }]] : [])
  return (
    <Button
      size="sm"
      variant="light"
      aria-keyshortcuts={keys}
      rightSection={
        keys && (
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            {keys}
          </Kbd>
        )
      }
      onClick={take}
    >
      {label}
    </Button>
  )
}
