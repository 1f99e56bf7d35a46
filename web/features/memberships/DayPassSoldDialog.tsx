import { Alert, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Attendance } from '@torniquete/contract/members/attendances.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import { useState } from 'react'
import type { CallFunction } from '../../api/call.ts'
import { now } from '../../api/server-clock.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../forms/use-save.ts'
import { CallRetryNotice } from '../../kit/CallRetryNotice.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { IconCircleCheck, IconDoorEnter } from '../../kit/icons.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { Money } from '../../kit/Money.tsx'
import { useCloseDialog, useDialogPathId } from '../../navigation/open-dialog.ts'
import { useShowBill } from '../bills/use-show-bill.ts'
import { useDayPassSoldDialog } from './use-sell-membership.ts'

/** Idempotency key of the visit. Each sale has one, so it gets at most one visit. The server requires a UUID. */
const keyOf = (payment: number) => `00000000-0000-4000-8000-${payment.toString(16).padStart(12, '0')}`

/** Records the visit for a day pass. If that visit was recorded before and voided, it is restored. */
async function noteVisit({ id, client }: Pick<Payment, 'id' | 'client'>, send: CallFunction): Promise<Attendance> {
  const pressedAt = now().getTime()
  const noted = await send('attendances.create', { body: { id_client: client.id }, idempotencyKey: keyOf(id) })
  return Date.parse(noted.check_in) < pressedAt
    ? send('attendances.restore', { params: { id: noted.attendance_id } })
    : noted
}

/** Dialog after the sale of an anonymous day pass. A sale admits one visitor; 'Vender otra' sells another day pass. */
export function DayPassSoldDialog() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const { sellAgain } = useDayPassSoldDialog()
  const showBill = useShowBill()
  const query = useEndpoint('payments.read', { params: { id } })
  const payment = query.data
  if (!payment) return <LoadingDialog title="Membresía vendida" query={query} onClose={close} />
  return (
    <Dialog onClose={close} title="Membresía vendida" transitionProps={{ duration: 0 }}>
      <Stack>
        <Text>
          {payment.membership.name} · {payment.client.name} · <Money value={payment.membership.price} bold />
        </Text>
        <AdmittedClients key={id} payment={payment} />
        <SimpleGrid minColWidth="8.5rem" autoFlow="auto-fit" spacing="0.6rem">
          <Button variant="default" onClick={sellAgain}>
            Vender otra
          </Button>
          {/* The bill has a URL of its own, so opening it also closes this dialog. */}
          <Button variant="default" onClick={() => showBill('payment', id)}>
            Ver factura
          </Button>
          <Button variant="default" onClick={close}>
            Cerrar
          </Button>
        </SimpleGrid>
      </Stack>
    </Dialog>
  )
}

function AdmittedClients({ payment }: { payment: Payment }) {
  const [opened, setOpened] = useState(false)
  const [noted, setNoted] = useState(false)
  const shared = { onSaved: () => setNoted(true), failure: () => null }
  const letIn = useSave({
    run: async (_: null, send) => {
      // If the door was opened but recording the visit failed, a second press only records the visit.
      if (!opened) await send('door.open', { body: { id_payment: payment.id } })
      setOpened(true)
      return noteVisit(payment, send)
    },
    done: 'El dispositivo confirmó la apertura',
    ...shared,
  })
  const note = useSave({
    run: (_: null, send) => noteVisit(payment, send),
    done: 'Entrada registrada',
    ...shared,
  })
  const failed = note.error ?? letIn.error
  const pending = letIn.pending || note.pending
  if (noted)
    return (
      <Alert color="green" role="status" icon={<IconCircleCheck size={20} aria-hidden />}>
        {opened ? 'El dispositivo confirmó la apertura. La entrada quedó registrada.' : 'La entrada quedó registrada.'}
      </Alert>
    )
  const label = opened ? 'Registrar entrada' : 'Abrir puerta'
  return (
    <>
      {failed && (
        <Alert color="red" role="alert">
          {opened ? `La puerta se abrió, pero la entrada no se registró: ${failed.message}` : failed.message}
        </Alert>
      )}
      <CallRetryNotice call={letIn.unanswered ?? note.unanswered} />
      <Button
        size="lg"
        data-autofocus
        leftSection={<IconDoorEnter size={24} aria-hidden />}
        // A disabled button would lose the focus, so the click handler ignores a second press instead.
        aria-disabled={pending || undefined}
        onClick={() => !pending && letIn.submit(null)}
      >
        {letIn.pending && !opened ? 'Abriendo…' : label}
      </Button>
      {failed && !opened && (
        <Button variant="default" size="lg" onClick={() => !pending && note.submit(null)}>
          Registrar entrada sin abrir
        </Button>
      )}
    </>
  )
}
