import type { CallBodyInput } from '@torniquete/contract/endpoints.ts'
import {
  defaultNamedBuyerThreshold,
  invalidTaxIdText,
  missingBuyerTexts,
} from '@torniquete/contract/fiscal/buyer-texts.ts'
import { parseTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { anonymousClientName } from '@torniquete/contract/members/memberships.ts'
import { roundToCents } from '@torniquete/contract/shared/money.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useFiscalSettings } from './use-fiscal-country.ts'
import { useKnownTaxpayerName } from './use-known-taxpayer-name.ts'

/** Receipt as entered by the user. An undefined field has the proposed value. */
export interface SaleReceiptInput {
  type?: 'credit' | undefined
  tax_id?: string | undefined
  legal_name?: string | undefined
}

type Field = 'tax_id' | 'legal_name'

export interface SaleReceiptState {
  choice: SaleReceiptInput
  isCredit: boolean
  /** True if the buyer's fields are shown. */
  isOpen: boolean
  tax_id: string
  legal_name: string
  /** Errors of the server, shown at once. */
  refused: Partial<Record<Field, string>>
  /** Errors that prevent sending, shown after the user tried to send. */
  wrong: Partial<Record<Field, string>>
  request: CallBodyInput<'sales.create'>['receipt']
}

interface ReceiptOptions {
  client: { id: number; name: string } | null
  /** Decimal text; null if it is not known yet. */
  total: string | null
  /** Errors of the server by field path, such as `receipt.tax_id`. */
  errors: Readonly<Record<string, string>>
}

function findWrong(
  { isCredit, tax_id, legal_name }: Pick<SaleReceiptState, 'isCredit' | 'tax_id' | 'legal_name'>,
  { mustName, isRegistered }: { mustName: boolean; isRegistered: boolean },
): SaleReceiptState['wrong'] {
  if (tax_id !== '' && !parseTaxId(tax_id)) return { tax_id: invalidTaxIdText }
  if (tax_id === '' && (isCredit || mustName))
    return { tax_id: isCredit ? missingBuyerTexts.creditTaxId : missingBuyerTexts.largeTaxId }
  if (legal_name.trim() !== '') return {}
  if (isCredit) return { legal_name: missingBuyerTexts.legalName }
  return mustName && !isRegistered ? { legal_name: missingBuyerTexts.name } : {}
}

const isRegistered = (client: ReceiptOptions['client']) => client !== null && client.name !== anonymousClientName

/** Completes the receipt with proposals. Returns null if the gym has no country; then it loads nothing. */
export function useSaleReceiptState(
  choice: SaleReceiptInput = {},
  { client, total, errors }: ReceiptOptions,
): SaleReceiptState | null {
  const settings = useFiscalSettings()
  const isOn = (settings?.country ?? 'none') !== 'none'
  const isCredit = choice.type === 'credit'
  const from = settings?.buyer_from ?? defaultNamedBuyerThreshold
  const refused = { tax_id: errors['receipt.tax_id'], legal_name: errors['receipt.legal_name'] }
  const isRefused = Boolean(refused.tax_id ?? refused.legal_name)
  const mustName = isRefused || (total !== null && roundToCents(total) >= roundToCents(from))
  const isOpen = isOn && (isCredit || mustName || choice.tax_id !== undefined)
  const reads = isOpen && isRegistered(client)
  const read = useEndpoint('clients.read', { params: { id_client: client?.id ?? 0 } }, { enabled: reads })
  const stored: Partial<Client> = (reads && read.data) || {}
  const tax_id = choice.tax_id ?? stored.tax_id ?? ''
  const known = useKnownTaxpayerName(tax_id, isOpen)
  const own = tax_id === stored.tax_id ? stored.legal_name : null
  const legal_name = choice.legal_name ?? own ?? known ?? ''
  if (!isOn) return null
  // Without a number, the server takes that of the client, who is still loading.
  const isLoading = reads && read.isPending && choice.tax_id === undefined
  const shown = { choice, isCredit, isOpen, tax_id, legal_name, refused }
  const wrong = isOpen && !isLoading ? findWrong(shown, { mustName, isRegistered: isRegistered(client) }) : {}
  const buyer = { ...(tax_id && { tax_id }), ...(legal_name.trim() && { legal_name: legal_name.trim() }) }
  const request = isOpen ? { type: isCredit ? ('credit' as const) : ('consumer' as const), ...buyer } : undefined
  return { ...shown, wrong, request }
}
