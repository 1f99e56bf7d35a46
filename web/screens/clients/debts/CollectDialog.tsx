import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { showDay } from '@torniquete/contract/shared/dates.ts'
import { showMoney, sumToCents } from '@torniquete/contract/shared/money.ts'
import { readMoney, requiredText } from '@torniquete/contract/shared/typed.ts'
import { type ClientDebts, type DebtSummary, owedText } from '@torniquete/contract/till/debts.ts'
import type { HowPaid } from '@torniquete/contract/till/payment-fields.ts'
import { useState } from 'react'
import { bookedText } from '../../../api/booking-calls.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ownShiftBody, useUnmended } from '../../../features/paying/own-drawer.ts'
import { PayingField } from '../../../features/paying/PayingField.tsx'
import type { Paying } from '../../../features/paying/paying.ts'
import { usePaying } from '../../../features/paying/use-paying.ts'
import { UnlessUnanswered } from '../../../features/unanswered/UnlessUnanswered.tsx'
import { useSave } from '../../../forms/use-save.ts'
import { AmountsText } from '../../../kit/AmountsText.tsx'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../../kit/LoadingDialog.tsx'
import { MoneyField } from '../../../kit/TypedField.tsx'
import { useDelayedValue } from '../../../kit/use-delayed-value.ts'
import { overPage, useDialogId } from '../../../navigation/opening.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'

const title = 'Cobrar lo que debe'
const nothingOwed = Object.assign(new Error('No hay nada que cobrar.'), { name: 'Este cliente no debe nada.' })

export function CollectDialog() {
  return <UnlessUnanswered>{(onClose) => <Collect onClose={onClose} />}</UnlessUnanswered>
}

function Collect({ onClose }: { onClose: () => void }) {
  const params = { id_client: useDialogId() }
  const client = useEndpoint('clients.read', { params })
  const debts = useEndpoint('debts.of-client', { params })
  /** The first loaded version: after full payment the dialog is about to close. */
  const [first, setFirst] = useState<ClientDebts>()
  if (!first && debts.data) setFirst(debts.data)
  const owed = debts.data?.owed ?? first?.owed
  if (!client.data || !first || !owed)
    return (
      <LoadingDialog
        title={title}
        query={first && client.data ? { ...debts, error: nothingOwed } : client.data ? debts : client}
        onClose={onClose}
      />
    )
  return <CollectForm client={client.data} owed={owed} onClose={onClose} />
}

interface Collected {
  amount: string
  /** The debt that the person has seen. */
  expected_owed: string
  paid: HowPaid['paid']
}

function wrongAmount(typed: string, owed: string): string | null {
  if (typed.trim() === '') return requiredText
  const { value, error } = readMoney(typed)
  if (value === undefined) return error
  if (sumToCents(value) === 0) return 'Debe ser mayor que cero'
  return sumToCents(value) > sumToCents(owed) ? `Solo debe ${showMoney(owed)}` : null
}

function CollectForm({ client, owed, onClose }: { client: Client; owed: DebtSummary; onClose: () => void }) {
  const [typed, setTyped] = useState<string>()
  const [tried, setTried] = useState(false)
  const amount = typed ?? owed.owed
  const wrong = wrongAmount(amount, owed.owed)
  const [paying, setPaying] = useState<Paying>({})
  const pay = usePaying(wrong ? null : amount, paying)
  const navigate = useNavigate()
  const collected = useSave({
    run: ({ amount, expected_owed, paid }: Collected, send) =>
      send('debts.collect', {
        params: { id_client: client.id },
        body: { amount, expected_owed, paid, ...ownShiftBody() },
        label: `El cobro a ${client.name} por ${showMoney(amount)}`,
      }),
    // The next press pays the current debt.
    refetchOnRefusal: () => ['debts'],
    done: bookedText('debts.collect'),
    detail: ({ owed: left }, { amount }) =>
      `${client.name} · ${showMoney(amount)} · ${left ? owedText(left) : 'No debe nada más'}`,
    // The receipt shows documents and remaining debt.
    offer: ({ id }) => ({
      label: 'Ver recibo',
      keys: hotkeys.showBill,
      run: () =>
        void navigate({
          to: '/clients/$id/card/collections/$collection',
          params: { id: String(client.id), collection: String(id) },
          ...overPage,
        }),
    }),
    failure: () => null,
    onSaved: onClose,
    onGivenUp: onClose,
  })
  const read = useDelayedValue(owed.owed, typed, collected.error)
  const submit = () => {
    setTried(true)
    if (!wrong && !pay.wrong) collected.submit({ amount, expected_owed: read, paid: pay.paid })
  }
  return (
    <FormDialog
      title={title}
      size="md"
      submitLabel="Cobrar"
      pendingLabel="Cobrando"
      pending={collected.pending}
      unanswered={collected.unanswered}
      error={useUnmended(collected.error)?.message}
      dirty={typed !== undefined}
      careful
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">
        <AmountsText>{`${client.name}: ${owedText(owed).toLowerCase()} desde el ${showDay(owed.since)}.`}</AmountsText>
      </Text>
      <MoneyField
        label="Paga ahora"
        required
        data-autofocus
        value={amount}
        onChange={(next) => {
          setTyped(next)
          if (!collected.pending) collected.reset()
        }}
        onFocus={(event) => event.currentTarget.select()}
        error={(tried || typed !== undefined) && wrong}
      />
      <PayingField state={pay} onChange={setPaying} tried={tried} />
    </FormDialog>
  )
}
