import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import { showInstant } from '@torniquete/contract/shared/dates.ts'
import type { ReactNode } from 'react'
import { needsShift } from '../../api/api-error.ts'
import { type BookingCallName, bookedText } from '../../api/booking-calls.ts'
import type { UnansweredCall } from '../../api/unanswered-calls.ts'
import { AmountsText } from '../../kit/AmountsText.tsx'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../kit/icons.ts'
import { ownZone } from '../../kit/own-zone.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { useShowBill } from '../bills/use-show-bill.ts'
import { draftWords } from '../drafts/draft-words.ts'

const documents: Partial<Record<BookingCallName, 'sale' | 'payment'>> = {
  'sales.create': 'sale',
  'payments.create': 'payment',
  'tickets.create': 'payment',
}

/** Of the document, or of a ticket's membership. */
function idOf(answer: unknown): number | null {
  if (answer === null || typeof answer !== 'object') return null
  if ('payment' in answer) return idOf(answer.payment)
  return 'id' in answer && typeof answer.id === 'number' ? answer.id : null
}

/** Shows the bill that a call made, where it made one that Facturación shows. */
function BillLink({ call, answer, onOpen }: { call: BookingCallName; answer: unknown; onOpen: () => void }) {
  const showBill = useShowBill()
  const [kind, id] = [documents[call], idOf(answer)]
  if (!kind || id === null) return null
  const open = () => {
    onOpen()
    showBill(kind, id)
  }
  return (
    <Button size="sm" variant="default" onClick={open}>
      Ver factura
    </Button>
  )
}

interface NoticeProps {
  color: 'yellow' | 'green' | 'red'
  icon: ReactNode
  title: string
  text: string
  children: ReactNode
}

function Notice({ color, icon, title, text, children }: NoticeProps) {
  return (
    <Alert color={color} icon={icon} title={<AmountsText>{title}</AmountsText>}>
      <Text size="sm">
        <AmountsText>{text}</AmountsText>
      </Text>
      <Group gap="xs" mt="xs">
        {children}
      </Group>
    </Alert>
  )
}

interface ActionProps {
  onClick: () => void
  disabled?: boolean
  children: string
}

const Action = (props: ActionProps) => <Button size="sm" variant="default" {...props} />

const warning = { color: 'yellow', icon: <IconAlertTriangle size={20} aria-hidden /> } as const
const done = { color: 'green', icon: <IconCircleCheck size={20} aria-hidden /> } as const
const refused = { color: 'red', icon: <IconCircleX size={20} aria-hidden /> } as const
const repeating = { color: 'yellow', icon: <Loader size={18} color="yellow" aria-hidden /> } as const

/** By the gym's clocks. */
const momentOf = (at: number, timeZone: string | undefined) =>
  showInstant(timeZone ?? ownZone(), new Date(at).toISOString())
// A sale as an amount collected: what is said of it has no gender.
const lookItUp = 'Busca si quedó en el registro antes de repetir.'

/** What it was made of waits to be mended, unless it was thrown away meanwhile. */
function refusal({ entry, reason }: UnansweredCall & { state: 'refused' }): string {
  if (!entry.draft || localStorage.getItem(entry.draft) === null) return reason
  return `${reason} ${draftWords[entry.call === 'purchases.create' ? 'purchase' : 'sale'].place}`
}

/** One unanswered call and what may be done about it. */
export function UnansweredCallNotice({ pendingCall }: { pendingCall: UnansweredCall }) {
  const { label, call, at } = pendingCall.entry
  const zone = useGymClock()?.zone
  const unanswered = `${label} quedó sin respuesta.`
  switch (pendingCall.state) {
    case 'repeating': {
      const { waiting } = pendingCall
      const attempt = waiting ? ` (intento ${waiting.attempts + 1})` : ''
      return (
        <Notice
          {...repeating}
          title={unanswered}
          text={`${waiting?.refusal ?? 'Comprobando con el servidor…'}${attempt} No se registrará dos veces.`}
        >
          {waiting && (
            <>
              <Action disabled={waiting.sending} onClick={waiting.retryNow}>
                Reintentar ahora
              </Action>
              <Action onClick={waiting.stop}>Dejar de intentar</Action>
            </>
          )}
        </Notice>
      )
    }
    case 'stopped': {
      if (needsShift(pendingCall.reason))
        return (
          <Notice
            {...warning}
            title={`${label} todavía no se registró.`}
            text={`${pendingCall.reason} Contará en el turno que abras, una sola vez.`}
          >
            <Action onClick={pendingCall.retry}>Reintentar</Action>
            <Action onClick={pendingCall.discard}>Quitar sin registrar</Action>
          </Notice>
        )
      const reason = pendingCall.reason ? ` El servidor dice: ${pendingCall.reason}` : ''
      return (
        <Notice
          {...warning}
          title={unanswered}
          text={`No se sabe si se registró.${reason} Al reintentar no se registrará dos veces.`}
        >
          <Action onClick={pendingCall.retry}>Reintentar</Action>
          <Action onClick={pendingCall.discard}>Ya lo comprobé: quitar el aviso</Action>
        </Notice>
      )
    }
    case 'old':
      return (
        <Notice
          {...warning}
          title={unanswered}
          text={`Es del ${momentOf(at, zone)} y ya no puede repetirse. ${lookItUp}`}
        >
          <Action onClick={pendingCall.discard}>Ya lo comprobé: quitar el aviso</Action>
        </Notice>
      )
    case 'done':
      return (
        <Notice {...done} title={bookedText(call)} text={`${label} se registró una sola vez.`}>
          <BillLink call={call} answer={pendingCall.answer} onOpen={pendingCall.close} />
          <Action onClick={pendingCall.close}>Cerrar</Action>
        </Notice>
      )
    case 'refused':
      return (
        <Notice {...refused} title={`${label} no se registró.`} text={refusal(pendingCall)}>
          <Action onClick={pendingCall.close}>Cerrar</Action>
        </Notice>
      )
  }
}
