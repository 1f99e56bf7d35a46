import { SimpleGrid, TextInput } from '@mantine/core'
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import type { RecordForm } from '../../forms/use-record-form.tsx'
import { TaxIdField } from './TaxIdField.tsx'

interface Identity {
  tax_id: string
  legal_name: string
}

type StoredIdentity = { [Field in keyof Identity]?: string | null | undefined }

export const toTaxIdentityValues = (party: StoredIdentity | null): Identity => ({
  tax_id: party?.tax_id ?? '',
  legal_name: party?.legal_name ?? '',
})

/** Part of a request body; empty for gyms without a country. */
export const toTaxIdentityBody = (country: Country, { tax_id, legal_name }: Identity): Partial<Identity> =>
  country === 'none' ? {} : { tax_id, legal_name }

/** Identity of a client or supplier on fiscal receipts. */
export function TaxIdentityFields({ field }: { field: RecordForm<Identity>['field'] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TaxIdField {...field('tax_id', 'RNC o cédula')} />
      <TextInput maxLength={150} {...field('legal_name', 'Razón social')} />
    </SimpleGrid>
  )
}
