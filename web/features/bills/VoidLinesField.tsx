import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import type { SaleItem } from '@torniquete/contract/till/void-lines.ts'
import { WholeNumberField } from '../../kit/TypedField.tsx'
import type { VoidLines } from './use-void-lines.ts'

export function VoidLinesField({ lines, tried }: { lines: VoidLines; tried: boolean }) {
  const { items, isPartial, typed, wrong } = lines
  return (
    <>
      <NativeSelect
        label="Qué se anula"
        data={[
          { value: 'all', label: 'Toda la factura' },
          { value: 'lines', label: 'Algunas líneas' },
        ]}
        value={isPartial ? 'lines' : 'all'}
        onChange={(event) => lines.setPartial(event.currentTarget.value === 'lines')}
      />
      {isPartial && (
        <Stack gap="xs" role="group" aria-label="Cantidades que se anulan">
          {items.map((item) => (
            <Group key={item.line} wrap="nowrap" justify="space-between">
              <Text size="sm">
                {item.product_name}
                <Text span inherit c="dimmed" display="block" fz="xs">
                  {`De ${showNumber(leftOf(item))}`}
                </Text>
              </Text>
              <WholeNumberField
                aria-label={`Cantidad de ${item.product_name}, línea ${item.line}`}
                w="6rem"
                min={0}
                max={leftOf(item)}
                value={typed[item.line] ?? '0'}
                onChange={(quantity: string) => lines.type(item.line, quantity)}
              />
            </Group>
          ))}
          {tried && wrong && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {wrong}
            </Text>
          )}
        </Stack>
      )}
    </>
  )
}

const leftOf = ({ quantity, voided_quantity }: SaleItem) => quantity - voided_quantity
