import { Alert } from '@mantine/core'
import type { Client } from '@torniquete/contract/clients.ts'
import { readTypedDay, requiredText } from '@torniquete/contract/typed.ts'
import { useEffect, useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import type { Save } from '../../../api/use-save.ts'
import { DayField } from '../../../kit/DayField.tsx'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { enterGoesOn } from '../../../kit/go-on.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { ClientPicker } from './ClientPicker.tsx'
import { type Buyer, isOver, planRefusal, type SaleChoice, saleOf } from './membership-sale.ts'
import { PlanSelect } from './PlanSelect.tsx'
import { SaleSummary } from './SaleSummary.tsx'
import classes from './sell-membership.module.css'
import type { CompleteSale } from './use-sell-membership.ts'

interface SaleFormProps {
  initialClient: Client | null
  sale: Save<CompleteSale>
  onClose: () => void
}

/** The client as the server knows it now; null until it has said so since it was picked. */
function useFreshClient(picked: Buyer | null): { fresh: Client | null; error: Error | null } {
  const params = { id_client: picked?.id ?? 0 }
  const read = useEndpoint('clients.read', { params }, { enabled: picked !== null, staleTime: 0 })
  return { fresh: picked && read.isFetchedAfterMount ? (read.data ?? null) : null, error: picked && read.error }
}

/** Enter goes on from field to field; the sale is the button or Ctrl + Enter. */
export function SaleForm({ initialClient, sale, onClose }: SaleFormProps) {
  const [choice, setChoice] = useState<SaleChoice>({ client: initialClient })
  const [tried, setTried] = useState(false)
  const plans = useEndpoint('memberships.list', {})
  const today = useGymClock()?.today ?? null
  const { fresh, error } = useFreshClient(choice.client)
  const current = saleOf(choice, fresh, plans.data ?? [], today)
  const { client, plan, start } = current
  const refusal = planRefusal(current)
  /** Ctrl + Enter came before the client: it holds for a plan that the person chose, whose price was in sight. */
  const [hurried, setHurried] = useState(false)
  const change = (next: SaleChoice) => {
    setChoice(next)
    setHurried(false)
    setTried(false)
    if (!sale.pending) sale.reset()
  }
  const submit = () => {
    setTried(true)
    if (client && plan && start && !refusal) sale.submit({ client, plan, start })
    else if (choice.client && !fresh && !error) setHurried(true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the client's arrival, whatever else is new.
  useEffect(() => {
    if (!hurried || (!fresh && !error)) return
    setHurried(false)
    if (fresh && choice.planId !== undefined) submit()
  }, [hurried, fresh, error])
  return (
    <FormDialog
      entity="Membresía"
      title="Vender membresía"
      submitLabel="Vender membresía"
      pendingLabel="Vendiendo"
      pending={sale.pending || hurried}
      unanswered={sale.unanswered}
      dirty={choice.client?.id !== initialClient?.id || choice.planId !== undefined || choice.start !== undefined}
      error={sale.error?.message}
      size="md"
      onClose={onClose}
      onSubmit={submit}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears of the keys of the fields within. */}
      <div className={classes.fields} onKeyDown={enterGoesOn}>
        <ClientPicker
          client={choice.client}
          // Another client has another plan and another start.
          onChange={(picked) => change({ client: picked })}
          today={today}
          error={error?.message ?? (tried && !choice.client && 'Selecciona un cliente')}
        />
        <PlanSelect
          plans={plans}
          plan={plan}
          onChange={(chosen) => change({ ...choice, planId: chosen?.id ?? null })}
          error={refusal ?? (tried && !plan && 'Selecciona un plan')}
          autoFocus={initialClient !== null}
        />
        <DayField
          label="Fecha de inicio"
          required
          atOnce
          value={choice.start ?? start}
          onChange={(day) => change({ ...choice, start: day ?? '' })}
          error={tried && !start && (readTypedDay(choice.start ?? '').error ?? requiredText)}
        />
      </div>
      <SaleSummary sale={current} today={today} />
      {isOver(current, today) && (
        <Alert color="yellow" role="status">
          Esta membresía ya está vencida; la puerta seguirá cerrada.
        </Alert>
      )}
    </FormDialog>
  )
}
