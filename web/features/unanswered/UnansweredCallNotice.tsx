import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import type { ReactNode } from 'react'
import { isShiftMissingMessage } from '../../api/api-error.ts'
import { dismissOutboxNoticeCall, type OutboxNoticeCall, retryStoppedCall } from '../../api/outbox.ts'
import { getCallSuccessText, type OutboxCallName } from '../../api/outbox-calls.ts'
import { readBrowserTimeZone } from '../../kit/InstantText.tsx'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../kit/icons.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { useShowBill } from '../bills/use-show-bill.ts'
import { draftTexts } from '../drafts/draft-texts.ts'
import { makeOpenShiftField } from '../paying/current-cash-drawer.ts'

const documents: Partial<Record<OutboxCallName, 'sale' | 'payment'>> = {
  'sales.create': 'sale',
  'payments.create': 'payment',
  'tickets.create': 'payment',
}

function readId(answer: unknown): number | null {
  if (answer === null || typeof answer !== 'object') return null
  if ('payment' in answer) return readId(answer.payment)
  return 'id' in answer && typeof answer.id === 'number' ? answer.id : null
}

const warning = { color: 'yellow', icon: <IconAlertTriangle size={20} aria-hidden /> }
const done = { color: 'green', icon: <IconCircleCheck size={20} aria-hidden /> }
const refused = { color: 'red', icon: <IconCircleX size={20} aria-hidden /> }
const repeating = { color: 'yellow', icon: <Loader size={18} color="yellow" aria-hidden /> }

interface ActionProps {
  onClick: () => void
  disabled?: boolean
  children: string
}

const Action = (props: ActionProps) => <Button size="sm" variant="default" {...props} />

export function UnansweredCallNotice({ shown }: { shown: OutboxNoticeCall }) {
  const zone = useGymClock()?.zone ?? readBrowserTimeZone()
  const showBill = useShowBill()
  const { label, call, at, draft } = shown.entry
  const close = () => dismissOutboxNoticeCall(shown)
  const retry = () => retryStoppedCall(shown.entry, makeOpenShiftField())
  const notice = (style: typeof warning, title: string, text: string, actions: ReactNode) => (
    <Alert {...style} title={<UnbrokenAmountsText>{title}</UnbrokenAmountsText>}>
      <Text size="sm">
        <UnbrokenAmountsText>{text}</UnbrokenAmountsText>
      </Text>
      <Group gap="xs" mt="xs">
        {actions}
      </Group>
    </Alert>
  )
  const unanswered = `${label} quedó sin respuesta.`
  const checked = <Action onClick={close}>Ya lo comprobé: quitar el aviso</Action>
  if (shown.state === 'repeating') {
    const waiting = shown.retry
    const attempt = waiting ? ` (intento ${waiting.attempts + 1})` : ''
    const text = `${waiting?.refusal ?? 'Comprobando con el servidor…'}${attempt} No se registrará dos veces.`
    const actions = waiting && (
      <>
        <Action disabled={waiting.sending} onClick={waiting.retryNow}>
          Reintentar ahora
        </Action>
        <Action onClick={waiting.stop}>Dejar de intentar</Action>
      </>
    )
    return notice(repeating, unanswered, text, actions)
  }
  if (shown.state === 'stopped' && isShiftMissingMessage(shown.reason)) {
    const text = `${shown.reason} Contará en el turno que abras, una sola vez.`
    const actions = (
      <>
        <Action onClick={retry}>Reintentar</Action>
        <Action onClick={close}>Quitar sin registrar</Action>
      </>
    )
    return notice(warning, `${label} todavía no se registró.`, text, actions)
  }
  if (shown.state === 'stopped') {
    const reason = shown.reason ? ` El servidor dice: ${shown.reason}` : ''
    const actions = (
      <>
        <Action onClick={retry}>Reintentar</Action>
        {checked}
      </>
    )
    const text = `No se sabe si se registró.${reason} Al reintentar no se registrará dos veces.`
    return notice(warning, unanswered, text, actions)
  }
  if (shown.state === 'old') {
    const day = formatInstant(zone, new Date(at).toISOString())
    // The sentence fits nouns of both genders, because the calls' names differ in gender.
    const text = `Es del ${day} y ya no puede repetirse. Busca si quedó en el registro antes de repetir.`
    return notice(warning, unanswered, text, checked)
  }
  if (shown.state === 'done') {
    const [kind, id] = [documents[call], readId(shown.answer)]
    const openBill = () => {
      close()
      if (kind && id !== null) showBill(kind, id)
    }
    const actions = (
      <>
        {kind && id !== null && <Action onClick={openBill}>Ver factura</Action>}
        <Action onClick={close}>Cerrar</Action>
      </>
    )
    return notice(done, getCallSuccessText(call), `${label} se registró una sola vez.`, actions)
  }
  // A refused draft is still stored unless the user discarded it.
  const hasDraft = draft && localStorage.getItem(draft) !== null
  const place = hasDraft ? ` ${draftTexts[call === 'purchases.create' ? 'purchase' : 'sale'].place}` : ''
  return notice(refused, `${label} no se registró.`, shown.reason + place, <Action onClick={close}>Cerrar</Action>)
}
