// Form fields for the terms of a plan besides its days.
import { Checkbox, SimpleGrid } from '@mantine/core'
import type { PlanTerms } from '@torniquete/contract/members/memberships.ts'
import type { RecordForm } from '../../forms/use-record-form.tsx'
import { WholeNumberField } from '../../kit/TypedField.tsx'

export const termsValues = (terms: PlanTerms | null) => ({
  pause_days: String(terms?.pause_days ?? 0),
  pause_times: String(terms?.pause_times ?? ''),
  visits: String(terms?.visits ?? ''),
  each_pass: terms?.each_pass ?? false,
})
export type TermsValues = ReturnType<typeof termsValues>

/** The complete terms if any of them changed. */
export function changedTerms(stored: PlanTerms | null, sent: Partial<TermsValues>): TermsValues | null {
  const terms = { ...termsValues(stored), ...sent }
  return JSON.stringify(terms) === JSON.stringify(termsValues(stored)) ? null : terms
}

interface TermsFieldsProps {
  field: RecordForm<TermsValues>['field']
  values: TermsValues
  /** True for a day pass, which counts no visits. */
  daily: boolean
}

export function TermsFields({ field, values, daily }: TermsFieldsProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberField
          min={0}
          max={365}
          {...field('pause_days', 'Días de pausa al año', { description: '0: no se puede pausar' })}
        />
        <WholeNumberField
          min={1}
          max={365}
          {...field('pause_times', 'Pausas al año', { description: 'Vacío: sin límite' })}
        />
      </SimpleGrid>
      {!daily && (
        <WholeNumberField
          min={1}
          max={1000}
          {...field('visits', 'Visitas', { description: 'Vacío: sin límite. Vale para lo que se venda desde ahora' })}
        />
      )}
      {values.visits !== '' && (
        <Checkbox {...field('each_pass', 'Cada pase cuenta, también el mismo día', { type: 'checkbox' })} />
      )}
    </>
  )
}
