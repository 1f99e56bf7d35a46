import { useDebouncedValue } from '@mantine/hooks'
import { invalidTaxIdText, wrongCheckDigitText } from '@torniquete/contract/fiscal/buyer-texts.ts'
import { formatTaxId, parseTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import type { InputResult } from '@torniquete/contract/shared/parse-input.ts'
import { ParsedField, type ParsedFieldProps } from '../../kit/ParsedField.tsx'

function read(text: string): InputResult<string> {
  const parsed = parseTaxId(text)
  return parsed ? { value: parsed.digits } : { error: invalidTaxIdText }
}

const show = (value: string) => (parseTaxId(value) ? formatTaxId(value) : value)

/** Null if the check digit holds, and for texts that are no identity number. */
function findWarning(value: string): string | null {
  const parsed = parseTaxId(value)
  if (!parsed || parsed.hasValidCheckDigit) return null
  return parsed.kind === 'rnc' ? wrongCheckDigitText : wrongCheckDigitText.replace('el RNC', 'la cédula')
}

/** Milliseconds without a key, because the first nine digits of a cédula look like an RNC. */
const typingPause = 400

/**
 * RNC or cédula. Takes the props of a text field, such as `{...field('tax_id', 'RNC o cédula')}`. `onChange` receives
 * the digits without dashes, or invalid text as typed, which `optionalTaxId` rejects. A wrong check digit only warns.
 */
export function TaxIdField({ description, ...props }: ParsedFieldProps) {
  const value = String(props.value ?? '')
  const [settled] = useDebouncedValue(value, typingPause)
  const warning = settled === value && findWarning(value)
  return (
    <ParsedField
      inputMode="numeric"
      data-takes-scans
      maxLength={20}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
      description={warning ? <span data-tone="warn">{warning}</span> : description}
      read={read}
      show={show}
      tidies
    />
  )
}
