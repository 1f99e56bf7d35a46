import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { Money } from '../../../kit/Money.tsx'
import { UnansweredNotice } from '../../../kit/UnansweredNotice.tsx'
import { useShowBill } from '../use-show-bill.ts'
import { useOpenDoor } from './use-open-door.ts'
import type { Sold } from './use-sell-membership.ts'

interface AnonymousSoldDialogProps {
  sold: Sold
  onSellAgain: () => void
  onClose: () => void
}

export function AnonymousSoldDialog({ sold, onSellAgain, onClose }: AnonymousSoldDialogProps) {
  const door = useOpenDoor()
  const showBill = useShowBill()
  const openBill = () => {
    onClose()
    showBill('payment', sold.payment.id)
  }
  return (
    <Modal opened onClose={onClose} title="Membresía vendida" centered transitionProps={{ duration: 0 }}>
      <Stack>
        <Text>
          {sold.plan.name} · {sold.client.name} · <Money value={sold.plan.price} bold />
        </Text>
        {door.error && (
          <Alert color="red" role="alert">
            {door.error.message}
          </Alert>
        )}
        <UnansweredNotice call={door.unanswered} />
        <Button
          size="lg"
          data-autofocus
          leftSection={<IconDoorEnter size={24} aria-hidden />}
          // Not disabled while it opens: the focus would be lost. A second press is ignored by submit.
          aria-disabled={door.pending || undefined}
          loading={false}
          onClick={() => door.submit(sold.client.id)}
        >
          {door.pending ? 'Abriendo…' : 'Abrir puerta'}
        </Button>
        <Group grow>
          <Button variant="default" onClick={onSellAgain}>
            Vender otra
          </Button>
          <Button variant="default" onClick={openBill}>
            Ver factura
          </Button>
          <Button variant="default" onClick={onClose}>
            Cerrar
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
