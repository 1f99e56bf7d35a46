import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconReceipt } from '../../kit/icons.ts'
import { useKeyboardShortcuts } from '../../kit/use-keyboard-shortcuts.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { TaxIdField } from './TaxIdField.tsx'
import { useContingencySince } from './use-fiscal-country.ts'
import type { SaleReceiptInput, SaleReceiptState } from './use-sale-receipt-state.ts'

/** Keeps errors and warnings below the fields in view, also when they appear while the user types. */
function keepInView(fields: HTMLElement | null) {
  if (!fields) return
  const observer = new ResizeObserver(() => {
    if (fields.contains(document.activeElement)) fields.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(fields)
  return () => observer.disconnect()
}

interface ReceiptFormProps {
  state: SaleReceiptState
  tried: boolean
  onChange: (choice: SaleReceiptInput | undefined) => void
}

/** Switches between consumer and credit receipt. The buyer's fields are shown if the receipt names the buyer. */
export function SaleReceiptFields({ state, tried, onChange }: ReceiptFormProps) {
  const { choice, isCredit, isOpen, tax_id, legal_name, refused, wrong } = state
  const [isAsked, setAsked] = useState(false)
  const toggle = () => {
    setAsked(!isCredit)
    onChange(isCredit ? undefined : { ...choice, type: 'credit' })
  }
  useKeyboardShortcuts([[hotkeys.creditReceipt, toggle, { usePhysicalKeys: true }]])
  const isInContingency = useContingencySince() !== null
  return (
    <Stack gap="0.5rem">
      {isInContingency && (
        <Text size="sm" c="var(--tone-warn)" role="status">
          En contingencia: la venta sale con un número de la serie B.
        </Text>
      )}
      <Button
        style={{ alignSelf: 'flex-start' }}
        variant={isCredit ? 'light' : 'default'}
        size="compact-md"
        leftSection={<IconReceipt size={18} aria-hidden />}
        aria-pressed={isCredit}
        aria-keyshortcuts={hotkeys.creditReceipt}
        title={hotkeys.creditReceipt}
        onClick={toggle}
      >
        Crédito fiscal
      </Button>
      {isOpen && (
        <SimpleGrid ref={keepInView} cols={{ base: 1, xs: 2 }} spacing="0.75rem">
          <TaxIdField
            label="RNC o cédula"
            autoFocus={isAsked}
            value={tax_id}
            error={refused.tax_id ?? (tried && wrong.tax_id)}
            // Another number is that of another buyer, whose name is proposed again.
            onChange={(next) => onChange({ ...choice, tax_id: next, legal_name: undefined })}
          />
          <TextInput
            label={isCredit ? 'Razón social' : 'Nombre o razón social'}
            maxLength={150}
            value={legal_name}
            error={refused.legal_name ?? (tried && wrong.legal_name)}
            onChange={(event) => onChange({ ...choice, legal_name: event.currentTarget.value })}
          />
        </SimpleGrid>
      )}
    </Stack>
  )
}
