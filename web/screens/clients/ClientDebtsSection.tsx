import { Anchor, Box, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { formatPlanName } from '@torniquete/contract/members/memberships.ts'
import { formatDate, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { formatMoney, roundToCents } from '@torniquete/contract/shared/money.ts'
import { readTypedMoney, requiredFieldText } from '@torniquete/contract/shared/parse-input.ts'
import { type ClientDebts, type Debt, type DebtSummary, formatDebt } from '@torniquete/contract/till/debts.ts'
import type { PaymentFields } from '@torniquete/contract/till/payment-fields.ts'
import { shouldShowDebts } from '@torniquete/contract/till/should-show-debts.ts'
import { useState } from 'react'
import { getCallSuccessText } from '../../api/outbox-calls.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { makeOpenShiftField, useErrorUntilShiftOpens } from '../../features/paying/current-cash-drawer.ts'
import { PaymentField } from '../../features/paying/PaymentField.tsx'
import type { PaymentInput } from '../../features/paying/payment-input.ts'
import { useDebtRules } from '../../features/paying/payment-settings.ts'
import { usePaymentState } from '../../features/paying/use-payment-state.ts'
import { CloseIfCallPendingAtLoad } from '../../features/unanswered/CloseIfCallPendingAtLoad.tsx'
import { useSave } from '../../forms/use-save.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { IconCash } from '../../kit/icons.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { Money } from '../../kit/Money.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { MoneyField } from '../../kit/ParsedField.tsx'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { useDelayedValue } from '../../kit/use-delayed-value.ts'
import { useKeyboardShortcuts } from '../../kit/use-keyboard-shortcuts.ts'
import { isSingleDialogOpen } from '../../kit/use-page-shortcuts.ts'
import { dialogOverPageOptions, useDialogPathId, useOpenDialog } from '../../navigation/open-dialog.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useGymClock } from '../../session/gym-clock.ts'

/** A client's debts; undefined while loading, or if the gym neither allows debts nor has any. */
export function useClientDebts(client: number): ClientDebts | undefined {
  const enabled = shouldShowDebts(useDebtRules().data)
  return useEndpoint('debts.of-client', { params: { id_client: client } }, { enabled }).data
}

const toldAtMost = 5

export function ClientDebtsSection({ client }: { client: number }) {
  const debts = useClientDebts(client)
  const open = useOpenDialog()
  const paid = useEndpoint(
    'collections.list',
    { query: { id_client: client, size_page: toldAtMost } },
    { enabled: debts !== undefined },
  ).data
  const collect = () => open('/clients/$id/card/collect', client)
  useKeyboardShortcuts([
    [hotkeys.collect, () => debts?.owed && isSingleDialogOpen() && collect(), { usePhysicalKeys: true }],
  ])
  return (
    <>
      {debts?.owed && (
        <Box component="section" aria-label="Deuda" mb="md">
          <Text>
            <strong>
              <UnbrokenAmountsText>{formatDebt(debts.owed)}</UnbrokenAmountsText>
            </strong>{' '}
            desde el {formatDate(debts.owed.since)}
          </Text>
          <Text component="ul" c="dimmed" my="xs">
            {debts.debts.map((debt) => (
              <li key={debt.id}>
                <UnbrokenAmountsText>{debtText(debt)}</UnbrokenAmountsText>
              </li>
            ))}
          </Text>
          <ButtonWithIcon variant="default" h={44} Icon={IconCash} hotkey={hotkeys.collect} onClick={collect}>
            Cobrar
          </ButtonWithIcon>
        </Box>
      )}
      {paid && paid.total > 0 && <Collections client={client} list={paid} />}
    </>
  )
}

function Collections({ client, list: { items, total } }: { client: number; list: CallAnswer<'collections.list'> }) {
  const zone = useGymClock()?.zone
  return (
    <Box component="section" aria-label="Cobros" mb="md">
      <Text>Cobros de su deuda{total > items.length && `, los últimos ${items.length} de ${total}`}</Text>
      <Text component="ul" c="dimmed" mt="xs">
        {zone &&
          items.map(({ id, number, at, amount, voided }) => (
            <li key={id}>
              <Anchor
                inherit
                td="underline"
                renderRoot={(props) => (
                  <Link
                    to="/clients/$id/card/collections/$collection"
                    params={{ id: String(client), collection: String(id) }}
                    {...dialogOverPageOptions}
                    {...props}
                  />
                )}
              >
                N.º{'\u00a0'}
                {number}
              </Anchor>{' '}
              · {formatDate(toLocalDay(zone, new Date(at)))} ·{' '}
              {voided ? (
                <s>
                  <Money value={amount} />
                </s>
              ) : (
                <Money value={amount} />
              )}
              {voided && ' · Anulado'}
            </li>
          ))}
      </Text>
    </Box>
  )
}

/** Text for a debt: `Mensual N.º 12 · 1/3/2026 · $ 30.00 de $ 100.00`. */
function debtText({ document, name, since, amount, owed }: Debt): string {
  const what = `${name === null ? 'Venta' : formatPlanName(name)} N.º\u00a0${document.number}`
  const left = owed === amount ? formatMoney(owed) : `${formatMoney(owed)} de ${formatMoney(amount)}`
  return `${what} · ${formatDate(since)} · ${left}`
}

const title = 'Cobrar lo que debe'
const nothingOwed = Object.assign(new Error('No hay nada que cobrar.'), { name: 'Este cliente no debe nada.' })

export function CollectDebtDialog() {
  return <CloseIfCallPendingAtLoad>{(onClose) => <Collect onClose={onClose} />}</CloseIfCallPendingAtLoad>
}

function Collect({ onClose }: { onClose: () => void }) {
  const params = { id_client: useDialogPathId() }
  const client = useEndpoint('clients.read', { params })
  const debts = useEndpoint('debts.of-client', { params })
  /** Debts as first loaded. The dialog keeps showing them after a full payment, until it closes. */
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
  /** Debt shown to the user: the server refuses the payment if the debt has changed. */
  expected_owed: string
  paid: PaymentFields['paid']
}

function wrongAmount(typed: string, owed: string): string | null {
  if (typed.trim() === '') return requiredFieldText
  const { value, error } = readTypedMoney(typed)
  if (value === undefined) return error
  if (roundToCents(value) === 0) return 'Debe ser mayor que cero'
  return roundToCents(value) > roundToCents(owed) ? `Solo debe ${formatMoney(owed)}` : null
}

function CollectForm({ client, owed, onClose }: { client: Client; owed: DebtSummary; onClose: () => void }) {
  const [typed, setTyped] = useState<string>()
  const [tried, setTried] = useState(false)
  const amount = typed ?? owed.owed
  const wrong = wrongAmount(amount, owed.owed)
  const [paying, setPaying] = useState<PaymentInput>({})
  const pay = usePaymentState(wrong ? null : amount, paying)
  const navigate = useNavigate()
  const collected = useSave({
    run: ({ amount, expected_owed, paid }: Collected, send) =>
      send('debts.collect', {
        params: { id_client: client.id },
        body: { amount, expected_owed, paid, ...makeOpenShiftField() },
        label: `El cobro a ${client.name} por ${formatMoney(amount)}`,
      }),
    // After a refusal the debts are loaded again, so that the next press pays the current debt.
    refetchOnRefusal: () => ['debts'],
    done: getCallSuccessText('debts.collect'),
    detail: ({ owed: left }, { amount }) =>
      `${client.name} · ${formatMoney(amount)} · ${left ? formatDebt(left) : 'No debe nada más'}`,
    // The toast offers the receipt, which lists the paid documents and the remaining debt.
    offer: ({ id }) => ({
      label: 'Ver recibo',
      keys: hotkeys.showBill,
      run: () =>
        void navigate({
          to: '/clients/$id/card/collections/$collection',
          params: { id: String(client.id), collection: String(id) },
          ...dialogOverPageOptions,
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
      error={useErrorUntilShiftOpens(collected.error)?.message}
      dirty={typed !== undefined}
      careful
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">
        <UnbrokenAmountsText>{`${client.name}: ${formatDebt(owed).toLowerCase()} desde el ${formatDate(owed.since)}.`}</UnbrokenAmountsText>
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
      <PaymentField state={pay} onChange={setPaying} tried={tried} />
    </FormDialog>
  )
}
