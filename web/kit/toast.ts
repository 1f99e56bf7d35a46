// Shows one toast at a time. A new one replaces it, except that a failure stays long enough to be read: the newest
// failure and the newest other toast wait. Errors stay until closed, replaced, or their screen is left; a repeatable
// refusal, such as a scan, closes by itself.
import { makeStore } from './store.ts'

export interface ToastAction {
  label: string
  /** Hotkey for useKeys: 'alt+F'. */
  keys?: string
  run: () => void
}

export interface Toast {
  id: number
  kind: 'success' | 'info' | 'failure'
  title: string
  description: string | null
  action: ToastAction | null
  undo: ToastAction | null
  /** Stays until its action or close button is pressed, like a failure. */
  lasting: boolean
}

/** Milliseconds for a success; longer with an action or a refusal. */
const shownFor = 4000
const weighedFor = 12_000
/** Time in which a person can read a failure. */
const readIn = 3000

const lifeOf = ({ action, undo, kind }: Toast) => (action || undo || kind === 'failure' ? weighedFor : shownFor)

export const shownToast = makeStore<Toast | null>(null)
/** Toasts waiting for an unread failure. */
let waiting: readonly Toast[] = []
let unread = false
let count = 0
let timer: ReturnType<typeof setTimeout> | undefined
let reading: ReturnType<typeof setTimeout> | undefined

function show(next: Toast | null): void {
  clearTimeout(timer)
  clearTimeout(reading)
  unread = next?.kind === 'failure'
  if (unread) reading = setTimeout(read, readIn)
  if (next && !next.lasting) timer = setTimeout(showNext, lifeOf(next))
  shownToast.set(next)
}

function showNext(): void {
  const [next = null, ...rest] = waiting
  waiting = rest
  show(next)
}

function read(): void {
  unread = false
  if (waiting.length > 0) showNext()
}

function make(
  kind: Toast['kind'],
  title: string,
  description: string | null,
  action: ToastAction | null = null,
  lasting = kind === 'failure',
  undo: ToastAction | null = null,
): number {
  const last = waiting.at(-1) ?? shownToast.read()
  // A toast repeated within a moment is shown once.
  if (unread && last?.title === title && last.description === description) return last.id
  count += 1
  const made = { id: count, kind, title, description, action, undo, lasting }
  const isFailure = kind === 'failure'
  if (unread) waiting = [...waiting.filter((each) => (each.kind === 'failure') !== isFailure), made]
  else show(made)
  return count
}

export const toast = {
  success: (title: string, description: string | null = null, action?: ToastAction, undo?: ToastAction) =>
    make('success', title, description, action, false, undo),
  info: (title: string, description: string | null = null) => make('info', title, description),
  /** An optional offer. */
  offer: (title: string, action: ToastAction) => make('info', title, null, action, true),
  failure: (title: string, description: string | null = null) => make('failure', title, description),
  /** A repeatable failure, such as an unknown code. */
  refusal: (title: string, description: string | null = null) => make('failure', title, description, null, false),
  /** Closes this toast, or any that is shown. */
  close: (id = shownToast.read()?.id) => {
    if (shownToast.read()?.id === id) showNext()
    else waiting = waiting.filter((each) => each.id !== id)
  },
  /** Closes toasts of the left screen. */
  leave: () => {
    waiting = waiting.filter(({ kind }) => kind !== 'failure')
    if (shownToast.read()?.kind === 'failure') showNext()
  },
  /** Actions offered to one user disappear; lasting toasts stay for the next user. */
  endSession: () => {
    const stays = ({ action, undo, lasting }: Toast) => (action === null && undo === null) || lasting
    waiting = waiting.filter(stays)
    const current = shownToast.read()
    if (current && !stays(current)) showNext()
  },
}

/** Keeps the toast while pointer or focus is on it; a newer one still replaces it. */
export function pauseToast(held: boolean): void {
  clearTimeout(timer)
  const current = shownToast.read()
  if (!held && current && !current.lasting) timer = setTimeout(showNext, lifeOf(current))
}
