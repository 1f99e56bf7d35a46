import { Alert } from '@mantine/core'
import type { Client } from '@torniquete/contract/clients.ts'
import { readTypedDay, requiredText } from '@torniquete/contract/typed.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import type { Save } from '../../../api/use-save.ts'
import { DayField } from '../../../kit/DayField.tsx'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'
import { ClientPicker } from './ClientPicker.tsx'
import { isOver, planRefusal, type SaleChoice, saleOf } from './membership-sale.ts'
import { PlanSelect } from './PlanSelect.tsx'
import { SaleSummary } from './SaleSummary.tsx'
import type { CompleteSale } from './use-sell-membership.ts'

interface SaleFormProps {
  initialClient: Client | null
  sale: Save<CompleteSale>
  onClose: () => void
}

export function SaleForm({ initialClient, sale, onClose }: SaleFormProps) {
  const [choice, setChoice] = useState<SaleChoice>({ client: initialClient, planId: null, start: null })
  const [tried, setTried] = useState(false)
  const plans = useEndpoint('memberships.list', {})
  const today = useGymClock()?.today ?? null
  const current = saleOf(choice, plans.data ?? [], today)
  const { client, plan, start } = current
  const refusal = planRefusal(current)
  // Another client has another plan and another start.
  const pick = (picked: Client | null) => {
    setChoice({ client: picked, planId: null, start: null })
    setTried(false)
  }
  const submit = () => {
    setTried(true)
    if (client && plan && start && !refusal) sale.submit({ client, plan, start })
  }
  return (
    <FormDialog
      entity="Membresía"
      title="Vender membresía"
      submitLabel="Vender membresía"
      pending={sale.pending}
      dirty={choice.client !== initialClient || choice.planId !== null || choice.start !== null}
      unanswered={sale.unanswered}
      size="md"
      onClose={onClose}
      onSubmit={submit}
    >
      <ClientPicker client={client} onChange={pick} today={today} error={tried && !client && 'Selecciona un cliente'} />
      <PlanSelect
        plans={plans}
        plan={plan}
        onChange={(planId) => setChoice({ ...choice, planId })}
        error={refusal ?? (tried && !plan && 'Selecciona un plan')}
        autoFocus={initialClient !== null}
      />
      <DayField
        label="Fecha de inicio"
        required
        value={choice.start ?? start}
        onChange={(day) => setChoice({ ...choice, start: day ?? '' })}
        error={tried && !start && (readTypedDay(choice.start ?? '').error ?? requiredText)}
      />
      <SaleSummary sale={current} today={today} />
      {isOver(current, today) && (
        <Alert color="yellow" role="status">
          Esta membresía ya está vencida; la puerta seguirá cerrada.
        </Alert>
      )}
    </FormDialog>
  )
}
