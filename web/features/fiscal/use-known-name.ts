import { parseTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import { useEffect } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'

/** Fills in the name of a person or company whose RNC or cédula the gym knows, unless a name is typed. */
export function useKnownName(taxId: string, name: string, fill: (name: string) => void): void {
  const digits = parseTaxId(taxId)?.digits
  const { data } = useEndpoint('fiscal.buyer', { params: { tax_id: digits ?? '' } }, { enabled: digits !== undefined })
  const known = data?.tax_id === digits ? data?.legal_name : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name that the user deletes is not filled in again.
  useEffect(() => {
    if (known && name.trim() === '') fill(known)
  }, [known])
}
