import { ActionIcon, NativeSelect, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from './icons.ts'
import classes from './kit.module.css'

const pageSizes = [10, 20, 50, 100]

interface PaginationProps {
  /** Counts from 0. */
  page: number
  size: number
  /** What was answered; undefined until it is. */
  list: { pages: number; total: number } | undefined
  /** Another size begins again at page 0. */
  onChange: (next: { page: number; size: number }) => void
  label?: string
}

export function Pagination({ page, size, list, onChange, label = 'Paginación' }: PaginationProps) {
  const { pages, total } = list ?? { pages: 0, total: 0 }
  const last = Math.max(pages - 1, 0)
  const button = (text: string, target: number, end: boolean, icon: ReactNode) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={text}
      title={text}
      // Not disabled: the focus would be lost on reaching an end.
      data-disabled={end || undefined}
      aria-disabled={end || undefined}
      onClick={() => !end && onChange({ page: target, size })}
    >
      {icon}
    </ActionIcon>
  )
  if (total === 0) return null
  return (
    <nav aria-label={label} className={classes.pagination}>
      {total >= 11 && <PageSize size={size} onChange={(next) => onChange({ page: 0, size: next })} />}
      {button('Primera página', 0, page <= 0, <IconChevronsLeft size={18} aria-hidden />)}
      {button('Página anterior', page - 1, page <= 0, <IconChevronLeft size={18} aria-hidden />)}
      <Text size="sm" px="xs" aria-live="polite" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {page + 1} / {Math.max(pages, 1)}
      </Text>
      {button('Página siguiente', page + 1, page >= last, <IconChevronRight size={18} aria-hidden />)}
      {button('Última página', last, page >= last, <IconChevronsRight size={18} aria-hidden />)}
    </nav>
  )
}

/** A list's own size is shown, but not offered. */
function PageSize({ size, onChange }: { size: number; onChange: (size: number) => void }) {
  return (
    <NativeSelect
      aria-label="Filas por página"
      size="sm"
      miw={0}
      value={size}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    >
      {!pageSizes.includes(size) && (
        <option value={size} disabled hidden>
          {size}
        </option>
      )}
      {pageSizes.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </NativeSelect>
  )
}
