import { useDebouncedValue } from '@mantine/hooks'
import { parseTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import { useEffect, useRef } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'

/** Milliseconds after the last key until a typed number is looked up. */
const typingPauseMs = 300

/** Name of the person or company with this RNC or cédula, if the gym knows it. */
export function useKnownTaxpayerName(taxId: string, enabled = true): string | null {
  const [settled] = useDebouncedValue(taxId, typingPauseMs)
  const digits = settled === taxId ? parseTaxId(taxId)?.digits : undefined
  const input = { params: { tax_id: digits ?? '' } }
  return useEndpoint('fiscal.buyer', input, { enabled: enabled && digits !== undefined }).data?.legal_name ?? null
}

/** Fills in the known name of a taxpayer, unless another name is typed. Another number takes the filled name away. */
export function useFillTaxpayerName(taxId: string, name: string, fill: (name: string) => void): void {
  const known = useKnownTaxpayerName(taxId) ?? ''
  const filled = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name that the user deletes is not filled in again.
  useEffect(() => {
    // A field may hold only the beginning of a long name.
    const isTyped = !filled.current.startsWith(name.trim())
    filled.current = known
    if (!isTyped && known !== name) fill(known)
  }, [known])
}
