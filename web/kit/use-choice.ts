// How one of many is chosen by typing: what is marked, what Enter takes, and what becomes of an Enter that comes too early.
import { findNamedRow } from '@torniquete/contract/shared/names.ts'
import { type KeyboardEvent, startTransition, useEffect, useState } from 'react'

export interface Choosable {
  id: number | string
  name: string
}

/** The options of the list. */
export interface Choices<Row> {
  /** The search text as typed. */
  question: string
  rows: readonly Row[]
  /** They are not (yet) those of the question: Enter takes none of them. */
  stale: boolean
  error?: Error | null
}

export interface ChoiceRules<Row extends Choosable> {
  choices: Choices<Row>
  /** Asks another question; in its own time, so that letters are painted first. */
  onAsk: (question: string) => void
  value: Row | null
  /** Null from the first letter that undoes a choice: what is half typed stands for nothing. */
  onPick: (row: Row | null) => void
  /** Enter or a choice goes on to what comes next. */
  onMoveOn?: ((field: HTMLElement) => void) | undefined
  /** Enter does not go on while nothing is chosen: the list opens. */
  required?: boolean
  /** Enter, before the list is asked: true where it is dealt with. */
  onEnter?: ((text: string) => boolean) | undefined
  /** Enter, and the answer has no row: true where it is dealt with. */
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
    // Also where nothing was chosen: what is proposed later is no answer to what is typed.
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

/** The row that Enter takes: the best match, or where the arrows went. Without a word none until they go there. */
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
  /** Enter was pressed before the list arrived: it picks the row once the list leaves no doubt which one is meant. */
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
    // A click takes the row under it, also of an earlier question; Enter takes rows of the present one only.
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
  /** Something was typed, or the arrows stand on a row: Enter is about the list. */
  asking: boolean
  opened: boolean
  goesOn: boolean
  /** Something has to be chosen. */
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
    // Nothing half typed is sent: Ctrl + Enter is about the list as long as there is a question.
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
