import { Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from './icons.ts'
import { PreviousNextButton } from './PreviousNextButton.tsx'

const pageSizes = [10, 20, 50, 100]

interface PaginationProps {
  /** Page number, from 0. */
  page: number
  size: number
  list: { pages: number; total: number } | undefined
  onChange: (next: { page: number; size: number }) => void
  label?: string
}

export function Pagination({ page, size, list, onChange, label = 'Paginación' }: PaginationProps) {
  const { pages, total } = list ?? { pages: 0, total: 0 }
  const last = Math.max(pages - 1, 0)
  const step = (text: string, target: number, ended: boolean, Icon: typeof IconChevronLeft) => (
    <PreviousNextButton
      text={text}
      Icon={Icon}
      size="lg"
      ended={ended}
      onPress={() => onChange({ page: target, size })}
    />
  )
  if (total === 0) return null
  return (
    <Group component="nav" aria-label={label} justify="flex-end" wrap="nowrap" gap="min(0.6rem, 1.2vw)" mt="md">
      {total >= 11 && (
        <NativeSelect
          aria-label="Filas por página"
          size="sm"
          miw={0}
          value={size}
          onChange={(event) => onChange({ page: 0, size: Number(event.currentTarget.value) })}
        >
          {/* A page size that only the address contains is shown, but not offered again. */}
          {!pageSizes.includes(size) && (
            <option value={size} disabled hidden>
              {size}
            </option>
          )}
          {pageSizes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </NativeSelect>
      )}
      {step('Primera página', 0, page <= 0, IconChevronsLeft)}
      {step('Página anterior', page - 1, page <= 0, IconChevronLeft)}
      <Text size="sm" px="xs" flex="none" aria-live="polite" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {page + 1} / {Math.max(pages, 1)}
      </Text>
      {step('Página siguiente', page + 1, page >= last, IconChevronRight)}
      {step('Última página', last, page >= last, IconChevronsRight)}
    </Group>
  )
}
