import { findRowToSelect } from '@torniquete/contract/shared/text-matching.ts'
import { type KeyboardEvent, startTransition, useEffect, useMemo, useState } from 'react'

export interface ChoosableRow {
  id: number | string
  name: string
}

export interface ChoiceSearchResult<Row> {
  question: string
  rows: readonly Row[]
  /** True while the rows belong to an earlier search text; Enter then picks no row. */
  stale: boolean
  error?: Error | null
}

export interface SearchableChoiceOptions<Row extends ChoosableRow> {
  choices: ChoiceSearchResult<Row>
  /** Starts a search for the typed text. Deferred, so that typed letters are painted first. */
  onAsk: (question: string) => void
  value: Row | null
  /** Called with the picked row, or with null when typing clears the choice. */
  onPick: (row: Row | null) => void
  onMoveOn?: ((field: HTMLElement) => void) | undefined
  /** True if Enter without a choice opens the list instead of moving to the next field. */
  required?: boolean
  /** Called on Enter before the list handles the key; returns true if it has handled it. */
  onEnter?: ((text: string) => boolean) | undefined
  /** Called on Enter if no row matches; returns true if it has handled the key. */
  onNothing?: ((text: string) => boolean) | undefined
}

function useTypedText<Row extends ChoosableRow>({ value, onPick, onAsk }: SearchableChoiceOptions<Row>) {
  const [text, setText] = useState(value?.name ?? '')
  const [isTyped, setTyped] = useState(false)
  const [undone, setUndone] = useState<Row | null>(null)
  const [opened, setOpened] = useState(false)
  const ask = (question: string) => startTransition(() => onAsk(question))
  const endTyping = () => {
    setTyped(false)
    ask('')
  }
  const close = () => {
    setOpened(false)
    endTyping()
  }
  const type = (next: string, opens: boolean) => {
    setText(next)
    setTyped(true)
    setOpened(opens)
    ask(next)
    if (value) setUndone(value)
    // Called even if nothing is selected, so that a default that arrives later does not replace the typed text.
    onPick(null)
  }
  /** Removes a scanned code that was not meant for this field. An Enter that waits for the list stays valid. */
  const restore = (next: string) => {
    if (!undone || value || next !== undone.name) return type(next, false)
    close()
    onPick(undone)
  }
  const leave = () => {
    setOpened(false)
    if (value) endTyping()
  }
  return {
    shown: isTyped ? text : (value?.name ?? ''),
    asked: isTyped ? text : '',
    opened,
    setOpened,
    close,
    type,
    restore,
    leave,
  }
}

const maxRows = 20

/** Returns the row that Enter picks: the one under the arrows, else the best match if text is typed. */
function useMarkedRow<Row extends ChoosableRow>(
  { choices, value }: SearchableChoiceOptions<Row>,
  typed: ReturnType<typeof useTypedText<Row>>,
) {
  const { asked, opened, setOpened } = typed
  const chosenId = value?.id
  const rows = useMemo(() => {
    // Without typed text, the list shows the rows around the chosen one.
    const at = asked === '' ? choices.rows.findIndex(({ id }) => id === chosenId) : 0
    const first = Math.max(0, Math.min(at - maxRows / 2, choices.rows.length - maxRows))
    return choices.rows.slice(first, first + maxRows)
  }, [choices.rows, asked, chosenId])
  const [arrowed, setArrowed] = useState<Row['id'] | null>(null)
  const stale = choices.stale || choices.question !== asked
  const best = asked.trim() === '' ? undefined : rows[0]
  const marked = stale || !opened ? undefined : arrowed === null ? best : rows.find(({ id }) => id === arrowed)
  const move = (step: number) => {
    setOpened(true)
    if (!opened || stale || rows.length === 0) return
    const from = marked ?? rows.find(({ id }) => id === value?.id)
    const at = from ? rows.indexOf(from) : step > 0 ? -1 : 0
    setArrowed(rows[(at + step + rows.length) % rows.length]?.id ?? null)
  }
  return { rows, stale, marked, isArrowed: arrowed !== null, forgetArrows: () => setArrowed(null), move }
}

export function useSearchableChoice<Row extends ChoosableRow>(
  rules: SearchableChoiceOptions<Row>,
  field: () => HTMLElement | null,
) {
  const { choices, value, onMoveOn } = rules
  const typed = useTypedText(rules)
  const { asked, opened, setOpened } = typed
  const { rows, stale, marked, isArrowed, forgetArrows, move } = useMarkedRow(rules, typed)
  const [enterWaits, setEnterWaits] = useState(false)
  const restart = () => {
    forgetArrows()
    setEnterWaits(false)
  }
  const settle = () => {
    restart()
    typed.close()
  }
  const moveOn = () => {
    const input = field()
    if (input && document.activeElement === input) onMoveOn?.(input)
  }
  const choose = (row: Row) => {
    settle()
    rules.onPick(row)
    moveOn()
  }
  const decide = (row: Row | undefined) => {
    if (row) choose(row)
    else if (rows.length === 0 && rules.onNothing?.(asked)) settle()
  }
  /** If Enter was pressed before the rows arrived, picks the matching row once they arrive. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the answer, whatever else is new.
  useEffect(() => {
    if (!enterWaits || stale) return
    setEnterWaits(false)
    decide(findRowToSelect(choices.rows, asked))
  }, [enterWaits, stale])
  const enter = () => {
    if (rules.onEnter?.(asked)) return settle()
    if (!stale && opened) return decide(marked)
    setOpened(true)
    setEnterWaits(true)
  }
  const pressEnter = (event: KeyboardEvent) => {
    // With typed text or a marked row, Enter and Ctrl + Enter pick a row: half-typed text must not be submitted.
    const isAsking = asked.trim() !== '' || isArrowed
    if (!isAsking && (event.ctrlKey || event.metaKey || (!onMoveOn && !opened))) return setOpened(false)
    event.preventDefault()
    event.stopPropagation()
    if (isAsking) return enter()
    if (rules.required && value === null) return setOpened(true)
    setOpened(false)
    moveOn()
  }
  const write = (next: string) => {
    restart()
    typed.type(next, true)
  }
  // A click picks any visible row; Enter picks only rows of the current search text.
  return { ...typed, rows, stale, marked, move, write, pressEnter, click: choose }
}
