import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconDoorEnter } from '../kit/icons.ts'
import { toast } from '../kit/toast.ts'
import { useOpenDoor } from './use-open-door.ts'

/** Button that opens the gym's door. If the door cannot be opened, it is dimmed and shows the reason when pressed. */
export function OpenDoorButton({ compact }: { compact: boolean }) {
  const { open, opening, refusal } = useOpenDoor()
  const name = opening ? 'Abriendo la puerta…' : 'Abrir puerta'
  const icon = opening ? <Loader size={18} aria-hidden /> : <IconDoorEnter size={20} aria-hidden />
  const shared = {
    variant: 'default',
    title: refusal ?? name,
    opacity: refusal ? 0.6 : undefined,
    'aria-label': refusal ? `Abrir puerta: ${refusal}` : name,
    'aria-disabled': refusal !== null || opening || undefined,
    'aria-busy': opening,
    onClick: () => (refusal ? toast.info(refusal) : open()),
  }
  return compact ? (
    <ActionIcon size={44} radius="xl" {...shared}>
      {icon}
    </ActionIcon>
  ) : (
    <Button size="sm" radius="xl" h="2.5rem" leftSection={icon} {...shared}>
      {opening ? 'Abriendo…' : 'Abrir puerta'}
    </Button>
  )
}
