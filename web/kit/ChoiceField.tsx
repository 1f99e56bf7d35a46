import { CloseButton, Loader, Popover, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  memo,
  type ReactNode,
  type Ref,
  type UIEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import classes from './choice-field.module.css'
import { type ChoiceRules, type Choosable, useChoice } from './use-choice.ts'

/** Milliseconds without a loading mark. */
const patience = 150

interface ChoiceFieldProps<Row extends Choosable> extends ChoiceRules<Row> {
  label: string
  /** Accessible name of the list. */
  listLabel: string
  placeholder?: string
  /** Text if the list has no match. */
  nothingFound: string
  error?: ReactNode
  description?: ReactNode
  autoFocus?: boolean
  icon?: ReactNode
  /** Loading something besides the list. */
  busy?: boolean
  /** Label of the clear button, 'Quitar …'. */
  clearLabel?: string
  /** Draws more than the name; needs a stable identity, otherwise each letter renders all options. */
  renderRow?: (row: Row) => ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Maximum number of visible rows without scrolling. */
const seen = 8

/** Renders the visible rows, and more by scrolling or arrow keys. */
function useDrawnRows<Row extends Choosable>(rows: readonly Row[], standing: Row | null) {
  const [scrolled, setScrolled] = useState({ rows, count: seen })
  const place = standing ? rows.findIndex(({ id }) => id === standing.id) : -1
  const count = Math.max(place + 1, scrolled.rows === rows ? scrolled.count : 0, 1)
  const drawn = rows.slice(0, Math.ceil(count / seen) * seen)
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    const near = scrollHeight - scrollTop < 2 * clientHeight
    if (near && drawn.length < rows.length) setScrolled({ rows, count: drawn.length + 2 * seen })
  }
  return { drawn, onScroll }
}

/** Scrolls the element with this id into view. */
function useScrolledTo(id: string | null): void {
  useEffect(() => {
    if (id === null) return
    // Waits for the next frame, which lays out the list anyway.
    const frame = requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [id])
}

/** Chooses one of many rows: type, then Enter. */
export function ChoiceField<Row extends Choosable>({
  label,
  listLabel,
  nothingFound,
  ...props
}: ChoiceFieldProps<Row>) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const choice = useChoice(props, () => input.current)
  const { opened, stale, marked } = choice
  const { rows, error: failure } = props.choices
  const optionId = (row: Row) => `${id}-${row.id}`
  const standing = marked ?? props.value
  const { drawn, onScroll } = useDrawnRows(rows, standing)
  useScrolledTo(opened && standing ? optionId(standing) : null)
  // A value proposed while the field has focus is replaced by typing.
  const chosen = props.value?.id
  useLayoutEffect(() => {
    if (chosen !== undefined && document.activeElement === input.current) input.current?.select()
  }, [chosen])
  const assign = (element: HTMLInputElement | null) => {
    input.current = element
    if (typeof props.ref === 'function') props.ref(element)
    else if (props.ref) props.ref.current = element
  }
  const latest = useRef(choice.click)
  latest.current = choice.click
  const take = useCallback((row: Row) => latest.current(row), [])
  const [late] = useDebouncedValue(opened && stale, patience)
  const outdated = stale && late
  const clear = () => {
    choice.write('')
    input.current?.focus()
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
          ref={assign}
          label={label}
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
            props.busy || outdated ? (
              <Loader size={18} aria-hidden />
            ) : (
              props.clearLabel &&
              choice.shown && <CloseButton tabIndex={-1} aria-label={props.clearLabel} onClick={clear} />
            )
          }
          onChange={({ currentTarget, nativeEvent }) =>
            choice.write(currentTarget.value, 'inputType' in nativeEvent && nativeEvent.inputType === 'historyUndo')
          }
          onKeyDown={choice.press}
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
            data-stale={outdated || undefined}
            onScroll={onScroll}
          >
            {drawn.map((row, at) => (
              <Option
                key={row.id}
                id={optionId(row)}
                position={at + 1}
                count={rows.length}
                row={row}
                marked={row === marked}
                chosen={row.id === props.value?.id}
                renderRow={props.renderRow}
                onTake={take}
              />
            ))}
          </div>
          {rows.length === 0 && (
            <Text role="status" inherit px="0.75rem" py="0.5rem" c="dimmed">
              {failure?.message ?? (stale ? 'Buscando…' : nothingFound)}
            </Text>
          )}
        </section>
      </Popover.Dropdown>
    </Popover>
  )
}

interface OptionProps<Row extends Choosable> {
  id: string
  /** Position from 1 among all rows, rendered or not. */
  position: number
  count: number
  row: Row
  marked: boolean
  chosen: boolean
  renderRow: ((row: Row) => ReactNode) | undefined
  onTake: (row: Row) => void
}

function OptionRow<Row extends Choosable>({
  id,
  position,
  count,
  row,
  marked,
  chosen,
  renderRow,
  onTake,
}: OptionProps<Row>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which points to it by aria-activedescendant.
    <div
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={marked}
      aria-posinset={position}
      aria-setsize={count}
      data-chosen={chosen || undefined}
      className={classes.option}
      onClick={() => onTake(row)}
    >
      {renderRow ? renderRow(row) : row.name}
    </div>
  )
}
// memo loses the type parameter.
const Option = memo(OptionRow) as typeof OptionRow
