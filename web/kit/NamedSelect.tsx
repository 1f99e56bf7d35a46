import { Select } from '@mantine/core'
import type { ReactNode } from 'react'

interface Named {
  id: number
  name: string
}

interface NamedSelectProps<Row extends Named> {
  label: string
  /** What its list is called for screen readers. */
  listLabel: string
  placeholder: string
  /** What it says where nothing matches, or nothing is there. */
  nothingFound: string
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined
  value: Row | null
  onChange: (row: Row | null) => void
  error: ReactNode
  autoFocus?: boolean
  renderRow?: (row: Row) => ReactNode
  optionClass?: string | undefined
}

/** A required choice among a list's rows by their name: typed, then Enter for the first that matches. */
export function NamedSelect<Row extends Named>(props: NamedSelectProps<Row>) {
  const { rows, value, onChange, renderRow, optionClass } = props
  const byId = (id: string | null) => rows?.find((row) => String(row.id) === id) ?? null
  return (
    <Select
      label={props.label}
      required
      searchable
      openOnFocus={false}
      withScrollArea={false}
      attributes={{ dropdown: { role: 'region', 'aria-label': props.listLabel } }}
      styles={{ dropdown: { maxHeight: 320, overflowY: 'auto' } }}
      {...(optionClass && { classNames: { option: optionClass } })}
      allowDeselect={false}
      placeholder={rows ? props.placeholder : 'Cargando…'}
      nothingFoundMessage={props.nothingFound}
      data={(rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value && String(value.id)}
      onChange={(id) => onChange(byId(id))}
      error={props.error}
      data-autofocus={props.autoFocus || undefined}
      // Also once the rows have arrived, to what was typed before.
      selectFirstOptionOnChange={rows !== undefined}
      // Without it the first letter's opening forgets the first option again.
      selectFirstOptionOnDropdownOpen={!value}
      // Enter is about the list as long as nothing is chosen, also when it comes before the list does.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !value) event.preventDefault()
      }}
      {...(renderRow && {
        renderOption: ({ option }) => {
          const row = byId(option.value)
          return row && renderRow(row)
        },
      })}
    />
  )
}
