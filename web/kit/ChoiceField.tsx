import { CloseButton, Loader, Popover, Text, TextInput } from '@mantine/core'
import { useDebouncedValue, useMergedRef } from '@mantine/hooks'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import classes from './choice-field.module.css'
import { type ChoosableRow, type SearchableChoiceOptions, useSearchableChoice } from './use-searchable-choice.ts'

/** Milliseconds: a search that takes less shows no loading mark. */
const loaderDelayMs = 150

interface ChoiceFieldProps<Row extends ChoosableRow> extends SearchableChoiceOptions<Row> {
  label: string
  listLabel: string
  placeholder?: string
  nothingFound: string
  error?: ReactNode
  description?: ReactNode
  autoFocus?: boolean
  icon?: ReactNode
  busy?: boolean
  clearLabel?: string
  /** Renders an option with more than its name. Must be a stable function: a new one renders all options again. */
  renderRow?: (row: Row) => ReactNode
  ref?: Ref<HTMLInputElement>
}

const drawName = ({ name }: ChoosableRow): ReactNode => name

export function ChoiceField<Row extends ChoosableRow>({ renderRow = drawName, ...props }: ChoiceFieldProps<Row>) {
  const { value, listLabel } = props
  // Renders an answer's options at low priority, so that typed letters are painted first.
  const choices = useDeferredValue(props.choices)
  const input = useRef<HTMLInputElement>(null)
  const ref = useMergedRef(input, props.ref)
  const id = useId()
  const choice = useSearchableChoice({ ...props, choices }, () => input.current)
  const { rows, opened, stale, marked } = choice
  // Memoized, so that a typed letter or an arrow key does not render all options again.
  const contents = useMemo(() => rows.map(renderRow), [rows, renderRow])
  const chosenId = value?.id
  const optionId = (row: Row) => `${id}-${row.id}`
  const current = marked ?? value
  const shownId = opened && current ? optionId(current) : null
  useEffect(() => {
    if (shownId === null) return
    // Scrolls in the next frame, so that the browser computes the layout only once.
    const frame = requestAnimationFrame(() => document.getElementById(shownId)?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [shownId])
  // Selects a value that is filled in while the field has focus, so that typing replaces it.
  useLayoutEffect(() => {
    if (chosenId !== undefined && document.activeElement === input.current) input.current?.select()
  }, [chosenId])
  const [isLate] = useDebouncedValue(opened && stale, loaderDelayMs)
  const isOutdated = stale && isLate
  const clear = () => {
    choice.write('')
    input.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') return choice.pressEnter(event)
    if (event.key === 'Escape') return choice.setOpened(false)
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    choice.move(event.key === 'ArrowDown' ? 1 : -1)
  }
  return (
    <Popover
      opened={opened}
      width="target"
      position="bottom"
      withRoles={false}
      transitionProps={{ duration: 0 }}
      closeOnEscape={false}
      offset={4}
      shadow="md"
    >
      <Popover.Target>
        <TextInput
          ref={ref}
          label={props.label}
          required={props.required}
          placeholder={props.placeholder}
          error={props.error}
          description={props.description}
          spellCheck={false}
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={opened}
          aria-controls={opened ? id : undefined}
          aria-activedescendant={marked && optionId(marked)}
          // Escape closes an open list before the dialog.
          data-mantine-stop-propagation={opened || undefined}
          data-autofocus={props.autoFocus || undefined}
          value={choice.shown}
          leftSection={props.icon}
          rightSection={
            props.busy || isOutdated ? (
              <Loader size={18} aria-hidden />
            ) : (
              props.clearLabel &&
              choice.shown && <CloseButton tabIndex={-1} aria-label={props.clearLabel} onClick={clear} />
            )
          }
          onChange={({ currentTarget, nativeEvent }) => {
            const isUndo = 'inputType' in nativeEvent && nativeEvent.inputType === 'historyUndo'
            const change = isUndo ? choice.restore : choice.write
            change(currentTarget.value)
          }}
          onKeyDown={press}
          onClick={() => choice.setOpened(true)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={choice.leave}
        />
      </Popover.Target>
      <Popover.Dropdown p={4} onMouseDown={(event) => event.preventDefault()}>
        <section aria-label={`${listLabel}: opciones`}>
          <div
            role="listbox"
            id={id}
            aria-label={listLabel}
            className={classes.list}
            data-stale={isOutdated || undefined}
          >
            {rows.map((row, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which points to it by aria-activedescendant.
              <div
                key={row.id}
                role="option"
                id={optionId(row)}
                tabIndex={-1}
                aria-selected={row === marked}
                data-chosen={row.id === chosenId || undefined}
                className={classes.option}
                onClick={() => choice.click(row)}
              >
                {contents[at]}
              </div>
            ))}
          </div>
          {rows.length < choices.rows.length && (
            <Text size="sm" px="0.75rem" py="0.35rem" c="dimmed">
              Escribe para ver más
            </Text>
          )}
          {rows.length === 0 && (
            <Text role="status" inherit px="0.75rem" py="0.5rem" c="dimmed">
              {choices.error?.message ?? (stale ? 'Buscando…' : props.nothingFound)}
            </Text>
          )}
        </section>
      </Popover.Dropdown>
    </Popover>
  )
}
