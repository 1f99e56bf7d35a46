// Choosing by typing: the marked row, Enter, and an Enter before the answer.
import { findNamedRow } from '@torniquete/contract/shared/names.ts'
import { type KeyboardEvent, startTransition, useEffect, useState } from 'react'

export interface Choosable {
  id: number | string
  name: string
}

export interface Choices<Row> {
  /** The search text as typed. */
  question: string
  rows: readonly Row[]
  /** True while the rows belong to an earlier search: Enter picks none. */
  stale: boolean
  error?: Error | null
}

export interface ChoiceRules<Row extends Choosable> {
  choices: Choices<Row>
  /** Starts another search, deferred so that letters are painted first. */
  onAsk: (question: string) => void
  value: Row | null
  /** Null from the first letter that clears a choice. */
  onPick: (row: Row | null) => void
  /** Called after Enter or a choice. */
  onMoveOn?: ((field: HTMLElement) => void) | undefined
  /** Enter without a choice opens the list instead of moving on. */
  required?: boolean
  /** Handles Enter before the list; returns true if handled. */
  onEnter?: ((text: string) => boolean) | undefined
  /** Handles Enter without a match; returns true if handled. */
  onNothing?: ((text: string) => boolean) | undefined
}

/** The field's text and the search for it. */
function useQuestion<Row extends Choosable>({ choices, value, onPick, onAsk }: ChoiceRules<Row>) {
  const [text, setText] = useState(value?.name ?? '')
  const [typed, setTyped] = useState(false)
  const [undone, setUndone] = useState<Row | null>(null)
  const [opened, setOpened] = useState(false)
  const asked = typed ? text : ''
  const ask = (question: string) => startTransition(() => onAsk(question))
  const settle = () => {
    setOpened(false)
    setTyped(false)
    ask('')
  }
  const write = (next: string, opens = true) => {
    setText(next)
    setTyped(true)
    setOpened(opens)
    ask(next)
    if (value) setUndone(value)
    // Also without a choice: a later proposal must not replace typed text.
    onPick(null)
  }
  /** Removes a scanned code that was not meant for this field; an earlier Enter still counts. */
  const restore = (next: string) => {
    if (!undone || value || next !== undone.name) return write(next, false)
    settle()
    onPick(undone)
  }
  const leave = () => {
    setOpened(false)
    if (!value) return
    setTyped(false)
    ask('')
  }
  const stale = choices.stale || choices.question !== asked
  return { shown: typed ? text : (value?.name ?? ''), asked, stale, opened, setOpened, settle, write, restore, leave }
}

/** The row that Enter picks: the best match or the one under the arrows. None without a text. */
function useMarkedRow<Row extends Choosable>(rules: ChoiceRules<Row>, question: ReturnType<typeof useQuestion<Row>>) {
  const { rows } = rules.choices
  const { asked, stale, opened } = question
  const [arrowed, setArrowed] = useState<Row['id'] | null>(null)
  const usual = asked.trim() === '' ? undefined : rows[0]
  const marked = stale || !opened ? undefined : arrowed === null ? usual : rows.find(({ id }) => id === arrowed)
  const move = (step: number) => {
    question.setOpened(true)
    if (!opened || stale || rows.length === 0) return
    const standing = marked ?? rows.find(({ id }) => id === rules.value?.id)
    const at = standing ? rows.indexOf(standing) : step > 0 ? -1 : 0
    setArrowed(rows[(at + step + rows.length) % rows.length]?.id ?? null)
  }
  return { marked, arrowed: arrowed !== null, move, forget: () => setArrowed(null) }
}

export function useChoice<Row extends Choosable>(rules: ChoiceRules<Row>, field: () => HTMLElement | null) {
  const { rows } = rules.choices
  const question = useQuestion(rules)
  const { asked, stale, opened, setOpened } = question
  const mark = useMarkedRow(rules, question)
  const [enterWaits, setEnterWaits] = useState(false)

  const anew = (then: () => void) => {
    mark.forget()
    setEnterWaits(false)
    then()
  }
  const settle = () => anew(question.settle)
  const moveOn = () => {
    const input = field()
    if (input && document.activeElement === input) rules.onMoveOn?.(input)
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
  /** An Enter before the list arrives picks its row once it is unambiguous. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the answer, whatever else is new.
  useEffect(() => {
    if (!enterWaits || stale) return
    setEnterWaits(false)
    decide(findNamedRow(rows, asked))
  }, [enterWaits, stale])

  const enter = () => {
    if (rules.onEnter?.(asked)) return settle()
    if (!stale && opened) return decide(mark.marked)
    setOpened(true)
    setEnterWaits(true)
  }
  return {
    ...question,
    marked: mark.marked,
    write: (next: string, restored = false) => (restored ? question.restore(next) : anew(() => question.write(next))),
    // A click picks any shown row; Enter only rows of the current search.
    click: choose,
    press: keysOf({
      asking: asked.trim() !== '' || mark.arrowed,
      opened,
      goesOn: rules.onMoveOn !== undefined,
      missing: rules.required === true && rules.value === null,
      close: () => setOpened(false),
      open: () => setOpened(true),
      enter,
      moveOn,
      move: mark.move,
    }),
  }
}

interface Keys {
  /** With typed text or a marked row, Enter belongs to the list. */
  asking: boolean
  opened: boolean
  goesOn: boolean
  missing: boolean
  close: () => void
  open: () => void
  enter: () => void
  moveOn: () => void
  move: (step: number) => void
}

function keysOf({
  asking,
  opened,
  goesOn,
  missing,
  close,
  open,
  enter,
  moveOn,
  move,
}: Keys): (event: KeyboardEvent) => void {
  const pressEnter = (event: KeyboardEvent) => {
    // Half-typed text is never sent: Ctrl + Enter first belongs to the list.
    const sends = event.ctrlKey || event.metaKey
    if (!asking && (sends || (!goesOn && !opened))) return close()
    event.preventDefault()
    event.stopPropagation()
    if (asking) return enter()
    if (missing) return open()
    close()
    moveOn()
  }
  return (event) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') return pressEnter(event)
    if (event.key === 'Escape') return close()
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    move(event.key === 'ArrowDown' ? 1 : -1)
  }
}
