import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { formatPause, NewPause, type Pause, type PauseAllowance } from '@torniquete/contract/members/pauses.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { addDays, formatDate, getLastMembershipDay, isCalendarDay } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun } from '@torniquete/contract/shared/format-numbers.ts'
import { useState } from 'react'
import { getFieldErrors, isFinalRefusal } from '../../../api/api-error.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ActionDialog } from '../../../forms/ActionDialog.tsx'
import { makeValidator, useRecordForm } from '../../../forms/use-record-form.tsx'
import { DayField } from '../../../kit/DayField.tsx'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../../kit/LoadingDialog.tsx'
import { useCloseDialog, useDialogPathId } from '../../../navigation/open-dialog.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { useSignedInUser } from '../../../session/session.tsx'

const title = 'Pausar membresía'

export function PauseMembershipDialog() {
  const id = useDialogPathId()
  const params = { id_client: id }
  const client = useEndpoint('clients.read', { params })
  const told = useEndpoint('pauses.of-client', { params })
  const clock = useGymClock()
  const close = useCloseDialog()
  if (!client.data || !told.data || !clock)
    return <LoadingDialog title={title} query={client.data ? told : client} onClose={close} />
  return <PauseForm client={client.data} told={told.data} today={clock.today} />
}

function allowanceText(allowance: PauseAllowance | null): string {
  if (!allowance) return 'Su plan no permite pausas.'
  const { days, times } = allowance
  if (days === 0 || times === 0) return 'Este año ya no le quedan pausas.'
  const atMost = times === null ? '' : `, en ${formatCountWithNoun(times, 'pausa', 'pausas')} como máximo`
  return `Le quedan ${formatCountWithNoun(days, 'día', 'días')} este año${atMost}.`
}

interface PauseDays {
  start_date: string | null
  end_date: string | null
}

interface PauseFormProps {
  client: Client
  told: CallAnswer<'pauses.of-client'>
  today: string
}

const validate = makeValidator(NewPause)

/** States how the pause moves the expiry; null if the pause has no end, or the client has not paid for its start. */
function movedText(paidUntil: string | null, { start_date: from, end_date: until }: PauseDays): string | null {
  if (
    !paidUntil ||
    !from ||
    !until ||
    !isCalendarDay(from) ||
    !isCalendarDay(until) ||
    until < from ||
    from >= paidUntil
  )
    return null
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1
  return `Último día pagado: el ${formatDate(getLastMembershipDay(paidUntil))} pasa a ser el ${formatDate(getLastMembershipDay(addDays(paidUntil, days)))}.`
}

function PauseForm({ client, told: { pauses, allowance }, today }: PauseFormProps) {
  const { form, field, dialog } = useRecordForm({
    stored: null,
    toValues: () => ({ start_date: today as string | null, end_date: null as string | null, reason: '' }), // Both dates can be cleared.
    validate,
    create: (body, send) => send('pauses.create', { params: { id_client: client.id }, body }),
    created: 'Membresía en pausa.',
    errorsOf: (error) =>
      isFinalRefusal(error) && Object.keys(getFieldErrors(error)).length === 0 ? { start_date: error.message } : null,
  })
  const moved = movedText(client.paid_until, form.values)
  return (
    <FormDialog {...dialog} title={title} size="md" submitLabel="Pausar" pendingLabel="Pausando">
      <Text size="sm">
        {client.name} no entra mientras dura la pausa, y lo que tiene pagado se corre esos días.{' '}
        {allowanceText(allowance)}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DayField required data-autofocus {...field('start_date', 'Primer día')} />
        <DayField placeholder="Hasta que vuelva" {...field('end_date', 'Último día')} />
      </SimpleGrid>
      {moved && (
        <Text size="sm" role="status">
          {moved}
        </Text>
      )}
      <TextInput required maxLength={255} {...field('reason', 'Motivo')} />
      {pauses.length > 0 && <Former pauses={pauses} today={today} />}
    </FormDialog>
  )
}

function Former({ pauses, today }: { pauses: readonly Pause[]; today: string }) {
  const { role } = useSignedInUser()
  const [undoing, setUndoing] = useState<Pause | null>(null)
  return (
    <Stack gap={4} component="section" aria-label="Pausas">
      {pauses.map((pause) => (
        <Group key={pause.id} justify="space-between" wrap="nowrap">
          <Text size="sm">
            {formatPause(pause, today)} · {pause.reason} · {pause.user.name}
          </Text>
          {isCallAllowed(role, 'pauses.undo') && (
            <Button
              variant="subtle"
              h={44}
              flex="none"
              px="xs"
              aria-label={`Deshacer: ${formatPause(pause, today)}`}
              onClick={() => setUndoing(pause)}
            >
              Deshacer
            </Button>
          )}
        </Group>
      ))}
      {undoing && (
        <ActionDialog
          title="Deshacer la pausa"
          confirmLabel="Deshacer"
          pendingLabel="Deshaciendo"
          action={{
            run: (_, send) => send('pauses.undo', { params: { id_pause: undoing.id } }),
            done: 'Pausa deshecha.',
          }}
          onClose={() => setUndoing(null)}
        >
          Es como si no hubiera existido: se le quitan los días que la membresía se corrió
          {undoing.resume_date <= today
            ? `, aunque terminó el ${formatDate(getLastMembershipDay(undoing.resume_date))}`
            : ''}
          .
        </ActionDialog>
      )}
    </Stack>
  )
}
